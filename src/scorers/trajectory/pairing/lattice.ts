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
};

export type WaitingLattice = Lattice & {
  /** The same edges by the state they come from: those of state `s` are `starts[s]` until `starts[s + 1]`. */
  onward: { starts: Int32Array; to: Int32Array; slot: Int32Array };
  /** The slots that need a slot, by slot. */
  followers: ReadonlyMap<number, readonly number[]>;
};

/** What must have been decided before a slot, by slot. */
export type Needs = ReadonlyMap<number, readonly number[]>;

/** More states than this are not tried; a sequence of calls has one state for each. */
export const maxStates = 40_000;
