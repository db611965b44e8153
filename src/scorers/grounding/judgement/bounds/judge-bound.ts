import type { ValueClaim } from '../../claims/claim.ts';
import { clauseAt, denies } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { type Holding, stateAt } from '../../evidence/ledger-entry.ts';
import { sharesWord, wordsOf } from '../../evidence/words.ts';
import { type Binding, relateToAny } from '../binding.ts';
import { evidenceFor, type JudgedClaim, nearestOf } from '../judged-claim.ts';
import { contradicted, open, supportedBy } from '../value-verdicts.ts';
import { type Bound, boundAt, isBeyond } from './bound-at.ts';
import { measureOf, measuresIn, withUnit } from './measures.ts';

/** More amounts of one measure than this are looked at no further. */
const MAX_AMOUNTS = 2000;
/** So many amounts under the words of a sentence are still one field. */
const MAX_FIELDS = 3;
/** How far from a bound an amount may lie, as a share of the bound, where no words name the field. */
const MAX_GAP = 0.1;

/**
 * "More than 300 km", "under an hour", 超过五人: such a value stands in no record, and need not. It is true when what the
 * sentence names lies on that side of it, and false when all of that lies on the other.
 */
export function judgeBound(
  claim: ValueClaim,
  { binding, ledger }: { binding: Binding; ledger: EvidenceLedger },
): JudgedClaim | undefined {
  const bound = boundAt(claim);
  const told = measureOf(claim.value);
  if (!bound || !told) return undefined;
  const held = (measuresIn(ledger).get(told.of) ?? [])
    .slice(0, MAX_AMOUNTS)
    .filter(({ entry }) => stateAt(entry, claim.answer.seq) === 'live' && isOf(binding, { entry }, ledger));
  const named = held.filter((holding) => isNamed(holding, claim));
  // Any two counts are of one measure; only words tell which of them belong together.
  const known = told.of === 'count' ? named : held;
  // A rule that measures the same sets its own limit; sums of money are not told in passing.
  const isOpen =
    !bound.isLimit &&
    claim.value.kind !== 'money' &&
    known.length <= MAX_FIELDS &&
    !known.some(({ entry }) => entry.source === 'policy');
  const undecided = isOpen
    ? open(claim, 'not_a_fact_of_records', `nothing known decides \`${claim.text}\` as a bound`)
    : undefined;
  if (isDifference(claim) || isDenied(claim)) return undecided;
  const near = named.length > 0 || bound.isLimit ? named : known;
  // Of one field any distance is true; of many amounts one lies beyond almost anything.
  const isOneField = named.length > 0 && named.length <= MAX_FIELDS;
  const fits = near.find(
    (holding) =>
      holding.entry.source !== 'policy' &&
      isBeyond(amountIn(holding), told.amount, bound) &&
      (isOneField || isNear(amountIn(holding), told.amount)),
  );
  if (fits)
    return supportedBy(claim, { formula: `${quoteOf(fits)} ${sayingOf(bound)} ${claim.text}`, entries: [fits.entry] });
  const [first] = named;
  const isOneRecord = (binding.isFirm && binding.anchors.length > 0) || ledger.byCall.size === 1;
  if (known.length > MAX_FIELDS || !first || claim.force !== 'stated' || !isOneRecord || !named.every(isWholeField))
    return undecided;
  return {
    ...contradicted(
      claim,
      'value_mismatch',
      `\`${claim.text}\` is told as a bound; the result says \`${quoteOf(first)}\``,
    ),
    derivation: `${quoteOf(first)} is not ${bound.side} ${claim.text}`,
    evidence: [evidenceFor(first.entry)],
    nearest: nearestOf(first.entry),
  };
}

/** Who tells a bound picks a round number close by. */
function isNear(amount: number, told: number): boolean {
  return Math.abs(amount - told) <= Math.abs(told) * MAX_GAP;
}

/** The words of a bound deny nothing themselves: 不到, "no less than". */
function isDenied({ sentence, at }: ValueClaim): boolean {
  return denies(clauseAt(sentence.text, at - sentence.start).text.replace(BOUND_WORDS, ' '));
}

const BOUND_WORDS = /不(?:到|足|少于|低于)|\bnot? (?:less|fewer) than\b/gi;

function sayingOf({ side }: Bound): string {
  return side === 'above' ? 'is no less than' : 'is no more than';
}

function isOf({ anchors, isFirm }: Binding, { entry }: Pick<Holding, 'entry'>, ledger: EvidenceLedger): boolean {
  return !isFirm || anchors.length === 0 || relateToAny(entry, anchors, ledger) !== 'sibling';
}

/** What the words are about: the key of the field, or the words around a number inside a text. */
function isNamed({ entry, found }: Holding, { sentence, text }: ValueClaim): boolean {
  const own = new Set(wordsOf(text));
  const told = new Set([...sentence.words].filter((word) => !own.has(word)));
  if (sharesWord(entry.words, told)) return true;
  if (entry.leaf !== 'text' && entry.leaf !== 'string') return false;
  const around =
    entry.text.slice(Math.max(0, found.start - 30), found.start) + entry.text.slice(found.end, found.end + 30);
  return sharesWord(wordsOf(around), told);
}

/** A number somewhere inside of a text says little against a bound. */
function isWholeField({ entry, found }: Holding): boolean {
  return (
    entry.key !== '' &&
    !entry.isIdentity &&
    (entry.leaf === 'string' || entry.leaf === 'number') &&
    /^[\s~≈$€£¥]*$/.test(entry.text.slice(0, found.start))
  );
}

function amountIn({ entry, found }: Holding): number {
  return measureOf(withUnit(found.value, entry.unit, entry.currency))?.amount ?? Number.NaN;
}

function quoteOf({ entry, found }: Holding): string {
  return entry.text.length > 40 ? entry.text.slice(found.start, found.end) : entry.text.trim();
}

/** "Over 20 more desks than chairs" tells of two fields at once. */
function isDifference({ sentence, at, text }: ValueClaim): boolean {
  return (
    /^ (?:more|less|fewer|[a-z]{2,12}er)\b/i.test(sentence.text.slice(at - sentence.start + text.length)) &&
    /\bthan\b/i.test(sentence.text.slice(at - sentence.start))
  );
}
