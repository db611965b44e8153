import type { ValueClaim } from '../../claims/claim.ts';
import { squeezed } from '../../evidence/data-only.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../../evidence/ledger-entry.ts';
import { amountOf } from '../../values/typed-value.ts';
import type { JudgedClaim } from '../judged-claim.ts';
import { contradicted, open, supported } from '../value-verdicts.ts';
import { isFirstWeekday, isSpanOfDays, isWeekdayOfData, otherWeekday } from './series-days.ts';

/** Words that leave room: above, below, or near what is told. */
const ABOVE =
  /\b(?:over|more than|above|exceed\w*|surpass\w*|at least|upwards of|passing|crossing|reach\w*)(?: the)? ?$|(?:超过|高于|至少|逾) ?$/i;
const BELOW =
  /\b(?:under|less than|below|almost|nearly|close to|up to|at most|fewer than)(?: the)? ?$|(?:低于|不足|不到|近|至多) ?$/i;
const NEAR = /\b(?:around|about|approximately|roughly|circa|some)(?: the)? ?$|[约大]约? ?$|^ ?(?:or so|左右|上下)/i;
/** How far a value may lie from one that is told with such a word, as a share of it. */
const ROOM = 0.1;

/**
 * A value that stands in no field as it is told, and that a describer may tell so: rounded, named by a key, inside of a
 * longer figure, near a bound that a value lies beyond, or as the days that a series spans. Undefined for all else.
 */
export function describedAs(claim: ValueClaim, ledger: EvidenceLedger): JudgedClaim | undefined {
  const rounded = roundedFrom(claim, ledger);
  if (rounded) return supported(claim, [holdingOf(rounded)]);
  if (isInKey(claim, ledger)) return supported(claim, []);
  if (!ledger.data.isDataOnly) return undefined;
  const day = claim.force === 'stated' ? otherWeekday(claim, ledger) : undefined;
  if (day !== undefined) {
    const message = `\`${claim.text}\` is no weekday of ${day}, the day that the results tell of`;
    // Who is off by one is off by one throughout.
    return isFirstWeekday(claim, ledger)
      ? contradicted(claim, 'value_mismatch', message)
      : open(claim, 'not_a_fact_of_records', message);
  }
  const amount = amountOf(claim.value);
  const figure = /\d+(?:\.\d+)?/.exec(claim.text)?.[0];
  if (figure !== undefined && ledger.data.figures().has(figure))
    return open(claim, 'not_a_fact_of_records', `\`${claim.text}\` stands inside of a longer figure`);
  if (isSpanOfDays(claim, ledger) || isWeekdayOfData(claim, ledger)) return supported(claim, []);
  const bound = amount === undefined ? undefined : boundOf(claim, Number(amount), ledger);
  return bound && supported(claim, [holdingOf(bound)]);
}

function holdingOf(entry: LedgerEntry): Parameters<typeof supported>[1][number] {
  return { entry, found: entry.values[0] as LedgerEntry['values'][number] };
}

/** The fraction was rounded or cut: 16.3 is told as 16, 66.8776 as 66.88. Sums of money are not told so. */
function roundedFrom(
  { value, answer, text, sentence, at }: ValueClaim,
  ledger: EvidenceLedger,
): LedgerEntry | undefined {
  const amount = amountOf(value);
  if (amount === undefined || value.kind === 'money') return undefined;
  const places = /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
  const isLoose = ledger.data.isDataOnly || hedgeAt(sentence.text, at - sentence.start, text.length) !== undefined;
  if (places === 0 && (!isLoose || !/\d/.test(text))) return undefined;
  const step = 10 ** -places;
  const told = Number(amount);
  return ledger.amounts.find((entry) => {
    const known = amountOf((entry.values[0] as LedgerEntry['values'][number]).value) ?? '';
    const [, fraction = ''] = known.split('.');
    if (fraction.length <= places || stateAt(entry, answer.seq) !== 'live') return false;
    const gap = Number(known) - told;
    return gap < step * 0.999999 && gap >= -step * 0.500001;
  });
}

function isInKey({ text, value }: ValueClaim, ledger: EvidenceLedger): boolean {
  if (value.kind !== 'quantity' && value.kind !== 'identifier' && value.kind !== 'number') return false;
  const told = squeezed(text);
  if (told.length < 2 || !/\d/.test(told)) return false;
  return ledger.data.keyTexts().some((key) => {
    const at = key.indexOf(told);
    return at >= 0 && !/\d/.test(key[at - 1] ?? '') && !/\d/.test(key[at + told.length] ?? '');
  });
}

function hedgeAt(sentence: string, from: number, length: number): 'above' | 'below' | 'near' | undefined {
  const before = sentence.slice(Math.max(0, from - 24), from);
  if (NEAR.test(before) || NEAR.test(sentence.slice(from + length, from + length + 8))) return 'near';
  if (ABOVE.test(before)) return 'above';
  return BELOW.test(before) ? 'below' : undefined;
}

/** A value of the data on the side of a bound that the words say, not far from it. */
function boundOf(
  { sentence, at, text, answer }: ValueClaim,
  told: number,
  ledger: EvidenceLedger,
): LedgerEntry | undefined {
  const hedge = hedgeAt(sentence.text, at - sentence.start, text.length);
  if (hedge === undefined || told === 0) return undefined;
  const low = hedge === 'above' ? told : told * (1 - ROOM);
  const high = hedge === 'below' ? told : told * (1 + ROOM);
  return ledger.amounts.find((entry) => {
    const known = Number(amountOf((entry.values[0] as LedgerEntry['values'][number]).value));
    return known >= low && known <= high && stateAt(entry, answer.seq) === 'live';
  });
}
