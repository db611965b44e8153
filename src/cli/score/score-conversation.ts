import type { ScoreOptions } from '../../domain/contracts/scorer.ts';
import { endOf, startOf } from '../../domain/transcript/endings.ts';
import type { SessionKey } from '../../domain/transcript/session-key.ts';
import type { Transcript } from '../../domain/transcript/transcript-event.ts';
import { judgeSession } from '../../domain/verdicts/verdict.ts';
import type { ReadTranscript } from '../../importers/text/read-transcript.ts';
import { groundingPointsOf } from '../../scorers/grounding/grounding-curves.ts';
import { scoreTranscript } from '../../scorers/score-transcript.ts';
import type { LackFinder } from './find-lacks.ts';
import type { JudgeOpener } from './open-judges.ts';
import type { CheckPicker } from './pick-checks.ts';
import type { ConversationPlace, ScoredConversation } from './scored-conversation.ts';

export type ScoringContext = {
  checks: CheckPicker;
  /** A key that no other conversation of these logs has. */
  distinct(key: SessionKey): SessionKey;
  judges: JudgeOpener;
  findLacks: LackFinder;
  signal: AbortSignal;
};

/** Its own id, or where it stands. */
export function nameOf(read: ReadTranscript, place: ConversationPlace): string {
  const at = place.position === undefined ? '' : `[${place.position}]`;
  return read.id ?? `${place.file}:${place.line}${at}`;
}

/** Scores one conversation. Never throws for what it holds. */
export async function scoreConversation(
  read: ReadTranscript,
  place: ConversationPlace,
  { checks, distinct, judges, findLacks, signal }: ScoringContext,
): Promise<ScoredConversation> {
  const name = nameOf(read, place);
  const { problems, format } = read;
  const head = { name, hasId: read.id !== undefined, place, format, problems };
  if (read.status === 'refused') {
    const [first] = problems.filter(({ severity }) => severity === 'error');
    const at = first === undefined || first.path === '' ? '' : `${first.path}: `;
    return { ...head, status: 'unreadable', reason: `${at}${first?.message ?? 'it cannot be read'}` };
  }
  const { transcript } = read;
  const start = startOf(transcript);
  const key = distinct(start?.key ?? { scenario: 'session', variant: 'default', trial: 0 });
  const judging: Partial<ScoreOptions> = judges.forSession(key);
  const scorers = checks.scorersFor(name);
  const { scores, failure } = await scoreTranscript(transcript, scorers, { signal, ...judging });
  await judges.endSession(key, { wasCutOff: signal.aborted });
  const endReason = endOf(transcript)?.reason ?? 'aborted';
  const result = {
    id: name,
    key,
    title: titleOf(name, place, read.id !== undefined),
    tags: [],
    ...judgeSession(scores, endReason),
    endReason,
    turns: turnsIn(transcript),
    fixed: start?.fixed ?? [],
    quality: 'unknown' as const,
    ...(failure === undefined ? {} : { failure }),
    scores: [...scores],
    timings: { startedAt: '', durationMs: 0, eventsMs: [] },
    transcript,
  };
  const lacks = await findLacks(transcript, { scorers, scores });
  return { ...head, status: 'scored', result, lacks, grounding: groundingPointsOf(scores) };
}

function titleOf(name: string, { file, line }: ConversationPlace, hasId: boolean): string {
  return hasId ? `conversation \`${name}\` at ${file}:${line}` : `conversation at ${name}`;
}

function turnsIn(transcript: Transcript): number {
  return (transcript.at(-1)?.turn ?? -1) + 1;
}
