import type { Lattice } from '../lattice.ts';
import { closeStates, type Message, type Played, type Sums } from './message.ts';

/** A message of one call: each state is as before, or a slot more is skipped, or filled with the call. */
export function playOne({ lattice, sums, columns, weights }: Message): Played {
  const { size, starts, from, slot } = lattice;
  const column = columns[0] as number;
  const base = column * weights.rows;
  const next: Sums = new Float64Array(size);
  // For each state 0 = as before, 1 + 2 * edge = edge skipped, 2 + 2 * edge = edge taken, with edges counted from its first.
  const choices = maxIndegree(lattice) < 127 ? new Uint8Array(size) : new Uint16Array(size);
  for (let state = 0; state < size; state += 1) {
    let best = sums[state] as number;
    let choice = 0;
    const start = starts[state] as number;
    const end = starts[state + 1] as number;
    for (let edge = start; edge < end; edge += 1) {
      const source = from[edge] as number;
      const skipped = next[source] as number;
      if (skipped > best) {
        best = skipped;
        choice = 1 + 2 * (edge - start);
      }
      const weight = weights.values[base + (slot[edge] as number)] as number;
      if (weight > 0 && (sums[source] as number) + weight > best) {
        best = (sums[source] as number) + weight;
        choice = 2 + 2 * (edge - start);
      }
    }
    next[state] = best;
    choices[state] = choice;
  }
  closeStates(next, lattice);
  return {
    sums: next,
    back(state, filled) {
      let at = state;
      for (let choice = choices[at] as number; choice !== 0; choice = choices[at] as number) {
        const edge = (starts[at] as number) + ((choice - 1) >> 1);
        at = from[edge] as number;
        if (choice % 2 === 1) continue;
        filled[slot[edge] as number] = column;
        break;
      }
      return at;
    },
  };
}

function maxIndegree({ size, starts }: Lattice): number {
  let most = 0;
  for (let state = 0; state < size; state += 1)
    most = Math.max(most, (starts[state + 1] as number) - (starts[state] as number));
  return most;
}
