import { assertNever } from '../../../domain/values/assert-never.ts';
import type { Score } from '../../../domain/verdicts/score.ts';
import { countOf } from '../numbers.ts';

export type BlindScore = Exclude<Score, { status: 'scored' }>;

/** Checks without a score that have the same to say. */
export type BlindGroup = { status: BlindScore['status']; reason: string; ids: readonly string[] };

/** The checks that have no score, those with the same reason together, in the order of the first of them. */
export function blindGroups(scores: readonly Score[]): BlindGroup[] {
  const groups = new Map<string, { status: BlindScore['status']; reason: string; ids: string[] }>();
  for (const score of scores) {
    if (score.status === 'scored') continue;
    const reason = reasonOf(score);
    const key = JSON.stringify([score.status, reason]);
    const group = groups.get(key) ?? { status: score.status, reason, ids: [] };
    group.ids.push(score.id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

export function reasonOf(score: BlindScore): string {
  return score.status === 'errored' ? score.message : score.reason;
}

/**
 * The required checks without a score. That there was nothing to check is worth a line only where it is why nothing was
 * judged.
 */
export function blindChecks(scores: readonly Score[]): BlindScore[] {
  const required = scores.filter((score) => score.required);
  const isJudged = required.some(({ status }) => status === 'scored');
  return required.filter(
    (score): score is BlindScore => score.status !== 'scored' && !(isJudged && score.status === 'not_applicable'),
  );
}

/** `calls: unscored: why`, or for several `7 checks could not be made: why`. Not yet safe to show. */
export function blindText({ status, reason, ids }: BlindGroup): string {
  const [first] = ids;
  if (ids.length === 1) return `${first}: ${status.replace('_', ' ')}: ${reason}`;
  return `${countOf(ids.length, 'check')} ${whatHappened(status)}: ${reason}`;
}

function whatHappened(status: BlindScore['status']): string {
  switch (status) {
    case 'not_applicable':
      return 'had nothing to check';
    case 'unscored':
      return 'could not be made';
    case 'errored':
      return 'broke';
    default:
      return assertNever(status);
  }
}
