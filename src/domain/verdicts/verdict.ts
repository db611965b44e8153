import { z } from 'zod';
import { type EndReason, verdictOfEnd } from '../transcript/end-reason.ts';
import { assertNever } from '../values/assert-never.ts';
import { Evidence, Stage } from './evidence.ts';
import type { Score } from './score.ts';

export const Verdict = z.enum(['passed', 'failed', 'invalid']);
export type Verdict = z.infer<typeof Verdict>;

/** The first thing that went wrong, by turn, then by stage. */
export const Failure = z.strictObject({
  /** Turn, from 0; absent when the session as a whole is meant. */
  turn: z.int().min(0).optional(),
  stage: Stage,
  code: z.string(),
  message: z.string(),
  /** Score it comes from; absent when the end of the session says so. */
  scoreId: z.string().optional(),
  evidence: z.array(Evidence),
});
export type Failure = z.infer<typeof Failure>;

/** What besides scores and end reason decides: a simulation that broke, such as a crash in the world. */
export type Breakage = { message: string };

/** A session's verdict and the sentence that explains it. */
export type Judgement = { verdict: Verdict; reason: string };

/**
 * `invalid` when the simulation broke or was cut off: what happened is scored and shown, but a check that missed may have
 * missed because of it. Else `failed` when a required score did not pass or the end reason says so; else `invalid` when a
 * required score could not be made or nothing was scored; else `passed`.
 */
export function judgeSession(scores: readonly Score[], end: EndReason, breakages: readonly Breakage[] = []): Judgement {
  const byEnd = verdictOfEnd(end);
  if (breakages.length > 0)
    return { verdict: 'invalid', reason: [...new Set(breakages.map(({ message }) => message))].join('; ') };
  if (byEnd === 'invalid') return { verdict: 'invalid', reason: `the session ended with \`${end}\`` };
  const required = scores.filter((score) => score.required);
  const missed = required.filter((score) => score.status === 'scored' && !score.passed);
  if (missed.length > 0) return { verdict: 'failed', reason: missed.map(describeScore).join('; ') };
  if (byEnd === 'failed') return { verdict: 'failed', reason: `the session ended with \`${end}\`` };
  const blind = required.filter((score) => score.status === 'unscored' || score.status === 'errored');
  if (blind.length > 0) return { verdict: 'invalid', reason: blind.map(describeScore).join('; ') };
  const scored = required.filter((score) => score.status === 'scored');
  if (scored.length === 0) return { verdict: 'invalid', reason: 'no required check had anything to score' };
  return { verdict: 'passed', reason: scored.length === 1 ? '1 check passed' : `${scored.length} checks passed` };
}

function describeScore(score: Score): string {
  switch (score.status) {
    case 'scored':
    case 'not_applicable':
    case 'unscored':
      return `${score.id}: ${score.reason}`;
    case 'errored':
      return `${score.id}: ${score.message}`;
    default:
      return assertNever(score);
  }
}
