import type { MadeCall } from '../made-call.ts';
import type { CallPlan, CallSlot, Layout } from '../specification/call-plan.ts';
import type { CompiledCall } from '../specification/expected-call.ts';
import { assignPairs } from './assign.ts';
import type { Columns } from './columns.ts';
import { type ExtraRules, isForbidden, isTriedAgain } from './extra-calls.ts';
import type { Weights } from './pair-table.ts';

export type PairRules = ExtraRules & Pick<CallPlan, 'order' | 'missing' | 'foldRetries'>;

/** One way to fulfil expected calls, and the calls that were made. */
export type PairProblem = {
  layout: Layout;
  calls: readonly MadeCall[];
  rules: PairRules;
  /** 1 for calls that must not be left without an expectation. */
  wrong: Uint8Array;
};

/** How the calls stand to one way to fulfil what is expected. Columns are indexes of calls by slot, -1 for none. */
export type LayoutPairing = {
  layout: Layout;
  /** As it is told. */
  columns: Columns;
  /** Everything expected is there and in order; calls may still be too many. */
  isWhole: boolean;
  /** Slots whose call came at the wrong place. */
  misplaced: readonly number[];
  /** Pairs that fit and keep the order, as many as can be. */
  matched: Columns;
  /** Pairs that keep the order and change least, and what changing them costs. */
  edited: Columns;
  editCost: number;
  /** Greatest sum of the credits of pairs that keep the order. */
  credit: number;
  /** What a slot was held to. */
  choice(slot: number, column: number): CompiledCall;
};

export function pairProblem(layout: Layout, calls: readonly MadeCall[], rules: PairRules): PairProblem {
  const wrong = new Uint8Array(calls.length);
  for (let column = 0; column < calls.length; column += 1) {
    const call = calls[column] as MadeCall;
    if (rules.foldRetries && isTriedAgain(call, calls)) continue;
    if (isForbidden(call, rules)) wrong[column] = 1;
  }
  return { layout, calls, rules, wrong };
}

/** Whether the numbers of a list count positions: an exact row of single calls. */
export function isCountedInPlace({ layout, rules }: PairProblem): boolean {
  return rules.order === 'exact' && layout.isPlain && layout.shape.kind !== 'par';
}

type Placing = PairProblem & { columns: Columns; weights: Weights };

/**
 * Each slot with the call at its own position; the calls of one message share theirs, and attempts that were tried again
 * have none.
 */
export function pairInPlace({ layout, calls, rules, columns, weights }: Placing): Columns {
  const { rows, values } = weights;
  const used = new Set(columns);
  const counted = [...calls.keys()].filter(
    (column) => used.has(column) || !rules.foldRetries || !isTriedAgain(calls[column] as MadeCall, calls),
  );
  const placed: Columns = new Int32Array(layout.slots.length).fill(-1);
  for (let start = 0; start < counted.length; ) {
    let end = start + 1;
    const stepAt = (position: number) => calls[counted[position] as number]?.step;
    while (end < counted.length && stepAt(end) === stepAt(start)) end += 1;
    const slots = Math.min(end, layout.slots.length) - start;
    const from = start;
    const weightAt = (slot: number, at: number) =>
      values[(counted[from + at] as number) * rows + from + slot] as number;
    const chosen = slots > 0 ? assignPairs(slots, end - start, weightAt) : [];
    chosen.forEach((at, slot) => {
      if (at >= 0 && weightAt(slot, at) > 0) placed[from + slot] = counted[from + at] as number;
    });
    start = end;
  }
  return placed;
}

/** Sum of what pairs are worth. */
export function sumPairs(columns: Columns, { rows, values }: Weights): number {
  let sum = 0;
  for (let slot = 0; slot < columns.length; slot += 1) {
    const column = columns[slot] as number;
    if (column >= 0) sum += values[column * rows + slot] as number;
  }
  return sum;
}

export function isFilled(columns: Columns, slot: number): boolean {
  return (columns[slot] as number) >= 0;
}

/** Every slot that must be filled is. */
export function hasAllRequired(slots: readonly CallSlot[], columns: Columns): boolean {
  for (let slot = 0; slot < slots.length; slot += 1) {
    if (slots[slot]?.required === true && !isFilled(columns, slot)) return false;
  }
  return true;
}
