import type { LedgerEntry } from '../../evidence/ledger-entry.ts';

/** Words told of one record: part of a sentence, with what the results know of that record. */
export type Passage = {
  text: string;
  start: number;
  /** The sentence before it. */
  lead: string;
  entries: readonly LedgerEntry[];
};
/** What a passage says against a field; `start` and `end` are places in its text. */
export type Against = { entry: LedgerEntry; start: number; end: number; reason: 'polarity' | 'status_mismatch' };
