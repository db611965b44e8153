import type { WaitingLattice } from '../lattice.ts';
import { addSlot, type SlotsOfCalls } from './add-slot.ts';
import { closeStates, type Message, NONE, type Played, type Sums, weightIn } from './message.ts';

/** Sets of slots that are tried for one message. */
const maxSets = 10_000_000;

/**
 * A message whose calls cannot have waited for each other: what they fill is ready before it. What is skipped counts as
 * skipped before the message, or after it. Undefined where too many sets of slots can be filled.
 */
export function playWaiting(message: Message<WaitingLattice>): Played | undefined {
  const { lattice, sums: before, columns } = message;
  const sums: Sums = before.slice();
  // For each state 0 = as before, 1 + edge = edge skipped, -1 - state = filled from there.
  const via = new Int32Array(lattice.size);
  const wanted = wantedSlots(message);
  const matters = new Set(
    [...lattice.followers].flatMap(([slot, all]) => (all.some((one) => wanted.has(one)) ? [slot] : [])),
  );
  const root: Filled = { slots: columns.map(() => -1), value: 0, more: [] };
  const filling: Filling = { message, wanted, root, sums, via, left: maxSets };
  for (let begin = 0; begin < lattice.size; begin += 1) {
    if (before[begin] === NONE || isNoBegin(message, begin, matters)) continue;
    fillFrom(begin, filling);
    if (filling.left < 0) return undefined;
  }
  skipFurther(lattice, sums, via);
  closeStates(sums, lattice);
  return {
    sums,
    back(end, filled) {
      let state = end;
      while ((via[state] as number) > 0) state = lattice.from[(via[state] as number) - 1] as number;
      if (via[state] === 0) return state;
      const begin = -1 - (via[state] as number);
      slotsBetween(begin, state, filling).forEach((slot, at) => {
        if (slot >= 0) filled[slot] = columns[at] as number;
      });
      return begin;
    },
  };
}

/** Slots that fill calls of the message, what that is worth, and what it is with a slot more, as far as it was asked. */
type Filled = { slots: SlotsOfCalls; value: number; more: (Filled | undefined)[] };
type Filling = {
  message: Message<WaitingLattice>;
  /** Slots that a call of the message could fill. */
  wanted: ReadonlySet<number>;
  root: Filled;
  sums: Sums;
  via: Int32Array;
  /** How many sets may still be tried. */
  left: number;
};

function wantedSlots(message: Message<WaitingLattice>): Set<number> {
  const slots = [...message.lattice.followers.keys()];
  return new Set(slots.filter((slot) => message.columns.some((_, at) => weightIn(message, slot, at) > 0)));
}

/** The same was had with a slot less, which may as well be skipped later, since nothing that is wanted needs it. */
function isNoBegin({ lattice, sums }: Message<WaitingLattice>, state: number, matters: ReadonlySet<number>): boolean {
  const { starts, from, slot } = lattice;
  for (let edge = starts[state] as number; edge < (starts[state + 1] as number); edge += 1) {
    if (sums[from[edge] as number] === sums[state] && !matters.has(slot[edge] as number)) return true;
  }
  return false;
}

/** Fills every set of slots that are ready, and that the message can fill all at once. */
function fillFrom(begin: number, filling: Filling): void {
  const { message, wanted, root, sums, via } = filling;
  const { starts, to, slot } = message.lattice.onward;
  const end = starts[begin + 1] as number;
  const sum = message.sums[begin] as number;
  const fill = (state: number, first: number, filled: Filled) => {
    for (let edge = first; edge < end; edge += 1) {
      const one = slot[edge] as number;
      if (!wanted.has(one)) continue;
      filling.left -= 1;
      if (filling.left < 0) return;
      const more = withSlot(message, filled, one);
      if (more === filled) continue;
      const next = state === begin ? (to[edge] as number) : stateWith(message.lattice, state, one);
      if (sum + more.value > (sums[next] as number)) {
        sums[next] = sum + more.value;
        via[next] = -1 - begin;
      }
      if (message.columns.length > 1) fill(next, edge + 1, more);
    }
  };
  fill(begin, starts[begin] as number, root);
}

/** The same when a slot is worth nothing more, or drives out another: it is worth no more with others beside it. */
function withSlot(message: Message<WaitingLattice>, filled: Filled, slot: number): Filled {
  const known = filled.more[slot];
  if (known !== undefined) return known;
  const { slots, gain } = addSlot(filled.slots, slot, (one, at) => weightIn(message, one, at));
  const isMore = gain > 0 && countFilled(slots) > countFilled(filled.slots);
  const more = isMore ? { slots, value: filled.value + gain, more: [] } : filled;
  filled.more[slot] = more;
  return more;
}

function countFilled(slots: SlotsOfCalls): number {
  let count = 0;
  for (const slot of slots) if (slot >= 0) count += 1;
  return count;
}

function stateWith({ onward: { starts, to, slot } }: WaitingLattice, state: number, wanted: number): number {
  let edge = starts[state] as number;
  while (slot[edge] !== wanted) edge += 1;
  return to[edge] as number;
}

function skipFurther({ size, starts, from }: WaitingLattice, sums: Sums, via: Int32Array): void {
  for (let state = 0; state < size; state += 1) {
    for (let edge = starts[state] as number; edge < (starts[state + 1] as number); edge += 1) {
      const sum = sums[from[edge] as number] as number;
      // Where it comes to the same, what comes first is filled and what was to wait is left out.
      if (sum < (sums[state] as number) || (sum === sums[state] && (via[state] as number) >= 0)) continue;
      sums[state] = sum;
      via[state] = 1 + edge;
    }
  }
}

/** The slots that were filled from one state to another: those that were ready there and come last here. */
function slotsBetween(begin: number, end: number, { message, wanted, root }: Filling): SlotsOfCalls {
  const { lattice } = message;
  const { starts, slot } = lattice.onward;
  const ready = new Set(slot.subarray(starts[begin], starts[begin + 1]));
  let filled = root;
  for (let edge = lattice.starts[end] as number; edge < (lattice.starts[end + 1] as number); edge += 1) {
    const one = lattice.slot[edge] as number;
    if (ready.has(one) && wanted.has(one)) filled = withSlot(message, filled, one);
  }
  return filled.slots;
}
