import type { MadeCall } from '../made-call.ts';
import { assignFreely } from './assign-freely.ts';
import type { Columns } from './columns.ts';
import { sumPairs } from './layout-pairing.ts';
import type { WaitingPart } from './order-parts.ts';
import type { Weights } from './pair-table.ts';

type Problem = { calls: readonly MadeCall[]; weights: Weights };
type Search = Problem & {
  part: WaitingPart;
  /** Slots that are no hubs: once hubs have their calls, nothing binds them to each other. */
  others: readonly number[];
  /** What all come to where no order has to be kept: it cannot be more. */
  most: number;
  best: { sum: number; columns: Columns };
};

/** Sums that differ by less are the same. */
const least = 1e-9;

/** The best pairing of slots that all wait for one or two, or those for them: every call is tried for the hubs. */
export function solveHubs(part: WaitingPart, { calls, weights }: Problem): Columns {
  const unbound = assignFreely(weights, { preference: 'uncrossed', only: part.slots });
  if (part.isKept((slot) => calls[unbound[slot] as number]?.step)) return unbound;
  const others = part.slots.filter((slot) => !part.hubs.includes(slot));
  const none: Columns = new Int32Array(weights.rows).fill(-1);
  const best = { sum: -1, columns: none };
  const search: Search = { part, calls, weights, others, most: sumPairs(unbound, weights), best };
  fillHubs(none, 0, search);
  return search.best.columns;
}

function fillHubs(columns: Columns, index: number, search: Search): void {
  const { part, calls, weights, most } = search;
  const hub = part.hubs[index];
  if (hub === undefined) {
    fillOthers(columns, search);
    return;
  }
  const mayTake = (column: number) =>
    (weights.values[column * weights.rows + hub] as number) > 0 && !columns.includes(column);
  for (const column of [...[...calls.keys()].filter(mayTake), -1]) {
    if (search.best.sum >= most - least) return;
    const filled = columns.slice();
    filled[hub] = column;
    if (part.isKept((slot) => calls[filled[slot] as number]?.step)) fillHubs(filled, index + 1, search);
  }
}

function fillOthers(columns: Columns, search: Search): void {
  const { part, calls, weights, others } = search;
  const { rows, values } = weights;
  const stepOf = (slot: number) => calls[columns[slot] as number]?.step;
  const used = new Set(columns);
  const bound = new Float64Array(values.length);
  let atMost = sumPairs(columns, weights);
  for (const slot of others) {
    let most = 0;
    for (let column = 0; column < calls.length; column += 1) {
      const weight = values[column * rows + slot] as number;
      if (weight === 0 || used.has(column) || !part.mayBeIn(slot, (calls[column] as MadeCall).step, stepOf)) continue;
      bound[column * rows + slot] = weight;
      most = Math.max(most, weight);
    }
    atMost += most;
  }
  if (atMost <= search.best.sum + least) return;
  const assigned = assignFreely({ rows, values: bound }, { preference: 'early', only: others });
  const all = columns.map((column, slot) => (column >= 0 ? column : (assigned[slot] as number)));
  const sum = sumPairs(all, weights);
  if (sum > search.best.sum + least) search.best = { sum, columns: all };
}
