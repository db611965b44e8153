import type { ValueClaim } from '../claims/claim.ts';
import { clauseAt, denies, tellsFailure } from '../claims/polarity.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { type Holding, type LedgerEntry, stateAt } from '../evidence/ledger-entry.ts';
import { shapeOfId } from '../evidence/ledger-indexes.ts';
import { sharesWord } from '../evidence/words.ts';
import { compareValues } from '../values/value-keys.ts';
import { type Binding, entriesOf } from './binding.ts';
import { judgeBound } from './bounds/judge-bound.ts';
import { judgeSpanOfYears } from './bounds/span-of-years.ts';
import { derive } from './derivation/derivations.ts';
import { luckOf } from './derivation/luck.ts';
import { expectedIn, namedField } from './expected-value.ts';
import { isAbove } from './field-beside.ts';
import { describedAs } from './fields/described-value.ts';
import { evidenceFor, type JudgedClaim, nearestOf } from './judged-claim.ts';
import type { Matches } from './look-up.ts';
import { contradicted, open, supported, supportedBy, unsupported } from './value-verdicts.ts';

/** Judges a value that stands nowhere: it follows from others, it is another than the record has, or nothing gives it. */
export function judgeAbsent(
  claim: ValueClaim,
  { ledger, matches, binding }: { matches: Matches; binding: Binding; ledger: EvidenceLedger },
): JudgedClaim {
  const derived = derive(claim, ledger);
  const isDenied = denies(clauseAt(claim.sentence.text, claim.at - claim.sentence.start).text);
  const luck = isDenied ? undefined : luckOf(claim, ledger);
  if (derived?.holds && !luck) return supportedBy(claim, derived);
  if (isTried(claim, ledger))
    return { ...supported(claim, []), message: `\`${claim.text}\` was tried, and the answer says that it failed` };
  const beyond =
    claim.isPromise || matches.otherUnit.length > 0
      ? undefined
      : (judgeSpanOfYears(claim, { binding, ledger }) ?? judgeBound(claim, { binding, ledger }));
  if (beyond) return beyond;
  const day = weekdayOf(claim, { binding, ledger });
  if (day) return otherThan(claim, day);
  const [other] = matches.otherUnit;
  const described = luck || (other && !ledger.data.isDataOnly) ? undefined : describedAs(claim, ledger);
  if (described) return described;
  // What names the right amount in the wrong measure is wrong in a question too.
  const undecided = other && !isCut(claim, ledger) ? undefined : leaveOpen(claim, ledger);
  if (undecided) return undecided;
  if (other)
    return {
      ...contradicted(
        claim,
        'unit_mismatch',
        `\`${claim.text}\`: the evidence says \`${quoteOf(other)}\`${other.entry.key === '' ? '' : ` of \`${other.entry.key}\``}`,
        [other],
      ),
      nearest: nearestOf(other.entry),
    };
  if (luck) return unsupported(claim, 'lucky', `unsupported (lucky): ${luck}`, derived?.formula);
  const expected =
    (binding.isFirm || ledger.byCall.size === 1 ? expectedIn(claim, binding, ledger) : undefined) ??
    namedField(claim, { binding, ledger });
  if (
    expected &&
    claim.force === 'stated' &&
    !isCountOfThings(claim, expected) &&
    isRival(claim, expected) &&
    !isTotalOver(claim, expected, ledger)
  ) {
    return otherThan(claim, expected);
  }
  if (claim.isPromise && !ledger.data.isDataOnly)
    return unsupported(claim, 'unlicensed_promise', `\`${claim.text}\` is promised, and nothing known gives it`);
  if (isPlainWord(claim) || isPartOfDays(claim))
    return open(claim, 'not_a_fact_of_records', `nothing known decides \`${claim.text}\``);
  return unsupported(claim, 'not_in_evidence', `\`${claim.text}\` stands in no result, and nothing else gives it`);
}

const TRIED = /\b(?:tried|trying|attempt\w*|wanted to)\b|试|想[给为帮替]?/i;

/** What a failed call was given, where the sentence tells that it failed or was tried: no claim that it was done. */
function isTried({ value, answer, sentence, isPromise }: ValueClaim, { calls }: EvidenceLedger): boolean {
  return (
    !isPromise &&
    calls.some(
      ({ tried, seenAt }) =>
        seenAt !== undefined &&
        seenAt < answer.seq &&
        tried.some((known) => compareValues(value, known.value) === 'same'),
    ) &&
    (tellsFailure(sentence.text) || TRIED.test(sentence.text))
  );
}

function otherThan(claim: ValueClaim, expected: LedgerEntry): JudgedClaim {
  return {
    ...contradicted(
      claim,
      'value_mismatch',
      `\`${claim.text}\` is told${isDeadline(claim) ? ' as the latest day' : ''}; the result says \`${expected.text}\``,
    ),
    evidence: [evidenceFor(expected)],
    nearest: nearestOf(expected),
  };
}

/** The field of the record named in the sentence that tells another day of the week. */
function weekdayOf(
  claim: ValueClaim,
  { binding, ledger }: { binding: Binding; ledger: EvidenceLedger },
): LedgerEntry | undefined {
  const { value, force, sentence } = claim;
  if (value.kind !== 'date' || value.date.weekday === undefined || force !== 'stated') return undefined;
  if (!binding.isFirm || sentence.anchors.length === 0 || claim.isPromise) return undefined;
  const days = binding.anchors
    .slice(0, 3)
    .flatMap((anchor) => entriesOf(anchor, { ledger, seq: claim.answer.seq }))
    .filter(({ values: [only] }) => only?.value.kind === 'date' && only.value.date.weekday !== undefined);
  return new Set(days.map(({ text }) => text)).size === 1 ? days[0] : undefined;
}

/** A short key is one of this evidence when another differs only in its digits: `K-41` beside `K-14`. */
function isOfAKind({ value }: ValueClaim, { byKey }: EvidenceLedger): boolean {
  if (value.kind !== 'identifier' || value.isSuffix || !/\d/.test(value.key) || value.key.length < 3) return false;
  const shape = shapeOfId(value.key);
  for (const key of byKey.keys()) if (key.startsWith('i:') && shapeOfId(key.slice(2)) === shape) return true;
  return false;
}

/** The value as the evidence tells it, with the unit or currency that its record names. */
function quoteOf({ entry, found }: Holding): string {
  const measure = entry.currency ?? entry.unit;
  const quote = entry.text.length > 30 ? entry.text.slice(found.start, found.end) : entry.text;
  return measure === undefined || entry.leaf === 'string' ? quote : `${quote} ${measure}`;
}

/** A whole number is told of things, an amount with cents of none of them. */
function isCountOfThings({ value }: ValueClaim, { values: [only] }: LedgerEntry): boolean {
  if (value.kind !== 'number' || value.decimal.includes('.') || Number(value.decimal) > 20 || only === undefined)
    return false;
  return only.value.kind === 'money' || ('decimal' in only.value && only.value.decimal.includes('.'));
}

/** A small count and a share are told of things as often as of a field; the field must be named, or be a share. */
function isRival({ value, sentence }: ValueClaim, { words, key, text }: LedgerEntry): boolean {
  const isNamed = sharesWord(words, sentence.words);
  if (value.kind === 'percent') return /%|percent|pct|rate|share|ratio|discount|率|比|折/i.test(`${key} ${text}`);
  return value.kind !== 'number' || value.decimal.includes('.') || Number(value.decimal) > 20 || isNamed;
}

/** More than any record of the list has under that key: a total of them, or of some. */
function isTotalOver({ value, sentence }: ValueClaim, expected: LedgerEntry, { amounts }: EvidenceLedger): boolean {
  if (sentence.anchors.length > 0) return false;
  const beside = amounts.filter(({ key, call }) => key === expected.key && call === expected.call);
  return isAbove(value, beside);
}

/** What is too vague to judge, or may stand in what was cut off. */
function leaveOpen(claim: ValueClaim, ledger: EvidenceLedger): JudgedClaim | undefined {
  const { value } = claim;
  const isLoose =
    value.kind === 'name' ||
    isDecade(claim) ||
    (value.kind === 'date' && value.date.day === undefined && value.date.year === undefined) ||
    (value.kind === 'date' && value.isRelative) ||
    (value.kind === 'identifier' && !value.isStrong && !isOfAKind(claim, ledger));
  if (isLoose && (!claim.isPromise || ledger.data.isDataOnly))
    return open(claim, 'not_a_fact_of_records', `nothing known decides \`${claim.text}\``);
  if (
    value.kind === 'date' &&
    value.isRelative &&
    value.date.day === undefined &&
    (!claim.isPromise || isTold(claim, ledger))
  )
    return open(claim, 'not_a_fact_of_records', `nothing known decides \`${claim.text}\``);
  if (isYear(claim, ledger))
    return { ...supported(claim, []), message: `${claim.text} is the year of a date in the evidence` };
  if (claim.force === 'presupposed' && !isFirmKind(claim))
    return open(claim, 'presupposed', `\`${claim.text}\` is asked about, not told`);
  if (isCut(claim, ledger))
    return open(
      claim,
      'evidence_truncated',
      `a result or a text was too large to read whole, so \`${claim.text}\` may stand in it`,
    );
  return undefined;
}

/** "The other two", 两本, "just before nine": small numbers in words count and tell of what need stand in no record. */
function isPlainWord({ value, text, isPromise, sentence, at }: ValueClaim): boolean {
  const isSmall = 'decimal' in value && !value.decimal.includes('.') && Number(value.decimal) <= 12;
  const from = at - sentence.start;
  // "In eight days", 八天后 tell a day.
  const isDay =
    /\b(?:in|within) $/i.test(sentence.text.slice(0, from)) ||
    /^(?: later| left| from now|之?后|以?内|之内)/i.test(sentence.text.slice(from + text.length));
  const isTotal =
    /\b(?:in all|in total|total|altogether|together|all told|sum|makes?|comes? to|adds? up)\b|共|总|合计/i.test(
      sentence.text,
    );
  // "The two" that add up to something are pointed at, not told.
  const isPointedAt = /(?:\b(?:the|these|those|both|your|all|first|last)|[这那前]) ?$/i.test(
    sentence.text.slice(0, from),
  );
  const isCount = value.kind === 'number' || (value.kind === 'quantity' && !isDay);
  return isSmall && !isPromise && (!isTotal || isPointedAt) && isCount && !/\d|[\uff10-\uff19]/.test(text);
}

const DAY_BEFORE = /(?:[月每本这下上到于约计]|大概)$/;
const TO_DAY =
  /^(?:st|nd|rd|th)?\s?(?:to|–|-|and|until|through)\s?\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** The first number of "11 to 14 March", the day alone in "on the 20th" and 16号. */
function isPartOfDays({ value, sentence, at, text }: ValueClaim): boolean {
  const from = at - sentence.start;
  const after = sentence.text.slice(from + text.length);
  // 号 is the number of a house as well; a word before it says that it is a day.
  const isHouse = /[号日]/.test(text + after.slice(0, 1)) && !DAY_BEFORE.test(sentence.text.slice(0, from));
  if (isHouse) return false;
  if (value.kind === 'date')
    return value.date.day !== undefined && value.date.month === undefined && value.date.weekday === undefined;
  if (value.kind !== 'number' || !/^(?:[1-9]|[12]\d|3[01])$/.test(value.decimal)) return false;
  return /^[号日]/.test(after) || TO_DAY.test(after);
}

function isCut({ answer }: ValueClaim, { truncatedFrom }: EvidenceLedger): boolean {
  return truncatedFrom < answer.seq;
}

/** "Next week" has no value to look up; a result or the policy may use the same words. */
function isTold({ text, answer }: ValueClaim, ledger: EvidenceLedger): boolean {
  const said = text.toLowerCase();
  return ledger.entries.some(
    (entry) =>
      entry.source !== 'user' &&
      entry.source !== 'clock' &&
      stateAt(entry, answer.seq) === 'live' &&
      entry.text.toLowerCase().includes(said),
  );
}

/** "By", "until", 之前: a day that is told as the latest must be the day of the record, since a later one promises less. */
function isDeadline({ value, sentence, at, text }: ValueClaim): boolean {
  const from = at - sentence.start;
  return (
    value.kind === 'date' &&
    (/\b(?:by|before|no later than|until|till|latest|due)(?: on)?(?: the)? ?$/i.test(sentence.text.slice(0, from)) ||
      /^ ?(?:(?:之|以)?前|为止|截止)/.test(sentence.text.slice(from + text.length)))
  );
}

/** Ids, sums of money and full dates are not made up in passing, even in a question. */
function isFirmKind({ value }: ValueClaim): boolean {
  const isLarge = value.kind === 'number' && Number(value.decimal) > 20;
  return (
    isLarge ||
    value.kind === 'identifier' ||
    value.kind === 'money' ||
    value.kind === 'email' ||
    value.kind === 'phone' ||
    value.kind === 'time' ||
    value.kind === 'percent' ||
    (value.kind === 'date' && value.date.day !== undefined)
  );
}

/** "The 80's", "in his 30s": ten years, of which none need stand anywhere. */
function isDecade({ value, sentence, at, text }: ValueClaim): boolean {
  return (
    value.kind === 'number' &&
    /^[1-9]0$/.test(value.decimal) &&
    /^['’]?s\b/.test(sentence.text.slice(at - sentence.start + text.length))
  );
}

function isYear({ value }: ValueClaim, { years }: EvidenceLedger): boolean {
  return value.kind === 'number' && /^(?:1\d|20)\d\d$/.test(value.decimal) && years.has(value.decimal);
}
