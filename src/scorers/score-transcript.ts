import type { Scenario } from '../domain/authoring/scenario.ts';
import type { ScoreOptions, Scorer } from '../domain/contracts/scorer.ts';
import { trajectoryOf } from '../domain/transcript/trajectory.ts';
import type { Transcript } from '../domain/transcript/transcript-event.ts';
import { turnsOf } from '../domain/transcript/turns.ts';
import type { Score } from '../domain/verdicts/score.ts';
import type { Failure } from '../domain/verdicts/verdict.ts';
import { failureOf } from './failure-of.ts';
import { scoreSession } from './score-session.ts';

/**
 * Asks all scorers of a transcript, which may come from a session that has just ended or from a file. `failure` is what
 * went wrong first; absent when nothing did.
 */
export async function scoreTranscript(
  transcript: Transcript,
  scorers: readonly Scorer[],
  { scenario, ...options }: { scenario?: Scenario | undefined } & Partial<ScoreOptions> = {},
): Promise<{ scores: readonly Score[]; failure?: Failure }> {
  const trajectory = trajectoryOf(transcript);
  const input = { transcript, trajectory, turns: turnsOf(transcript, trajectory), scenario };
  const scores = await scoreSession(input, scorers, options);
  const failure = failureOf(scores, transcript);
  return failure === undefined ? { scores } : { scores, failure };
}
