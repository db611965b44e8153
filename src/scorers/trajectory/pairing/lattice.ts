/**
 * The order that calls must keep, as the ways to decide slots one by one. A state is a set of decided slots that holds,
 * with each slot, all that come before it (an order ideal); states are numbered so that edges lead to higher numbers, 0 is
 * "none decided" and the last is "all decided".
 */
export type Lattice = {
  size: number;
  /** Edges by the state they lead to: those of state `s` are `starts[s]` until `starts[s + 1]`. */
  starts: Int32Array;
  from: Int32Array;
  slot: Int32Array;
  /** States in the middle of calls that one message must launch; absent where there are none. */
  open?: Uint8Array | undefined;
  /** Slots that must have been decided in an earlier message, by slot; absent where order within a message is free. */
  strict?: ReadonlyMap<number, readonly number[]> | undefined;
};

/** How slots stand to each other. `par`: in any order · `together`: in any order, launched by one message. */
export type Shape = { kind: 'slot'; slot: number } | { kind: 'seq' | 'par' | 'together'; parts: readonly Shape[] };

type Edge = readonly [from: number, to: number, slot: number];
type Graph = { size: number; edges: readonly Edge[]; open: ReadonlySet<number> };

/** More states than this are not tried; a sequence of calls has one state for each. */
export const maxStates = 40_000;

/** The states of a shape; undefined when there are more than `maxStates`. */
export function latticeOf(shape: Shape): Lattice | undefined {
  if (isChain(shape)) return chainOf(shape.parts.map(({ slot }) => slot));
  if (countStates(shape) > maxStates) return undefined;
  const graph = graphOf(shape);
  return toLattice(graph);
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

/**
 * The states of slots of which some wait for others: `before[slot]` are those that must have been decided in an earlier
 * message, and each of `groups` must be launched by one. Undefined when there are more than `maxStates`.
 */
export function waitingLattice(
  slots: readonly number[],
  before: ReadonlyMap<number, readonly number[]>,
  groups: readonly (readonly number[])[] = [],
): Lattice | undefined {
  const place = new Map(slots.map((slot, index) => [slot, index]));
  const needs = slots.map((slot) => (before.get(slot) ?? []).flatMap((other) => place.get(other) ?? []));
  const key = (members: readonly boolean[]) => members.map(Number).join('');
  const first = slots.map(() => false);
  const numbers = new Map([[key(first), 0]]);
  const queue: boolean[][] = [first];
  const edges: Edge[] = [];
  // Breadth first: states of fewer slots come first, so edges lead to higher numbers.
  for (let from = 0; from < queue.length; from += 1) {
    const members = queue[from] as boolean[];
    for (let index = 0; index < slots.length; index += 1) {
      if (members[index] === true || needs[index]?.some((need) => members[need] !== true)) continue;
      const next = members.with(index, true);
      const name = key(next);
      let to = numbers.get(name);
      if (to === undefined) {
        to = queue.length;
        if (to >= maxStates) return undefined;
        numbers.set(name, to);
        queue.push(next);
      }
      edges.push([from, to, slots[index] as number]);
    }
  }
  const inside = groups.map((group) => group.flatMap((slot) => place.get(slot) ?? []));
  const isOpen = (members: readonly boolean[]) =>
    inside.some((group) => group.some((at) => members[at]) && group.some((at) => !members[at]));
  const open = new Set(queue.flatMap((members, state) => (isOpen(members) ? [state] : [])));
  return { ...toLattice({ size: queue.length, edges, open }), strict: before };
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

function graphOf(shape: Shape): Graph {
  switch (shape.kind) {
    case 'slot':
      return { size: 2, edges: [[0, 1, shape.slot]], open: new Set() };
    case 'seq':
      return shape.parts.map(graphOf).reduce(join, { size: 1, edges: [], open: new Set() });
    case 'par':
      return shape.parts.map(graphOf).reduce(cross, { size: 1, edges: [], open: new Set() });
    default: {
      const graph = shape.parts.map(graphOf).reduce(cross, { size: 1, edges: [], open: new Set<number>() });
      const inside = Array.from({ length: Math.max(0, graph.size - 2) }, (_, index) => index + 1);
      return { ...graph, open: new Set(inside) };
    }
  }
}

/** One after the other: the last state of the first is the first state of the second. */
function join(first: Graph, second: Graph): Graph {
  const by = first.size - 1;
  return {
    size: by + second.size,
    edges: [...first.edges, ...second.edges.map(([from, to, slot]): Edge => [from + by, to + by, slot])],
    open: new Set([...first.open, ...[...second.open].map((state) => state + by)]),
  };
}

/** Side by side: every state of one with every state of the other. */
function cross(first: Graph, second: Graph): Graph {
  const edges: Edge[] = [];
  const open = new Set<number>();
  for (let state = 0; state < first.size; state += 1) {
    for (const [from, to, slot] of second.edges)
      edges.push([state * second.size + from, state * second.size + to, slot]);
    for (let other = 0; other < second.size; other += 1) {
      if (first.open.has(state) || second.open.has(other)) open.add(state * second.size + other);
    }
  }
  for (const [from, to, slot] of first.edges) {
    for (let state = 0; state < second.size; state += 1) {
      edges.push([from * second.size + state, to * second.size + state, slot]);
    }
  }
  return { size: first.size * second.size, edges, open };
}

function toLattice({ size, edges, open }: Graph): Lattice {
  const sorted = edges.toSorted((a, b) => a[1] - b[1] || a[0] - b[0]);
  const starts = new Int32Array(size + 1);
  for (const [, to] of sorted) starts[to + 1] = (starts[to + 1] as number) + 1;
  for (let state = 0; state < size; state += 1)
    starts[state + 1] = (starts[state + 1] as number) + (starts[state] as number);
  const lattice: Lattice = {
    size,
    starts,
    from: Int32Array.from(sorted, ([from]) => from),
    slot: Int32Array.from(sorted, ([, , slot]) => slot),
  };
  if (open.size > 0) lattice.open = Uint8Array.from({ length: size }, (_, state) => (open.has(state) ? 1 : 0));
  return lattice;
}
