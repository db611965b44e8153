import type { ValueClaim } from '../../claims/claim.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { stateAt } from '../../evidence/ledger-entry.ts';
import { sharesWord, wordsOf } from '../../evidence/words.ts';
import type { Derivation } from './derivation.ts';

/** A count of the records named behind it, of the points listed below it, or of the records that say a word beside it. */
export function byCount(claim: ValueClaim, ledger: EvidenceLedger): Derivation | undefined {
  const { value, sentence, answer, at } = claim;
  if (value.kind !== 'number' || value.decimal.includes('.') || Number(value.decimal) > 50) return undefined;
  const count = Number(value.decimal);
  const named = new Set(sentence.anchors.filter(({ start }) => start > at).map(({ key }) => key));
  if (named.size === count && count > 1) return { formula: `${count} records are named`, holds: true, entries: [] };
  const below = answer.sentences.slice(sentence.index + 1);
  const deeper = below.findIndex(
    (other) => other.line !== sentence.line && other.indent <= sentence.indent && other.layout !== 'bullet',
  );
  const block = (deeper < 0 ? below : below.slice(0, deeper)).filter(
    ({ layout, line }) => layout === 'bullet' && line !== sentence.line,
  );
  const depth = Math.min(...block.map(({ indent }) => indent));
  const items = new Set(block.filter(({ indent }) => indent === depth).map(({ line }) => line));
  if (items.size === count && count > 0)
    return { formula: `${count} points are listed below`, holds: true, entries: [] };
  return byFilteredCount(claim, ledger, count);
}

/** "one delivered order": as many live leaves as say the word beside the number. */
function byFilteredCount(
  { sentence, answer, at, text }: ValueClaim,
  ledger: EvidenceLedger,
  count: number,
): Derivation | undefined {
  const after = answer.normalised.text
    .slice(at + text.length, Math.min(sentence.end, at + text.length + 40))
    .toLowerCase();
  const words = after.match(/[a-z]{4,}/g)?.slice(0, 3) ?? [];
  for (const word of words) {
    const entries = ledger.entries.filter(
      (entry) =>
        entry.leaf === 'string' &&
        entry.source === 'tool' &&
        entry.text.toLowerCase() === word &&
        stateAt(entry, answer.seq) === 'live',
    );
    if (entries.length === count && count > 0) return { formula: `${count} records say ${word}`, holds: true, entries };
  }
  const told = sentence.words;
  const flags = ledger.entries.filter(
    (entry) =>
      entry.leaf === 'boolean' &&
      entry.text === 'true' &&
      sharesWord(wordsOf(entry.key), told) &&
      stateAt(entry, answer.seq) === 'live',
  );
  return flags.length === count && count > 0
    ? { formula: `${count} records say ${flags[0]?.key}`, holds: true, entries: flags }
    : undefined;
}
