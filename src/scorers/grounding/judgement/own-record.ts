import type { ValueClaim } from '../claims/claim.ts';
import { clauseAt } from '../claims/polarity.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import type { LedgerEntry } from '../evidence/ledger-entry.ts';
import { evidenceTables } from './tables/evidence-tables.ts';
import { referencesIn } from './tables/references.ts';

/**
 * Whether the words nearest to a value in its clause name the record that holds it: "the dermatology visit at 13:40", after
 * an id of another one.
 */
export function isNamedOtherwise(
  { sentence, at, answer }: ValueClaim,
  holders: readonly LedgerEntry[],
  ledger: EvidenceLedger,
): boolean {
  const clause = clauseAt(sentence.text, at - sentence.start);
  const from = at - sentence.start - clause.start;
  const held = new Set(holders.map(({ id }) => id));
  return evidenceTables(ledger, answer.seq).some((table) => {
    const references = referencesIn({ text: clause.text }, table).filter(
      ({ start, end }) => from < start || end <= from,
    );
    const nearest = references.findLast(({ end }) => end <= from) ?? references[0];
    return nearest !== undefined && [...nearest.record.cells.values()].some(({ id }) => held.has(id));
  });
}
