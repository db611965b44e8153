import { addSlot, type SlotsOfCalls } from './add-slot.ts';
import { closeStates, type Message, NONE, type Played, type Sums, weightIn } from './message.ts';

/** Pairs of a state before and a state after the message, times what one costs. */
const maxWork = 400_000_000;

/**
 * A message of many calls, where nothing in it has to wait: from each state to each later one, the best pairing of the
 * slots between them. Undefined where that is too much.
 */
export function playSets(message: Message): Played | undefined {
  const { lattice, sums: before, columns } = message;
  const begins = [...before.keys()].filter((state) => isBegin(message, state));
  if (begins.length * lattice.size * columns.length ** 2 > maxWork) return undefined;
  const sums: Sums = before.slice();
  const origin = Int32Array.from(sums.keys());
  for (const begin of begins) {
    const { values } = pairFrom(message, begin);
    for (let state = begin; state < lattice.size; state += 1) {
      const sum = (before[begin] as number) + (values[state] as number);
      if (sum <= (sums[state] as number)) continue;
      sums[state] = sum;
      origin[state] = begin;
    }
  }
  closeStates(sums, lattice);
  return {
    sums,
    back(state, filled) {
      const begin = origin[state] as number;
      if (begin === state) return state;
      pairFrom(message, begin, state).slots[state]?.forEach((slot, at) => {
        if (slot >= 0) filled[slot] = columns[at] as number;
      });
      return begin;
    },
  };
}

/** What was had with a slot less can be had with it skipped: beginning there leaves more to choose from. */
function isBegin({ lattice: { starts, from }, sums }: Message, state: number): boolean {
  if (sums[state] === NONE) return false;
  for (let edge = starts[state] as number; edge < (starts[state + 1] as number); edge += 1) {
    if (sums[from[edge] as number] === sums[state]) return false;
  }
  return true;
}

/** The best that the message can do from one state to each later one. */
function pairFrom(message: Message, begin: number, end = message.lattice.size - 1): Paired {
  const { lattice, columns } = message;
  const { starts, from, slot } = lattice;
  const weightAt = (one: number, at: number) => weightIn(message, one, at);
  const values = new Float64Array(lattice.size).fill(NONE);
  const slots: (SlotsOfCalls | undefined)[] = [];
  values[begin] = 0;
  slots[begin] = columns.map(() => -1);
  for (let state = begin + 1; state <= end; state += 1) {
    for (let edge = starts[state] as number; edge < (starts[state + 1] as number); edge += 1) {
      const source = from[edge] as number;
      const known = slots[source];
      if (known === undefined) continue;
      const more = addSlot(known, slot[edge] as number, weightAt);
      values[state] = (values[source] as number) + more.gain;
      slots[state] = more.slots;
      break;
    }
  }
  return { values, slots };
}

type Paired = { values: Float64Array; slots: readonly (SlotsOfCalls | undefined)[] };
