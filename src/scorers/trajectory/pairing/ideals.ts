import { maxStates, type Needs, type WaitingLattice } from './lattice.ts';

/**
 * The states of slots of which some need others, and of which each of `groups` is launched by one message. Undefined when
 * there are more than `most`.
 */
export function idealsOf(
  slots: readonly number[],
  needs: Needs,
  { groups = [], most = maxStates }: { groups?: readonly (readonly number[])[]; most?: number } = {},
): WaitingLattice | undefined {
  const place = new Map(slots.map((slot, index) => [slot, index]));
  const placesOf = (some: readonly number[]) => some.flatMap((slot) => place.get(slot) ?? []);
  const before = slots.map((slot) => placesOf(needs.get(slot) ?? []));
  const after: number[][] = slots.map(() => []);
  before.forEach((places, at) => {
    for (const need of places) after[need]?.push(at);
  });
  const plan = { before, after, groups: groups.map(placesOf) };
  const graph = slots.length <= 52 ? walk(plan, doubles, most) : walk(plan, bigints, most);
  if (graph === undefined) return undefined;
  const slotAt = (at: number) => slots[at] as number;
  const followers = new Map(slots.map((slot, index) => [slot, (after[index] as number[]).map(slotAt)]));
  return { ...toLattice(graph, slotAt), followers };
}

/** Sets of places that can be keys of a map; a place is added once. */
type Sets<Set> = { none: Set; with(set: Set, at: number): Set; has(set: Set, at: number): boolean };
const doubles: Sets<number> = {
  none: 0,
  with: (set, at) => set + 2 ** at,
  has: (set, at) => Math.floor(set / 2 ** at) % 2 === 1,
};
const bigints: Sets<bigint> = {
  none: 0n,
  with: (set, at) => set | (1n << BigInt(at)),
  has: (set, at) => ((set >> BigInt(at)) & 1n) === 1n,
};

type Plan = {
  before: readonly (readonly number[])[];
  after: readonly (readonly number[])[];
  groups: readonly (readonly number[])[];
};
/** Edges in the order of the states that they come from: those of state `s` are `starts[s]` until `starts[s + 1]`. */
type Graph = { starts: number[]; from: number[]; to: number[]; at: number[]; open: readonly boolean[] };

/** Breadth first: states of fewer slots come first, so edges lead to higher numbers. */
function walk<Set>({ before, after, groups }: Plan, sets: Sets<Set>, most: number): Graph | undefined {
  const states: { members: Set; ready: readonly number[] }[] = [
    { members: sets.none, ready: [...before.keys()].filter((at) => before[at]?.length === 0) },
  ];
  const numbers = new Map([[sets.none, 0]]);
  const graph: Graph = { starts: [0], from: [], to: [], at: [], open: [] };
  for (let from = 0; from < states.length; from += 1) {
    const { members, ready } = states[from] as (typeof states)[number];
    for (const at of ready) {
      const next = sets.with(members, at);
      let to = numbers.get(next);
      if (to === undefined) {
        to = states.length;
        if (to >= most) return undefined;
        numbers.set(next, to);
        const freed = (after[at] as readonly number[]).filter((other) =>
          before[other]?.every((need) => sets.has(next, need)),
        );
        states.push({ members: next, ready: [...ready.filter((other) => other !== at), ...freed] });
      }
      graph.from.push(from);
      graph.to.push(to);
      graph.at.push(at);
    }
    graph.starts.push(graph.to.length);
  }
  const isOpen = (members: Set) =>
    groups.some((group) => group.some((at) => sets.has(members, at)) && !group.every((at) => sets.has(members, at)));
  return { ...graph, open: groups.length === 0 ? [] : states.map(({ members }) => isOpen(members)) };
}

function toLattice(graph: Graph, slotAt: (at: number) => number): Omit<WaitingLattice, 'followers'> {
  const size = graph.starts.length - 1;
  const starts = new Int32Array(size + 1);
  for (const state of graph.to) starts[state + 1] = (starts[state + 1] as number) + 1;
  for (let state = 0; state < size; state += 1)
    starts[state + 1] = (starts[state + 1] as number) + (starts[state] as number);
  const next = starts.slice();
  const [from, slot] = [new Int32Array(graph.to.length), new Int32Array(graph.to.length)];
  graph.to.forEach((state, edge) => {
    const at = next[state] as number;
    next[state] = at + 1;
    from[at] = graph.from[edge] as number;
    slot[at] = slotAt(graph.at[edge] as number);
  });
  const onward = {
    starts: Int32Array.from(graph.starts),
    to: Int32Array.from(graph.to),
    slot: Int32Array.from(graph.at, slotAt),
  };
  const open = graph.open.length === 0 ? undefined : Uint8Array.from(graph.open, Number);
  return { size, starts, from, slot, open, onward };
}
