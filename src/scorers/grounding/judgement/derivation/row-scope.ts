import type { Row, Table } from '../tables/tables.ts';

/** The records that a sentence speaks of, in one table. */
export type RowScope = {
  table: Table;
  /** Named in the sentence; else the one that the answer speaks of. */
  named: readonly Row[];
  /** Each a set that can be meant by "all", "the free ones", "from January to April". */
  sets: readonly (readonly Row[])[];
};
