import type { SessionSummary } from '../../domain/verdicts/session-result.ts';

/** How one floor of a gate came out. */
export type FloorOutcome = { score: string; floor: number; mean?: number; isMissed: boolean };

/**
 * The mean of each score that a gate names, by the id of a score or the name of a scorer, over `groups`: within a group over
 * all values, then over the groups. A score that nobody has is missed.
 */
export function checkFloors(
  floors: Readonly<Record<string, number>>,
  groups: readonly (readonly SessionSummary[])[],
): FloorOutcome[] {
  return Object.entries(floors).map(([score, floor]): FloorOutcome => {
    const means = groups.flatMap((sessions) => meanOf(sessions.flatMap((session) => valuesOf(session, score))));
    const [mean] = meanOf(means);
    return mean === undefined ? { score, floor, isMissed: true } : { score, floor, mean, isMissed: mean < floor };
  });
}

function valuesOf({ scores }: SessionSummary, name: string): number[] {
  return scores.flatMap(({ id, scorer, value }) =>
    value !== undefined && (id === name || scorer === name) ? [value] : [],
  );
}

/** None of nothing. */
function meanOf(values: readonly number[]): number[] {
  return values.length === 0 ? [] : [values.reduce((sum, value) => sum + value, 0) / values.length];
}

/** `the mean of grounded is 0.87, and 0.9 is the least`. */
export function describeFloor({ score, floor, mean }: FloorOutcome): string {
  if (mean === undefined) return `no session has a value of \`${score}\`, which must be ${floor}`;
  return `the mean of \`${score}\` is ${Math.floor(mean * 1000) / 1000}, and ${floor} is the least`;
}
