/** Column of each slot, -1 for none. */
export type Columns = Int32Array;
