import type { MadeCall } from '../made-call.ts';
import { hasOutcome, hasTurn } from '../specification/expected-call.ts';
import type { Columns, WeightAt } from './align.ts';
import { findMisplaced } from './find-misplaced.ts';
import {
  isCountedInPlace,
  isFilled,
  type LayoutPairing,
  type PairProblem,
  pairInPlace,
  sumPairs,
} from './layout-pairing.ts';
import type { PairTable } from './pair-table.ts';
import { assignByTool, solve } from './solve.ts';

/** The most pairs that are tried without regard to order, for telling only. */
const mostPairs = 90_000;

/**
 * Pairs where not everything fits. What is told prefers pairs whose arguments agree to pairs in order, so that a swap
 * shows as a swap; what is counted keeps the order.
 */
export function pairPartly(problem: PairProblem, table: PairTable, fit: Columns): LayoutPairing {
  const { layout, calls } = problem;
  const { slots } = layout;
  const creditOf: WeightAt = (slot, column) => {
    if (table.fits(slot, column)) return 1;
    const choice = table.choice(slot, column);
    const call = calls[column] as MadeCall;
    return hasTurn(choice, call) && hasOutcome(choice, call) ? table.credit(slot, column) : 0;
  };
  const costOf: WeightAt = (slot, column) => (table.fits(slot, column) ? 0 : Math.max(0.1, 1 - creditOf(slot, column)));
  // An expected call that is left out costs one, and so does a call that is too many; an optional slot costs nothing.
  const savedBy: WeightAt = (slot, column) =>
    table.isOfTool(slot, column) ? (slots[slot]?.required === true ? 2 : 1) - costOf(slot, column) : 0;
  const edited = solve({ layout, calls, weightAt: savedBy });
  const columns = pairToTell(problem, table, edited);
  const isInPlace = isCountedInPlace(problem);
  const place = (weightAt: WeightAt) =>
    isInPlace ? pairInPlace({ ...problem, columns, weightAt }) : solve({ layout, calls, weightAt });
  return {
    layout,
    columns,
    isWhole: false,
    misplaced: findMisplaced(layout, columns, calls),
    matched: isInPlace ? place((slot, column) => (table.fits(slot, column) ? 1 : 0)) : fit,
    edited,
    editCost: sumPairs(edited, costOf),
    credit: sumPairs(place(creditOf), creditOf),
    choice: table.choice,
  };
}

function pairToTell(problem: PairProblem, table: PairTable, edited: Columns): Columns {
  const { layout, calls } = problem;
  const { slots, shape, waits } = layout;
  const weightAt = weigher(problem, table);
  const isOrdered = shape.kind !== 'par' || waits !== undefined;
  if (isOrdered && slots.length * calls.length > mostPairs) return fillUp(edited, problem, weightAt);
  const assigned = assignByTool({ slots, calls, weightAt, preference: isOrdered ? 'uncrossed' : 'early' });
  if (findMisplaced(layout, assigned, calls).length === 0) return assigned;
  const aligned = solve({ layout, calls, weightAt });
  return sumPairs(aligned, weightAt) < sumPairs(assigned, weightAt) - 1e-6 ? assigned : aligned;
}

/** 0 for different tools, else 1,000 and more the better it fits. An optional call that does not fit is another call. */
function weigher({ layout, calls, wrong }: PairProblem, table: PairTable): WeightAt {
  return (slot, column) => {
    if (!table.isOfTool(slot, column)) return 0;
    const isWhole = table.fits(slot, column);
    if (layout.slots[slot]?.required !== true) return isWhole ? 700 : 0;
    const call = calls[column] as MadeCall;
    const choice = table.choice(slot, column);
    const credit = isWhole ? 1 : table.credit(slot, column);
    const right = (hasOutcome(choice, call) ? 31 : 0) + (hasTurn(choice, call) ? 29 : 0);
    const needed = wrong[column] === 1 ? 0.5 : 0;
    return 1000 + (isWhole ? 400 : 0) + 100 * Math.floor(credit) + 50 * credit + right + needed;
  };
}

/** What is left over on both sides was made elsewhere: each slot takes the first call that goes with it best. */
function fillUp(columns: Columns, { layout, calls }: PairProblem, weightAt: WeightAt): Columns {
  const used = new Uint8Array(calls.length);
  for (const column of columns) if (column >= 0) used[column] = 1;
  const free = [...calls.keys()].filter((column) => used[column] === 0);
  const filled = columns.slice();
  for (let slot = 0; slot < layout.slots.length; slot += 1) {
    if (isFilled(filled, slot)) continue;
    let best = -1;
    for (const column of free) {
      if (used[column] === 0 && weightAt(slot, column) > (best < 0 ? 0 : weightAt(slot, best))) best = column;
    }
    if (best < 0) continue;
    used[best] = 1;
    filled[slot] = best;
  }
  return filled;
}
