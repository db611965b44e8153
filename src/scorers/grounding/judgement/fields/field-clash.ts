import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import type { DataRecord } from './data-records.ts';

/** A record that a sentence names. Positions are those of the sentence. */
export type Named = { start: number; end: number; records: readonly DataRecord[] };
/** What a sentence says against data: words, the field that has another value, and a message. */
export type FieldClash = { start: number; end: number; message: string; field?: LedgerEntry | undefined };
