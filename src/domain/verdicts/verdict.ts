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
 * `invalid` when the simulation broke, as a breakage or a check of the user says, or was cut off: what happened is scored
 * and shown, but a check that missed may have missed because of it. Else `failed` when a required score did not pass or the
 * end reason says so; else `invalid` when a required score could not be made or nothing was scored; else `passed`.
 */
export function judgeSession(scores: readonly Score[], end: EndReason, breakages: readonly Breakage[] = []): Judgement {
  const byEnd = verdictOfEnd(end);
  const broken = [...breakages, ...scores.flatMap(breakagesOf)];
  if (broken.length > 0)
    return { verdict: 'invalid', reason: [...new Set(broken.map(({ message }) => message))].join('; ') };
  if (byEnd === 'invalid') return { verdict: 'invalid', reason: `the session ended with \`${end}\`` };
  const required = scores.filter((score) => score.required);
  const missed = required.filter((score) => score.status === 'scored' && !score.passed);
  const reasons = [...(byEnd === 'failed' ? [`the session ended with \`${end}\``] : []), ...describeScores(missed)];
  if (reasons.length > 0) return { verdict: 'failed', reason: reasons.join('; ') };
  const blind = required.filter((score) => score.status === 'unscored' || score.status === 'errored');
  if (blind.length > 0) return { verdict: 'invalid', reason: describeScores(blind).join('; ') };
  const scored = required.filter((score) => score.status === 'scored');
  if (scored.length === 0) return { verdict: 'invalid', reason: 'no required check had anything to score' };
  return { verdict: 'passed', reason: scored.length === 1 ? '1 check passed' : `${scored.length} checks passed` };
}

/** A check that was made and found the simulation broken, and not the agent. */
function breakagesOf(score: Score): Breakage[] {
  const isBreakage = score.required && score.status === 'errored' && score.breaksSimulation === true;
  return isBreakage ? describeScores([score]).map((message) => ({ message })) : [];
}

/** Each score with its reason; what several have in common is said once, after all of their names. */
function describeScores(scores: readonly Score[]): string[] {
  const namesBy = new Map<string, string[]>();
  for (const score of scores) {
    const reason = reasonOf(score);
    namesBy.set(reason, [...(namesBy.get(reason) ?? []), score.id]);
  }
  return [...namesBy].map(([reason, names]) => `${names.join(', ')}: ${reason}`);
}

function reasonOf(score: Score): string {
  switch (score.status) {
    case 'scored':
    case 'not_applicable':
    case 'unscored':
      return score.reason;
    case 'errored':
      return score.message;
    default:
      return assertNever(score);
  }
}
