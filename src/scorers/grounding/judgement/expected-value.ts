import type { ValueClaim } from '../claims/claim.ts';
import { clauseAt } from '../claims/polarity.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { type Holding, isCounting, type LedgerEntry, stateAt } from '../evidence/ledger-entry.ts';
import { sharesWord, wordSet, wordsOf } from '../evidence/words.ts';
import { amountOf } from '../values/typed-value.ts';
import { isSameDimension } from '../values/units.ts';
import { type Binding, entriesOf, relateToAny } from './binding.ts';

/** Keys whose digits name something and count nothing. */
export const LABEL = /last_?four|last_?4|zip|postal|phone|(?:^|_)id$|电话|邮编/i;

/**
 * The live leaf of the same kind in the record spoken of: the one whose key the sentence names, or else the `hints`; or the
 * only one.
 */
export function expectedIn(
  claim: ValueClaim,
  binding: Binding,
  ledger: EvidenceLedger,
  hints: ReadonlySet<string> = new Set(),
): LedgerEntry | undefined {
  const at = { ledger, seq: claim.answer.seq };
  const bound =
    binding.anchors.length > 0
      ? binding.anchors.slice(0, 3).flatMap((anchor) => entriesOf(anchor, at))
      : [...ledger.byCall.values()].flat().filter((entry) => stateAt(entry, at.seq) === 'live');
  const fitting = bound.filter(
    (entry) =>
      entry.leaf !== 'count' &&
      entry.values.some(({ value }) => isComparable(claim, value)) &&
      !entry.isIdentity &&
      !(claim.value.kind === 'money' && isCounting(entry)) &&
      !LABEL.test(entry.key),
  );
  // A number inside a longer text is less likely meant than a field that is nothing but one.
  const whole = fitting.filter(
    ({ text, values: [only] }) => only !== undefined && only.end - only.start >= text.trim().length,
  );
  const likely = whole.length > 0 ? whole : fitting;
  const told = wordSet(
    claim.answer.normalised.text.slice(
      Math.max(claim.sentence.start, claim.at - 40),
      Math.min(claim.sentence.end, claim.at + claim.text.length + 30),
    ),
  );
  const named =
    likely.find((entry) => sharesWord(entry.words, told)) ?? likely.find((entry) => sharesWord(entry.words, hints));
  if (named) return named;
  const isLone = likely.length === 1 && (binding.anchors.length > 0 || bound.length <= 3);
  return isLone && likely[0] !== undefined && isOfKind(claim, likely[0]) ? likely[0] : undefined;
}

const PRICED =
  /price|cost|fee|fare|amount|total|paid|refund|balance|charge|rent|sum|budget|limit|deposit|价|费|金额|款|余额/i;

/** A field that is not named must be of the very kind of what is told: money of money, a time of a time. A whole number may count anything. */
function isOfKind({ value }: ValueClaim, { key, leaf, values: [only] }: LedgerEntry): boolean {
  const known = only?.value;
  if (known === undefined) return false;
  if (value.kind === 'number')
    return value.decimal.includes('.') && (known.kind === 'number' || known.kind === 'money');
  if (value.kind === 'money')
    return known.kind === 'money' || ((leaf === 'number' || known.kind === 'number') && PRICED.test(key));
  if (value.kind === 'percent') return known.kind === 'percent' || /percent|pct|rate|share|率|比/i.test(key);
  return known.kind === value.kind;
}

/** The one live amount whose whole key the clause names: "the fine is 2.50" means the field `fine`, wherever it stands. */
export function namedField(
  claim: ValueClaim,
  { binding, ledger }: { binding: Binding; ledger: EvidenceLedger },
): LedgerEntry | undefined {
  const { sentence, at, answer } = claim;
  if (amountOf(claim.value) === undefined) return undefined;
  const told = wordSet(clauseAt(sentence.text, at - sentence.start).text);
  const named = ledger.amounts.filter(
    (entry) =>
      stateAt(entry, answer.seq) === 'live' &&
      !entry.isIdentity &&
      !LABEL.test(entry.key) &&
      namesKey(entry.key, told) &&
      entry.values.some(({ value }) => isComparable(claim, value)) &&
      (binding.anchors.length === 0 || relateToAny(entry, binding.anchors, ledger) !== 'sibling'),
  );
  return new Set(named.map(({ text }) => text)).size === 1 ? named[0] : undefined;
}

/** Every word of a key, apart from its unit or currency. */
function namesKey(key: string, told: ReadonlySet<string>): boolean {
  const words = wordsOf(key.replace(/[_-]?(?:usd|eur|gbp|cny|jpy|amount)$/i, ''));
  return words.length > 0 && words.every((word) => told.has(word));
}

/** The two may be the same fact told in another way. */
export function isComparable({ value }: ValueClaim, known: Holding['found']['value']): boolean {
  if (value.kind === 'identifier' || value.kind === 'name') return false;
  if (value.kind === known.kind)
    return value.kind !== 'quantity' || known.kind !== 'quantity' || isSameDimension(value.unit, known.unit);
  return known.kind === 'number' && (value.kind === 'money' || value.kind === 'quantity' || value.kind === 'percent');
}
