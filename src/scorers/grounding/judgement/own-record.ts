import type { ValueClaim } from '../claims/claim.ts';
import { clauseAt } from '../claims/polarity.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import type { LedgerEntry } from '../evidence/ledger-entry.ts';
import { evidenceTables } from './tables/evidence-tables.ts';
import { referencesIn } from './tables/references.ts';

/**
 * Whether the clause of a value names, by words of its own, the record that holds it: "the dermatology visit at 13:40",
 * after an id of another one.
 */
export function isNamedOtherwise(
  { sentence, at, answer }: ValueClaim,
  holders: readonly LedgerEntry[],
  ledger: EvidenceLedger,
): boolean {
  const from = at - sentence.start;
  const clause = clauseAt(sentence.text, from);
  const held = new Set(holders.map(({ id }) => id));
  return evidenceTables(ledger, answer.seq).some((table) =>
    referencesIn({ text: clause.text }, table).some(
      ({ record, start, end }) =>
        !(clause.start + start <= from && from < clause.start + end) &&
        [...record.cells.values()].some(({ id }) => held.has(id)),
    ),
  );
}
