import type { MadeCall } from '../made-call.ts';
import { hasOutcome, hasTurn } from '../specification/expected-call.ts';
import { assignFreely } from './assign-freely.ts';
import type { Columns } from './columns.ts';
import { findMisplaced } from './find-misplaced.ts';
import {
  isCountedInPlace,
  isFilled,
  type LayoutPairing,
  type PairProblem,
  pairInPlace,
  sumPairs,
} from './layout-pairing.ts';
import { FITS, type PairTable, type Weights, weighPairs } from './pair-table.ts';
import { solve } from './solve.ts';

/** The most pairs that are tried without regard to order, for telling only. */
const mostPairs = 90_000;

/**
 * Pairs where not everything fits. What is told prefers pairs whose arguments agree to pairs in order, so that a swap
 * shows as a swap; what is counted keeps the order.
 */
export function pairPartly(problem: PairProblem, table: PairTable, fit: Columns): LayoutPairing {
  const { layout, calls } = problem;
  const { slots } = layout;
  const { kinds } = table;
  const credits = creditsThatCount(problem, table);
  const costOf = (at: number) => (kinds[at] === FITS ? 0 : Math.max(0.1, 1 - (credits.values[at] as number)));
  // An expected call that is left out costs one, and so does a call that is too many; an optional slot costs nothing.
  const saved = weighPairs(table, (slot, _, at) => (slots[slot]?.required === true ? 2 : 1) - costOf(at));
  const edited = solve({ layout, calls, weights: saved });
  const columns = pairToTell(problem, table, edited);
  const isInPlace = isCountedInPlace(problem);
  const place = (weights: Weights) =>
    isInPlace ? pairInPlace({ ...problem, columns, weights }) : solve({ layout, calls, weights });
  const fitting = () => weighPairs(table, (_slot, _column, at) => (kinds[at] === FITS ? 1 : 0));
  let editCost = 0;
  edited.forEach((column, slot) => {
    if (column >= 0) editCost += costOf(column * table.rows + slot);
  });
  return {
    layout,
    columns,
    isWhole: false,
    misplaced: findMisplaced(layout, columns, calls),
    matched: isInPlace ? place(fitting()) : fit,
    edited,
    editCost,
    credit: sumPairs(place(credits), credits),
    choice: table.choice,
  };
}

/** Credits, but none for a call of another turn or with another outcome. */
function creditsThatCount({ calls }: PairProblem, table: PairTable): Weights {
  const credits = table.credits();
  return weighPairs(table, (slot, column, at) => {
    if (table.kinds[at] === FITS) return 1;
    const [choice, call] = [table.choice(slot, column), calls[column] as MadeCall];
    return hasTurn(choice, call) && hasOutcome(choice, call) ? (credits[at] as number) : 0;
  });
}

function pairToTell(problem: PairProblem, table: PairTable, edited: Columns): Columns {
  const { layout, calls } = problem;
  const { slots, shape, waits } = layout;
  const weights = weighToTell(problem, table);
  const isOrdered = shape.kind !== 'par' || waits !== undefined;
  if (isOrdered && slots.length * calls.length > mostPairs) return fillUp(edited, weights);
  const assigned = assignFreely(weights, { preference: isOrdered ? 'uncrossed' : 'early' });
  if (findMisplaced(layout, assigned, calls).length === 0) return assigned;
  const aligned = solve({ layout, calls, weights });
  return sumPairs(aligned, weights) < sumPairs(assigned, weights) - 1e-6 ? assigned : aligned;
}

/** 0 for different tools, else 1,000 and more the better it fits. An optional call that does not fit is another call. */
function weighToTell({ layout, calls, wrong }: PairProblem, table: PairTable): Weights {
  const credits = table.credits();
  return weighPairs(table, (slot, column, at) => {
    const isWhole = table.kinds[at] === FITS;
    if (layout.slots[slot]?.required !== true) return isWhole ? 700 : 0;
    const call = calls[column] as MadeCall;
    const choice = table.choice(slot, column);
    const credit = credits[at] as number;
    const right = (hasOutcome(choice, call) ? 31 : 0) + (hasTurn(choice, call) ? 29 : 0);
    const needed = wrong[column] === 1 ? 0.5 : 0;
    return 1000 + (isWhole ? 400 : 0) + 100 * Math.floor(credit) + 50 * credit + right + needed;
  });
}

/** What is left over on both sides was made elsewhere: each slot takes the first call that goes with it best. */
function fillUp(columns: Columns, { rows, values }: Weights): Columns {
  const used = new Uint8Array(values.length / rows);
  for (const column of columns) if (column >= 0) used[column] = 1;
  const filled = columns.slice();
  for (let slot = 0; slot < rows; slot += 1) {
    if (isFilled(filled, slot)) continue;
    let best = -1;
    let most = 0;
    for (let column = 0; column < used.length; column += 1) {
      const weight = values[column * rows + slot] as number;
      if (used[column] === 0 && weight > most) [best, most] = [column, weight];
    }
    if (best < 0) continue;
    used[best] = 1;
    filled[slot] = best;
  }
  return filled;
}
