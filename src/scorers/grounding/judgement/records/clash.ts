import type { Answer } from '../../claims/answer.ts';
import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import type { Records } from '../../evidence/records.ts';
import type { Mention } from './mentions-in.ts';

/** What an answer and its evidence say around one mention. */
export type Context = {
  mentions: readonly Mention[];
  topic: readonly Mention[];
  index: number;
  answer: Answer;
  records: Records;
  /** What the user said, in lower case. */
  said: readonly string[];
};

/** Another record holds it, and the record that the talk is of holds something else there. */
export type Clash = { mention: Mention; held: LedgerEntry; rival: LedgerEntry; by: readonly Mention[] };
