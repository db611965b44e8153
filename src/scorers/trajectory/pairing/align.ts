import { closeStates, type Message, type Played, type Sums } from './align/message.ts';
import { playMasks } from './align/play-masks.ts';
import { playOne } from './align/play-one.ts';
import { playSets } from './align/play-sets.ts';
import { playWaiting } from './align/play-waiting.ts';
import type { Columns } from './columns.ts';
import type { Lattice, WaitingLattice } from './lattice.ts';
import type { Weights } from './pair-table.ts';

/** Some bytes for each state and message, to walk back. */
const maxTable = 64_000_000;

type Problem<Order extends Lattice> = {
  lattice: Order;
  /** The columns of each message. */
  steps: readonly (readonly number[])[];
  weights: Weights;
};

/**
 * Pairs slots with calls so that the sum of weights is greatest while the order of the lattice is kept; calls of one
 * message are in no order among themselves. A weighted longest common subsequence, over order ideals in place of prefixes.
 * O(states * calls) where messages launch single calls. Of equal sums the one with earlier calls is taken. Undefined when
 * there is too much to try.
 */
export function align(problem: Problem<Lattice>): Columns | undefined {
  return play(problem, (message) => (message.columns.length === 1 ? playOne(message) : playSeveral(message)));
}

/** The same, where a slot that comes after others needs them decided in an earlier message. */
export function alignWaiting(problem: Problem<WaitingLattice>): Columns | undefined {
  return play(problem, playWaiting);
}

/** States times sets of calls: of the first number it is the quickest way, and the second is what fits into memory. */
const maxCells = [200_000, 8_000_000] as const;

function playSeveral(message: Message): Played | undefined {
  return playMasks(message, maxCells[0]) ?? playSets(message) ?? playMasks(message, maxCells[1]);
}

function play<Order extends Lattice>(
  { lattice, steps, weights }: Problem<Order>,
  playMessage: (message: Message<Order>) => Played | undefined,
): Columns | undefined {
  if (lattice.size * steps.length > maxTable) return undefined;
  let sums: Sums = new Float64Array(lattice.size);
  closeStates(sums, lattice);
  const played: Played[] = [];
  for (const columns of steps) {
    const one = playMessage({ lattice, sums, columns, weights });
    if (one === undefined) return undefined;
    sums = one.sums;
    played.push(one);
  }
  const columns: Columns = new Int32Array(weights.rows).fill(-1);
  let state = lattice.size - 1;
  for (let index = played.length - 1; index >= 0; index -= 1) state = (played[index] as Played).back(state, columns);
  return columns;
}
