import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import { type CompiledCall, fitsCall, hasOutcome, hasTurn } from '../specification/expected-call.ts';
import { alignInOrder } from './align-in-order.ts';
import { assignPairs } from './assign.ts';
import { findRetries } from './find-retries.ts';

/** `sequence`: in this order, other calls may come between · `exact`: these, nothing else · `any`: in any order. */
export type CallOrder = 'sequence' | 'exact' | 'any';

/** Which call stands for which expectation. */
export type CallPairing = {
  /** The call of each expectation, undefined for a missing one. */
  pairs: readonly (TrajectoryCall | undefined)[];
  /** Every expectation has a call that fits it, in order. */
  isWhole: boolean;
  /** Calls that no expectation asked for, without retries. */
  extras: readonly TrajectoryCall[];
  /** Failed attempts that the same tool followed: one logical call with what came after. */
  retries: readonly TrajectoryCall[];
  /** Expectations whose call came at the wrong place, in order of the expectations. */
  misplaced: readonly number[];
};

/**
 * Pairs expected with actual calls of the same tool, the best way there is: the pairing that satisfies everything is
 * found whenever one exists, in whatever order a list for `any` is written. Where none exists, pairs whose arguments
 * agree are preferred to pairs in order, so that a swap shows as a swap. Calls of one step have no order.
 */
export function pairCalls(
  expected: readonly CompiledCall[],
  calls: readonly TrajectoryCall[],
  { order }: { order: CallOrder },
): CallPairing {
  const greedy = pairGreedily(expected, calls);
  const pairs = greedy ?? pairOptimally(expected, calls, order);
  if (greedy !== undefined && pairs.length === calls.length) {
    return { pairs, isWhole: true, extras: [], retries: [], misplaced: [] };
  }
  const paired = new Set(pairs);
  const rest = calls.filter((call) => !paired.has(call));
  const retries = rest.length === 0 ? [] : findRetries(rest, calls, paired);
  const extras = retries.length === 0 ? rest : rest.filter((call) => !retries.includes(call));
  const misplaced = order === 'any' || greedy !== undefined ? [] : findMisplaced(pairs);
  return { pairs, isWhole: greedy !== undefined, extras, retries, misplaced };
}

/** The usual case, in one pass: each expectation takes the next call that is all it asks for. */
function pairGreedily(
  expected: readonly CompiledCall[],
  calls: readonly TrajectoryCall[],
): TrajectoryCall[] | undefined {
  if (expected.length > calls.length) return undefined;
  const pairs: TrajectoryCall[] = [];
  let next = 0;
  for (const wanted of expected) {
    let call = calls[next];
    while (call !== undefined && !fitsCall(wanted, call)) {
      next += 1;
      call = calls[next];
    }
    if (call === undefined) return undefined;
    pairs.push(call);
    next += 1;
  }
  return pairs;
}

function pairOptimally(
  expected: readonly CompiledCall[],
  calls: readonly TrajectoryCall[],
  order: CallOrder,
): (TrajectoryCall | undefined)[] {
  const weights = weighPairs(expected, calls);
  const weightAt = (row: number, column: number): number => weights[row * calls.length + column] ?? 0;
  const assigned = assignByTool(expected, calls, weightAt);
  const pairs = assigned.map((column) => calls[column]);
  if (order === 'any' || findMisplaced(pairs).length === 0) return pairs;
  const aligned = alignInOrder({ rows: expected.length, calls, weightAt, hint: assigned });
  if (aligned === undefined || totalOf(aligned, weightAt) < totalOf(assigned, weightAt) - 1e-6) return pairs;
  return aligned.map((column) => calls[column]);
}

/** Weight of every pair, row by row: 0 for different tools, else 1,000 and more the better it fits. */
function weighPairs(expected: readonly CompiledCall[], calls: readonly TrajectoryCall[]): Float64Array {
  const weights = new Float64Array(expected.length * calls.length);
  expected.forEach((wanted, row) => {
    calls.forEach((call, column) => {
      if (wanted.tool === call.name) weights[row * calls.length + column] = weigh(wanted, call);
    });
  });
  return weights;
}

function weigh(wanted: CompiledCall, call: TrajectoryCall): number {
  const isRight = { turn: hasTurn(wanted, call), outcome: hasOutcome(wanted, call) };
  const credit = creditOf(wanted, call);
  const whole = credit === 1 && isRight.turn && isRight.outcome ? 400 : 0;
  return 1000 + whole + 100 * Math.floor(credit) + 50 * credit + (isRight.outcome ? 31 : 0) + (isRight.turn ? 29 : 0);
}

function creditOf(wanted: CompiledCall, call: TrajectoryCall): number {
  if (call.call.arguments.status !== 'parsed') return 0;
  if (!wanted.asksArguments || wanted.arguments.matches(call.arguments)) return 1;
  return wanted.arguments.credit(call.arguments);
}

/** Tools are independent of each other, and inside one tool every pair is possible. */
function assignByTool(
  expected: readonly CompiledCall[],
  calls: readonly TrajectoryCall[],
  weightAt: (row: number, column: number) => number,
): number[] {
  const assigned = new Array<number>(expected.length).fill(-1);
  for (const tool of new Set(expected.map((wanted) => wanted.tool))) {
    const rows = indexesOf(expected, (wanted) => wanted.tool === tool);
    const columns = indexesOf(calls, (call) => call.name === tool);
    // Of equally good pairings the one that crosses least is wanted: distance squared is least when nothing crosses.
    const crossing = (row: number, column: number) => (row / expected.length - column / calls.length) ** 2 * 1e-4;
    const chosen = assignPairs(rows.length, columns.length, (rowAt, columnAt) => {
      const [row, column] = [rows[rowAt] as number, columns[columnAt] as number];
      return weightAt(row, column) - crossing(row, column);
    });
    chosen.forEach((columnAt, rowAt) => {
      if (columnAt >= 0) assigned[rows[rowAt] as number] = columns[columnAt] as number;
    });
  }
  return assigned;
}

function indexesOf<T>(items: readonly T[], accepts: (item: T) => boolean): number[] {
  const indexes: number[] = [];
  items.forEach((item, index) => {
    if (accepts(item)) indexes.push(index);
  });
  return indexes;
}

function totalOf(assigned: readonly number[], weightAt: (row: number, column: number) => number): number {
  return assigned.reduce((sum, column, row) => sum + (column < 0 ? 0 : weightAt(row, column)), 0);
}

/** The fewest expectations that must move so that the rest stand in order of their steps. */
function findMisplaced(pairs: readonly (TrajectoryCall | undefined)[]): number[] {
  const rows: number[] = [];
  const steps: number[] = [];
  let sorted = true;
  pairs.forEach((call, row) => {
    if (call === undefined) return;
    if (steps.length > 0 && call.step < (steps.at(-1) as number)) sorted = false;
    rows.push(row);
    steps.push(call.step);
  });
  if (sorted) return [];
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
