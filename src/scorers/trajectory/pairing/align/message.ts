import type { Columns } from '../columns.ts';
import type { Lattice } from '../lattice.ts';
import type { Weights } from '../pair-table.ts';

/** The greatest sum for each state: what can be had when exactly these slots are decided. `NONE` cannot be. */
export type Sums = Float64Array<ArrayBuffer>;
export const NONE = Number.NEGATIVE_INFINITY;

/** The calls of one message, and the sums before it. */
export type Message<Order extends Lattice = Lattice> = {
  lattice: Order;
  sums: Sums;
  columns: readonly number[];
  weights: Weights;
};

/** What came of a message. */
export type Played = {
  sums: Sums;
  /** Notes the slots that calls of the message took on the way to a state, and returns the state before it. */
  back(state: number, columns: Columns): number;
};

/** What is open needs its other calls from the same message: between two messages they are missing. */
export function closeStates(sums: Sums, { open }: Lattice): void {
  if (open === undefined) return;
  for (let state = 0; state < sums.length; state += 1) if (open[state] === 1) sums[state] = NONE;
}

/** What a slot and one of the message's calls are worth together. */
export function weightIn({ columns, weights }: Message, slot: number, at: number): number {
  return weights.values[(columns[at] as number) * weights.rows + slot] as number;
}
