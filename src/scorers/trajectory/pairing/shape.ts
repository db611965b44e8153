import { idealsOf } from './ideals.ts';
import { type Lattice, maxStates } from './lattice.ts';

/** How slots stand to each other. `par`: in any order · `together`: in any order, launched by one message. */
export type Shape = { kind: 'slot'; slot: number } | { kind: 'seq' | 'par' | 'together'; parts: readonly Shape[] };

/** The states of a shape; undefined when there are more than `maxStates`. */
export function latticeOf(shape: Shape): Lattice | undefined {
  if (isChain(shape)) return chainOf(shape.parts.map(({ slot }) => slot));
  if (countStates(shape) > maxStates) return undefined;
  const needs = new Map<number, readonly number[]>();
  addNeeds(shape, [], needs);
  return idealsOf(slotsIn(shape), needs, { groups: messagesIn(shape) });
}

/** How many states a shape has. */
export function countStates(shape: Shape): number {
  switch (shape.kind) {
    case 'slot':
      return 2;
    case 'seq':
      return shape.parts.reduce((sum, part) => sum + countStates(part) - 1, 1);
    default:
      return shape.parts.reduce((product, part) => product * countStates(part), 1);
  }
}

/** The slots of each message that the shape asks for. */
export function messagesIn(shape: Shape): number[][] {
  if (shape.kind === 'slot') return [];
  return shape.kind === 'together' ? [slotsIn(shape)] : shape.parts.flatMap(messagesIn);
}

export function slotsIn(shape: Shape): number[] {
  return shape.kind === 'slot' ? [shape.slot] : shape.parts.flatMap(slotsIn);
}

function isChain(shape: Shape): shape is { kind: 'seq'; parts: readonly { kind: 'slot'; slot: number }[] } {
  return shape.kind === 'seq' && shape.parts.every(({ kind }) => kind === 'slot');
}

function chainOf(slots: readonly number[]): Lattice {
  const size = slots.length + 1;
  const starts = new Int32Array(size + 1);
  const from = new Int32Array(slots.length);
  const slot = Int32Array.from(slots);
  for (let index = 0; index < slots.length; index += 1) {
    starts[index + 2] = index + 1;
    from[index] = index;
  }
  return { size, starts, from, slot };
}

/** Notes what the slots of a shape need when `first` come before it; returns the slots that nothing in it comes after. */
function addNeeds(shape: Shape, first: readonly number[], needs: Map<number, readonly number[]>): readonly number[] {
  if (shape.kind === 'slot') {
    needs.set(shape.slot, first);
    return [shape.slot];
  }
  if (shape.kind !== 'seq') return shape.parts.flatMap((part) => addNeeds(part, first, needs));
  let last = first;
  for (const part of shape.parts) if (slotsIn(part).length > 0) last = addNeeds(part, last, needs);
  return last;
}
