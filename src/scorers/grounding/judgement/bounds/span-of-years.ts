import type { ValueClaim } from '../../claims/claim.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../../evidence/ledger-entry.ts';
import { type Binding, relateToAny } from '../binding.ts';
import type { JudgedClaim } from '../judged-claim.ts';
import { open, supportedBy } from '../value-verdicts.ts';
import { boundAt, isBeyond } from './bound-at.ts';

/** Years of one record; of more than this almost any span could be made. */
const MAX_YEARS = 8;
/** Fields looked at for one value, and how long one may be. */
const MAX_DATED = 200;
const MAX_FIELD = 200;
const MAX_AGE = 120;
const AGED =
  /\b(?:aged?(?: of)?|turned|turning|(?:he|she|they|i|it) (?:was|were|is|are)|(?:when|since) \w+(?: \w+)? (?:was|were)|at|after|before)(?: only| just| about| around)? $|(?:年仅|时年|岁时|满) ?$/i;
const BORN = /born|birth|dob|出生|生日|founded|established/i;
/** A span that is still going on, or that lies behind us, ends with today. */
const UNTIL_NOW =
  /\bago\b|\b(?:has|have|'ve|is|are)\b[^.]{0,60}\bfor\b|\b(?:has|have|'ve) (?:\w+ )?(?:been|had|existed|\w+ed)\b|\bso far\b|\b(?:is|are) (?:\w+ )?(?:older|younger)|以来|至今|已经?|年前/i;
const ABOUT = /\b(?:about|around|roughly|approximately|nearly|almost|close to|some)(?: the)? $|[约近] ?$/i;

/**
 * A number of years that lies between two dates of one record, or between one of them and today: an age, a term, how long
 * something has been. Where the session has no clock, what lasts until today stays open.
 */
export function judgeSpanOfYears(
  claim: ValueClaim,
  { binding, ledger }: { binding: Binding; ledger: EvidenceLedger },
): JudgedClaim | undefined {
  const told = yearsTold(claim);
  if (told === undefined) return undefined;
  const dated = datedIn(ledger, { binding, seq: claim.answer.seq });
  const isAge = claim.value.kind === 'number';
  if (dated.length === 0 || (isAge && !dated.some(({ entry }) => BORN.test(entry.key)))) return undefined;
  const span = spansOf(dated, ledger).find(({ from, to }) => isSpan(to - from, { told, claim }));
  if (span) return supportedBy(claim, { formula: `${span.from} to ${span.to}`, entries: span.entries });
  const isUntilNow =
    UNTIL_NOW.test(claim.sentence.text) || dated.some(({ entry }) => /present|ongoing|至今/i.test(entry.text));
  if (ledger.today || !isUntilNow) return undefined;
  return open(claim, 'not_a_fact_of_records', `\`${claim.text}\` depends on today, and no clock is known`);
}

/** The number of years that a claim tells: "40 years", "at the age of 19". */
function yearsTold({ value, sentence, at }: ValueClaim): number | undefined {
  if (value.kind === 'quantity' && value.unit === 'year') return Number(value.decimal);
  if (value.kind !== 'number' || value.decimal.includes('.') || Number(value.decimal) > MAX_AGE) return undefined;
  return AGED.test(wordsBefore(sentence.text, at - sentence.start)) ? Number(value.decimal) : undefined;
}

function wordsBefore(text: string, at: number): string {
  return text.slice(Math.max(0, at - 40), at);
}

/** Before the day of the year has come round, a span is one year shorter than its years say. */
function isSpan(span: number, { told, claim }: { told: number; claim: ValueClaim }): boolean {
  if (span <= 0) return false;
  const bound = boundAt(claim);
  if (bound) return isBeyond(span, told, bound) || isBeyond(span - 1, told, bound);
  const isLoose = ABOUT.test(wordsBefore(claim.sentence.text, claim.at - claim.sentence.start));
  return isLoose ? Math.abs(span - told) <= Math.max(1, told / 10) : told === span || told === span - 1;
}

type Span = { from: number; to: number; entries: readonly LedgerEntry[] };
type Dated = { entry: LedgerEntry; years: readonly number[] };

/** Between the years of one field; and, where there are few of them, between those of all fields and today. */
function spansOf(dated: readonly Dated[], { today }: EvidenceLedger): readonly Span[] {
  const told = dated.flatMap(({ entry, years }) => years.map((year) => ({ year, entries: [entry] })));
  const distinct = [...new Map(told.map((one) => [one.year, one])).values()];
  const all = today ? [...distinct, { year: today.year, entries: [] }] : distinct;
  const inFields = dated.flatMap(({ entry, years }) =>
    pairsOf([...new Set(years)].map((year) => ({ year, entries: [entry] }))),
  );
  return distinct.length > MAX_YEARS ? inFields : [...inFields, ...pairsOf(all)];
}

function pairsOf(all: readonly { year: number; entries: readonly LedgerEntry[] }[]): readonly Span[] {
  return all.slice(0, MAX_YEARS + 1).flatMap((first, index) =>
    all.slice(index + 1, MAX_YEARS + 1).map((second) => ({
      from: Math.min(first.year, second.year),
      to: Math.max(first.year, second.year),
      entries: [...new Set([...first.entries, ...second.entries])],
    })),
  );
}

/** Short fields that name a year, of the record that is spoken of. */
function datedIn(ledger: EvidenceLedger, { binding, seq }: { binding: Binding; seq: number }): readonly Dated[] {
  const isBound = binding.isFirm && binding.anchors.length > 0;
  const found: Dated[] = [];
  for (const dated of datesOf(ledger)) {
    if (stateAt(dated.entry, seq) !== 'live') continue;
    if (isBound && relateToAny(dated.entry, binding.anchors, ledger) === 'sibling') continue;
    found.push(dated);
    if (found.length > MAX_DATED) break;
  }
  return found;
}

const known = new WeakMap<EvidenceLedger, readonly Dated[]>();

function datesOf(ledger: EvidenceLedger): readonly Dated[] {
  const read = known.get(ledger) ?? readDates(ledger);
  known.set(ledger, read);
  return read;
}

function readDates({ entries }: EvidenceLedger): readonly Dated[] {
  return entries.flatMap((entry): Dated[] => {
    if (entry.source !== 'tool' || entry.leaf === 'key' || entry.leaf === 'count' || entry.text.length > MAX_FIELD)
      return [];
    const years = [...entry.text.matchAll(/(?<![\d.,])(?:1\d|20)\d\d(?![\d,]|\.\d)/g)].map(([year]) => Number(year));
    return years.length === 0 ? [] : [{ entry, years }];
  });
}
