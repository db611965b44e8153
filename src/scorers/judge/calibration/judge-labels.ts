import type { OpenedJudge, ScoreOptions } from '../../../domain/contracts/scorer.ts';
import type { Transcript } from '../../../domain/transcript/transcript-event.ts';
import { safeErrorText } from '../../../domain/values/safe-error.ts';
import type { Decision } from '../count-votes.ts';
import { batchesOf, judgeScenes } from '../judge-scenes.ts';
import { isPresent, type Scene, sessionScene, turnScenes } from '../scene.ts';
import type { JudgeLabel } from './read-labels.ts';

/** What the judge said of one label. */
export type LabelOutcome = { id: string; label: 'met' | 'not_met' } & (
  | { verdict: 'met' | 'not_met' }
  | { verdict: 'cannot_tell' | 'errored'; problem: string }
);

/** Labels about the same talk, which are judged as the criteria of one check are. */
export type LabelledTalk = {
  /** Names the talk in seeds; the same in every run and on every machine. */
  name: string;
  transcript: Transcript;
  turn?: number | undefined;
  labels: readonly JudgeLabel[];
};

export type JudgeLabelsOptions = Pick<ScoreOptions, 'signal' | 'onModelCall'> & {
  /** Opens the judge for one talk. */
  openJudge(talk: LabelledTalk): OpenedJudge;
  seed: number;
  votes: number;
  /** Talks that are judged at the same time. */
  concurrency: number;
};

/** Asks the judge about every label, in the order of the talks. Rejects only when the signal aborts. */
export async function judgeLabels(
  talks: readonly LabelledTalk[],
  options: JudgeLabelsOptions,
): Promise<{ outcomes: LabelOutcome[]; requests: number }> {
  const results: { outcomes: LabelOutcome[]; requests: number }[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < talks.length) {
      options.signal.throwIfAborted();
      const index = next;
      next += 1;
      results[index] = await judgeTalk(talks[index] as LabelledTalk, options);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.concurrency) }, work));
  return {
    outcomes: results.flatMap(({ outcomes }) => outcomes),
    requests: results.reduce((sum, { requests }) => sum + requests, 0),
  };
}

async function judgeTalk(
  talk: LabelledTalk,
  options: JudgeLabelsOptions,
): Promise<{ outcomes: LabelOutcome[]; requests: number }> {
  const scene = sceneOf(talk);
  const mute = talk.labels.filter(({ criterion }) => scene === undefined || !isPresent(scene, criterion.about));
  const outcomes = mute.map((label) =>
    missed(label, 'cannot_tell', `nothing of the ${label.criterion.about} to judge`),
  );
  if (scene === undefined) return { outcomes, requests: 0 };
  const opened = options.openJudge(talk);
  let requests = 0;
  try {
    for (const batch of batchesOf(talk.labels.filter((label) => !mute.includes(label)))) {
      const judged = await judgeBatch(batch, scene, { opened, talk, options });
      outcomes.push(...judged.outcomes);
      requests += judged.requests;
    }
    await opened.session.close?.();
  } catch (error) {
    if (options.signal.aborted) throw error;
    // A judge that breaks when it is closed was not to be trusted before either.
    const problem = safeErrorText(error).message;
    return { outcomes: talk.labels.map((label) => missed(label, 'errored', problem)), requests };
  }
  return { outcomes, requests };
}

async function judgeBatch(
  batch: readonly JudgeLabel[],
  scene: Scene,
  { opened, talk, options }: { opened: OpenedJudge; talk: LabelledTalk; options: JudgeLabelsOptions },
): Promise<{ outcomes: LabelOutcome[]; requests: number }> {
  const judged = await judgeScenes(
    [scene],
    batch.map(({ criterion }) => criterion),
    {
      asking: { judge: opened, options, parts: [options.seed, 'calibration', talk.name], tools: [] },
      voting: { votes: options.votes, when: 'always' },
    },
  );
  const { requests } = judged;
  if (judged.status === 'void')
    return { outcomes: batch.map((label) => missed(label, 'errored', judged.problem)), requests };
  const decisions = new Map(judged.decisions.map((decision) => [decision.criterion.id, decision]));
  return { outcomes: batch.map((label) => outcomeOf(label, decisions.get(label.criterion.id))), requests };
}

function outcomeOf(judgeLabel: JudgeLabel, decision: Decision | undefined): LabelOutcome {
  const { criterion, label } = judgeLabel;
  if (decision === undefined) return missed(judgeLabel, 'errored', 'no verdict came');
  if (decision.status === 'open') {
    const problem = decision.isTied ? `its ${decision.votes.length} votes disagree` : decision.spokesman.reason;
    return missed(judgeLabel, 'cannot_tell', problem);
  }
  const isMet = (decision.status === 'kept') === (criterion.kind === 'must');
  return { id: criterion.id, label, verdict: isMet ? 'met' : 'not_met' };
}

function missed({ criterion, label }: JudgeLabel, verdict: 'cannot_tell' | 'errored', problem: string): LabelOutcome {
  return { id: criterion.id, label, verdict, problem };
}

/** The scene that the labels are about; undefined when nobody said anything in their turn. */
function sceneOf({ transcript, turn }: LabelledTalk): Scene | undefined {
  if (turn === undefined) return sessionScene(transcript);
  return turnScenes(transcript).find(({ scope }) => scope.kind === 'turn' && scope.turn === turn);
}
