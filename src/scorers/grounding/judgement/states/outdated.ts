import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import { sharesWord, wordSet, wordsOf } from '../../evidence/words.ts';
import { isReading } from '../judge-actions.ts';
import type { Passage } from './passage.ts';

/** Fields that any deed may move. */
const MOVING = /status|state|stage|phase|状态|进度/i;

/** A write about the record has succeeded since; what it changed there was not read again. Other fields it has to name. */
export function isOutdated(
  entry: LedgerEntry,
  { entries }: Passage,
  { seq, ledger }: { seq: number; ledger: EvidenceLedger },
): boolean {
  const own = new Set(entries.map(({ text }) => text.toLowerCase().replace(/^#/, '')));
  return ledger.calls.some(
    (later) =>
      later.index > (entry.call ?? 0) &&
      later.outcome === 'ok' &&
      !isReading(later) &&
      later.seenAt !== undefined &&
      later.seenAt < seq &&
      (later.ids.length === 0 || later.ids.some((id) => own.has(id))) &&
      (MOVING.test(entry.key) || sharesWord(wordsOf(entry.key), wordSet(later.request))),
  );
}
