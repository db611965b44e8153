import { shownInPrompt } from '../../../domain/display/prompt.ts';
import type { Random } from '../../../domain/values/random.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../evidence/ledger-entry.ts';
import { ownerOf, type Premise, premiseOf } from './premises.ts';

/** A statement whose verdict code knows. `premise` is what a true one stands in. */
export type Control = { statement: string; isTrue: boolean; premise: Premise };

/**
 * One statement that the evidence surely carries and one that it surely does not, built from fields of results, or from
 * the words of a text where there are none. Undefined where the evidence holds nothing to build them from.
 */
export function ledgerControls(
  ledger: EvidenceLedger,
  { seq, random }: { seq: number; random: Random },
): readonly [Control, Control] | undefined {
  const fields = ledger.entries.filter((entry) => isPlain(entry) && stateAt(entry, seq) === 'live');
  if (fields.length === 0) return undefined;
  const told = random.pick(fields);
  const other = random.pick(fields);
  return [
    { statement: sayOf(told, told.text), isTrue: true, premise: premiseOf(told) },
    { statement: sayOf(other, strangerTo(ledger, other.text, random)), isTrue: false, premise: premiseOf(other) },
  ];
}

/** A short field whose words show as they are, so that a quote of it can be looked up. */
function isPlain({ source, leaf, key, text, entity = '' }: LedgerEntry): boolean {
  const isValue = leaf === 'string' || leaf === 'number';
  const isShort = text.length >= 2 && text.length <= 80 && key !== '' && entity.length <= 80;
  const said = `${key}${entity}${text}`;
  return (source === 'tool' || source === 'argument') && isValue && isShort && shownInPrompt(said) === said;
}

function sayOf(entry: LedgerEntry, value: string): string {
  return `${entry.key.replaceAll(/[_-]/g, ' ')}${ownerOf(entry)}: ${value}`;
}

/** A value of the same look that stands nowhere in the evidence. */
function strangerTo(ledger: EvidenceLedger, text: string, random: Random): string {
  for (let round = 0; ; round += 1) {
    const other = [...text]
      .map((char) =>
        /\d/.test(char) ? String(random.integer(9) + 1) : /[a-z]/i.test(char) ? letterFor(char, random) : char,
      )
      .join('')
      .concat(/[\da-z]/i.test(text) && round === 0 ? '' : ` ${random.integer(9_000) + 1_000}`);
    if (!ledger.entries.some((entry) => entry.text.includes(other))) return other;
  }
}

function letterFor(char: string, random: Random): string {
  const letter = String.fromCharCode(97 + random.integer(26));
  return char === char.toUpperCase() ? letter.toUpperCase() : letter;
}
