import { idealsOf } from './ideals.ts';
import { type Lattice, maxStates, type Needs, type WaitingLattice } from './lattice.ts';
import { countStates, latticeOf, messagesIn, type Shape, slotsIn } from './shape.ts';

/** Slots that stand in an order among themselves, and in none with others. */
export type OrderPart = ShapedPart | WaitingPart;
type PartHead = {
  slots: readonly number[];
  /** Whether the best pairing can be found, where calls are made one by one. */
  isTractable(): boolean;
  /** Whether the messages of the calls that fill the slots keep the order. */
  isKept(stepOf: StepOf): boolean;
};
export type ShapedPart = PartHead & { isWaiting: false; lattice(): Lattice | undefined };
/** Some slots must have been decided in an earlier message than others. */
export type WaitingPart = PartHead & {
  isWaiting: true;
  lattice(): WaitingLattice | undefined;
  /** The one or two slots that all others wait for, or that wait for all others; empty where there are no such. */
  hubs: readonly number[];
  /** Whether a slot that is no hub may be filled in a step, when the hubs are filled. */
  mayBeIn(slot: number, step: number, stepOf: StepOf): boolean;
};
type StepOf = (slot: number) => number | undefined;

/** What of a layout stands in an order, part by part, and the slots that no order binds. */
export type OrderParts = { free: readonly number[]; parts: readonly OrderPart[] };

/**
 * Takes an order apart: what no order connects can be decided by itself, but for the calls that it competes for. A slot that
 * stays empty still stands between those before and those after it.
 */
export function orderParts(shape: Shape, waits: Needs = new Map()): OrderParts {
  const bound = connectedParts(shape.kind === 'par' ? shape.parts : [shape], waits);
  const free = bound.flatMap((group) => (isFree(group, waits) ? slotsIn(group[0] as Shape) : []));
  return {
    free,
    parts: bound.filter((group) => !isFree(group, waits)).map((group) => partOf(group, waits)),
  };
}

/** What a slot needs, and what that needs, to the end. */
function allNeeds(slots: readonly number[], direct: Needs): Needs {
  const all = new Map<number, readonly number[]>();
  const needsOf = (slot: number): readonly number[] => {
    const known = all.get(slot);
    if (known !== undefined) return known;
    const needs = direct.get(slot) ?? [];
    const found = [...new Set([...needs, ...needs.flatMap(needsOf)])];
    all.set(slot, found);
    return found;
  };
  return new Map(slots.map((slot) => [slot, needsOf(slot)]));
}

function isFree(group: readonly Shape[], waits: Needs): boolean {
  const [first] = group;
  return group.length === 1 && first?.kind === 'slot' && !waits.has(first.slot);
}

function partOf(group: readonly Shape[], direct: Needs): OrderPart {
  const slots = group.flatMap(slotsIn);
  const [only] = group;
  if (group.length === 1 && only !== undefined && !slots.some((slot) => direct.has(slot))) return shapedPart(only);
  const messages = group.flatMap(messagesIn);
  const waits = allNeeds(slots, direct);
  const needs = (slot: number, other: number) => waits.get(slot)?.includes(other) === true;
  const hubs = messages.length === 0 ? hubsOf(slots, waits) : [];
  const lattice = once(() => idealsOf(slots, direct, { groups: messages }));
  return {
    slots,
    isWaiting: true,
    hubs,
    lattice,
    mayBeIn: (slot, step, stepOf) =>
      hubs.every((hub) => {
        const other = stepOf(hub);
        if (other === undefined) return true;
        return !(needs(slot, hub) && other >= step) && !(needs(hub, slot) && step >= other);
      }),
    isTractable: () => hubs.length > 0 || lattice() !== undefined,
    isKept: (stepOf) =>
      slots.every((slot) => hasWaited(slot, waits, stepOf)) && messages.every((one) => isOne(one, stepOf)),
  };
}

/** The most slots that are tried call by call, with one hub and with two. */
const mostAround = [0, 200, 50];

/** Every wait begins or ends at one of them. */
function hubsOf(slots: readonly number[], waits: Needs): number[] {
  if (slots.length > Math.max(...mostAround)) return [];
  let left = slots.flatMap((slot) => (waits.get(slot) ?? []).map((need) => [slot, need] as const));
  const hubs: number[] = [];
  while (left.length > 0 && hubs.length < 2) {
    const degrees = new Map<number, number>();
    for (const slot of left.flat()) degrees.set(slot, (degrees.get(slot) ?? 0) + 1);
    const hub = slots.reduce((most, slot) => ((degrees.get(slot) ?? 0) > (degrees.get(most) ?? 0) ? slot : most));
    hubs.push(hub);
    left = left.filter((edge) => !edge.includes(hub));
  }
  return left.length === 0 && slots.length <= (mostAround[hubs.length] as number) ? hubs : [];
}

function shapedPart(shape: Shape): OrderPart {
  return {
    slots: slotsIn(shape),
    isWaiting: false,
    isTractable: () => countStates(shape) <= maxStates,
    lattice: once(() => latticeOf(shape)),
    isKept: (stepOf) => isShapeKept(shape, stepOf),
  };
}

/** Groups of shapes that waits lead between. */
function connectedParts(shapes: readonly Shape[], waits: Needs): Shape[][] {
  const groupOf = new Map<number, number>();
  shapes.forEach((shape, index) => {
    for (const slot of slotsIn(shape)) groupOf.set(slot, index);
  });
  const leader = shapes.map((_, index) => index);
  const find = (index: number): number => {
    const up = leader[index] as number;
    return up === index ? index : find(up);
  };
  for (const [slot, needs] of waits) {
    for (const need of needs) leader[find(groupOf.get(slot) ?? 0)] = find(groupOf.get(need) ?? 0);
  }
  const groups = new Map<number, Shape[]>();
  shapes.forEach((shape, index) => {
    const root = find(index);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [shape]);
    else group.push(shape);
  });
  return [...groups.values()];
}

function hasWaited(slot: number, waits: Needs, stepOf: StepOf): boolean {
  const step = stepOf(slot);
  return (
    step === undefined || (waits.get(slot) ?? []).every((need) => (stepOf(need) ?? Number.NEGATIVE_INFINITY) < step)
  );
}

function isOne(slots: readonly number[], stepOf: StepOf): boolean {
  return new Set(slots.flatMap((slot) => stepOf(slot) ?? [])).size <= 1;
}

function isShapeKept(shape: Shape, stepOf: StepOf): boolean {
  if (shape.kind === 'slot') return true;
  if (shape.kind === 'together' && !isOne(slotsIn(shape), stepOf)) return false;
  let last = Number.NEGATIVE_INFINITY;
  for (const part of shape.parts) {
    if (!isShapeKept(part, stepOf)) return false;
    if (shape.kind !== 'seq') continue;
    const steps = slotsIn(part).flatMap((slot) => stepOf(slot) ?? []);
    if (steps.some((step) => step < last)) return false;
    last = Math.max(last, ...steps);
  }
  return true;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
