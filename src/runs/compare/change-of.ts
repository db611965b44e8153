import type { Change } from '../../domain/verdicts/comparison.ts';

/** What every part of a comparison goes by. `seed` is that of the bootstrap. */
export type CompareRules = {
  tolerance: number;
  /** Name of a scorer → its own tolerance. */
  tolerances: ReadonlyMap<string, number>;
  deterministic: boolean;
  seed: number;
};

/** A p-value from which on a difference may be chance. */
const ALPHA = 0.05;
/** What rounding leaves of a difference that is exactly the tolerance. */
const ROUNDING = 1e-9;

/**
 * What a difference (after minus before) is: `same` up to the tolerance, else worse or better where it is certain or
 * unlikely to be chance, else `noise`.
 */
export function changeOf(
  { difference, pValue = 1, certain }: { difference: number; pValue?: number | undefined; certain: boolean },
  { tolerance, deterministic }: Pick<CompareRules, 'tolerance' | 'deterministic'>,
): Change {
  if (Math.abs(difference) <= tolerance + ROUNDING) return 'same';
  if (!certain && !deterministic && !(pValue < ALPHA)) return 'noise';
  return difference < 0 ? 'regressed' : 'improved';
}

/** How far two shares, or two scores, can lie apart. */
export const DIFFERENCE = { low: -1, high: 1 } as const;
