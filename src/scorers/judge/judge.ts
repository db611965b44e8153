import { z } from 'zod';
import type { AnyScorerDefinition, OpenedJudge, ScoreInput, ScoreOptions } from '../../domain/contracts/scorer.ts';
import { UsageError } from '../../domain/errors.ts';
import { judgePromptHash } from '../../domain/prompts/judge-prompt.ts';
import { verdictOfEnd } from '../../domain/transcript/end-reason.ts';
import { endOf, startOf } from '../../domain/transcript/endings.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import { Stage } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { lastTurnOf, turnOfAbsence } from '../last-turn.ts';
import { unscored } from '../outcome.ts';
import type { Asking } from './ask-judge.ts';
import { type Criterion, readCriteria, WrittenCriterion } from './criterion.ts';
import { judgeOutcome, type OutcomeContext } from './judge-outcome.ts';
import { judgeScenes, MAX_BATCH } from './judge-scenes.ts';
import { isPresent, type Scene, sessionScene, turnScenes } from './scene.ts';
import { type Hearing, silentTurns } from './silent-turns.ts';
import { userFault } from './user-fault.ts';

const Judge = z.strictObject({
  /** Name of a model in the config; else `judge`, `default`, or the only one. */
  model: z.string().min(1).optional(),
  /** Whether the talk is judged as a whole or each of its turns. */
  per: z.enum(['session', 'turn']).default('session'),
  criteria: z.array(WrittenCriterion).min(1),
  /** How often a batch of criteria is judged; the majority decides each of them. */
  votes: z
    .int()
    .min(1)
    .max(9)
    .refine((votes) => votes % 2 === 1, 'must be odd, so that there is a majority')
    .default(1),
  /** `failed`: more votes only where the first one does not keep every criterion of its batch. */
  when: z.enum(['failed', 'always']).default('failed'),
  /** What a broken criterion is a fault of. */
  stage: Stage.default('generation'),
  /** `user`: the criteria say how the simulated user has to speak, and one that is broken makes the session invalid. */
  tests: z.enum(['agent', 'user']).default('agent'),
});
type Judge = z.infer<typeof Judge>;

/** What people would have to read the talk for. */
export const judge: AnyScorerDefinition = defineScorer({
  type: 'judge',
  summary: 'A model finds that criteria in plain words are kept, and proves it with quotes that code looks up.',
  stages: Stage.options,
  metrics: ['criteria', 'kept', 'broken', 'open', 'votes', 'agreement', 'ties', 'requests', 'retries', 'calibrated'],
  schema: Judge,
  mentions: ({ model }) => [{ path: model === undefined ? '' : 'model', kind: 'model', model }],
  create: (specification) => {
    const criteria = readCriteria(specification.criteria);
    if (specification.tests === 'user') refuseOthers(criteria);
    return [
      {
        stage: specification.stage,
        needs: { toolCalls: false },
        deterministic: false,
        mostRequests: (turns) => mostRequests({ ...specification, criteria: criteria.length }, turns),
        score: (input, options) => scoreJudge(input, { specification, criteria, options }),
      },
    ];
  },
});

/** What somebody else said or did is no fault of the user. */
function refuseOthers(criteria: readonly Criterion[]): void {
  const problems = criteria.flatMap(({ about }, index) => {
    if (about === 'user') return [];
    const message = `is about the ${about}, and a check with \`tests: user\` judges the simulated user.`;
    const at = { severity: 'error' as const, code: 'invalid-criterion', path: `criteria[${index}]` };
    return [{ ...at, message, hint: 'write `about: user` beside `must` or `must_not`.' }];
  });
  if (problems.length > 0) throw new UsageError('criteria that cannot be judged', problems);
}

/** Each vote on a batch may be asked for once more. */
const REQUESTS_A_VOTE = 2;

function mostRequests({ per, votes, criteria }: { per: Judge['per']; votes: number; criteria: number }, turns: number) {
  return (per === 'turn' ? turns : 1) * Math.ceil(criteria / MAX_BATCH) * votes * REQUESTS_A_VOTE;
}

type Question = { specification: Judge; criteria: readonly Criterion[]; options: ScoreOptions };

async function scoreJudge(input: ScoreInput, question: Question): Promise<ScoreOutcome> {
  const { specification, criteria, options } = question;
  const scenes = scenesOf(input, specification);
  const absent = absence(scenes, criteria);
  if (absent !== undefined) return unscored(absent);
  const opened = options.openJudge?.(specification.model);
  if (opened === undefined) return unscored(noJudge(specification));
  let outcome: ScoreOutcome | undefined;
  try {
    outcome = await judgeWith(opened, { input, scenes, question });
  } finally {
    const fault = await closeOf(opened);
    if (fault !== undefined && outcome !== undefined && outcome.status !== 'errored') {
      outcome = { status: 'errored', message: `the judge \`${opened.name}\` broke when it was closed: ${fault}` };
    }
  }
  return outcome;
}

function scenesOf({ transcript }: ScoreInput, { per }: Judge): readonly Scene[] {
  return per === 'session' ? [sessionScene(transcript)] : turnScenes(transcript);
}

/** Where nobody spoke or acted, nothing is true: what must be would fail, and what must not be would pass. */
function absence(scenes: readonly Scene[], criteria: readonly Criterion[]): string | undefined {
  const missing = criteria.find(({ about }) => !scenes.some((scene) => isPresent(scene, about)));
  if (missing === undefined) return undefined;
  const silence =
    missing.about === 'talk' ? 'nobody said or did anything' : `the ${missing.about} said and did nothing`;
  return `${silence}, and "${missing.text}" cannot be judged by that`;
}

function noJudge({ model, tests }: Judge): string {
  const remedy = 'name one under `models` in rehearsal.config.ts';
  const other = tests === 'user' ? ', or give the behaviours of the persona checks that need no model' : '';
  if (model === undefined) return `no model is there to judge: ${remedy}, as \`judge\`${other}`;
  return `there is no model \`${model}\` to judge: ${remedy}${other}`;
}

async function judgeWith(
  opened: OpenedJudge,
  { input, scenes, question }: { input: ScoreInput; scenes: readonly Scene[]; question: Question },
): Promise<ScoreOutcome> {
  const { specification, criteria, options } = question;
  const isCalibrated = opened.calibrationOf(judgePromptHash) !== undefined;
  if (!isCalibrated) options.onNote?.(uncalibrated(opened.name));
  const judged = await judgeScenes(scenes, criteria, {
    asking: askingOf(opened, input, options),
    voting: specification,
  });
  const { requests, retries } = judged;
  if (judged.status === 'void') return { status: 'errored', message: `the judge \`${opened.name}\` ${judged.problem}` };
  const context: OutcomeContext = {
    judge: opened.name,
    stage: specification.stage,
    lastTurn: turnOfAbsence(input, lastTurnOf(input)),
    turnOf: (seq) => input.transcript[seq]?.turn ?? lastTurnOf(input),
    requests,
    retries,
    isCalibrated,
  };
  const silent = silentTurns(scenes, criteria, hearingOf(input));
  const decisions = [...judged.decisions, ...silent].toSorted((a, b) => (a.turn ?? 0) - (b.turn ?? 0));
  const fault = specification.tests === 'user' ? userFault(decisions, context) : undefined;
  return fault ?? judgeOutcome(decisions, context);
}

function hearingOf({ transcript }: ScoreInput): Hearing {
  const end = endOf(transcript);
  return {
    cutTurn: end !== undefined && verdictOfEnd(end.reason) === 'invalid' ? end.turn : undefined,
    isBlind: startOf(transcript)?.agent.toolCallsVisible === false,
  };
}

/** The remark that a run makes once about a judge that nobody measured. */
export function uncalibrated(name: string): string {
  return `nobody has measured how often the judge \`${name}\` is right by these instructions; \`rehearsal calibrate labels.jsonl\` does, with talks that people have labelled`;
}

function askingOf(opened: OpenedJudge, { transcript }: ScoreInput, options: ScoreOptions): Asking {
  const started = startOf(transcript);
  const { scenario = '', variant = '', trial = 0 } = started?.key ?? {};
  const offered = started === undefined || started.tools === 'unknown' ? [] : started.tools;
  const isBlind = started?.agent.toolCallsVisible === false;
  const tools = isBlind ? [] : offered.map(({ name }) => name).filter((name) => /^[\w.-]{1,80}$/.test(name));
  return { judge: opened, options, parts: [started?.seed ?? 0, scenario, variant, trial], tools };
}

async function closeOf({ session }: OpenedJudge): Promise<string | undefined> {
  try {
    await session.close?.();
    return undefined;
  } catch (error) {
    return safeErrorText(error).message;
  }
}
