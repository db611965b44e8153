import type { MadeCall } from '../made-call.ts';
import type { Columns } from './columns.ts';

/** The fewest slots that must move so that the steps of the rest never fall. */
export function misplacedInRow(columns: Columns, calls: readonly MadeCall[]): number[] {
  const rows: number[] = [];
  const steps: number[] = [];
  let isSorted = true;
  for (let row = 0; row < columns.length; row += 1) {
    const call = calls[columns[row] as number];
    if (call === undefined) continue;
    if (steps.length > 0 && call.step < (steps.at(-1) as number)) isSorted = false;
    rows.push(row);
    steps.push(call.step);
  }
  if (isSorted) return [];
  const kept = longestRising(steps);
  return rows.filter((_, index) => !kept.has(index));
}

/** Indexes of a longest subsequence that never falls. Patience sorting, O(n log n). */
function longestRising(values: readonly number[]): Set<number> {
  const tails: number[] = [];
  const before = new Array<number>(values.length).fill(-1);
  values.forEach((value, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] as number] as number) <= value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (tails[low - 1] as number) : -1;
    tails[low] = index;
  });
  const kept = new Set<number>();
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] as number) kept.add(index);
  return kept;
}
