import { extractValues } from '../../grounding/values/extract-values.ts';
import { daysInText } from '../days/days-in-text.ts';
import { type Evidence, keysOfMeasure, placesFor, type SeenDays } from '../index/evidence.ts';
import type { Place } from '../index/evidence-index.ts';
import type { AcceptsSource } from '../sources/source.ts';
import { isoDurationKey } from '../values/durations-in-text.ts';
import { numberOfText } from '../values/numbers-in-text.ts';
import { phoneKeys } from '../values/phones.ts';

/** Where a text stands among the sources that count, spelled like this or in any other way that means the same. */
export function lookUpText(text: string, evidence: Evidence, accepts: AcceptsSource): readonly Place[] {
  const day = lookUpDay(text, evidence, accepts);
  if (day !== undefined) return day.length > 0 ? day : evidence.find(text, accepts);
  const plain = evidence.find(text, accepts);
  if (plain.length > 0) return plain;
  const otherwise = [
    ...withoutPrefix(text, evidence, accepts),
    ...withoutScheme(text, evidence, accepts),
    ...measured(text, evidence, accepts),
  ];
  if (otherwise.length > 0) return otherwise;
  const number = numberOfText(text);
  return number === undefined || isCode(text) ? [] : placesFor(evidence.numbersOf(number), accepts);
}

export function lookUpNumber(
  value: number,
  evidence: Evidence,
  accepts: AcceptsSource,
  fits?: (place: Place) => boolean,
): readonly Place[] {
  const places = placesFor(evidence.numbersOf(value), accepts);
  return places.length > 0 ? places : evidence.find(String(Math.abs(value)), accepts, fits);
}

/** Digits with zeros in front are no amount. */
function isCode(text: string): boolean {
  return /^0\d/.test(text);
}

/** An id of at most three letters and at least five digits may have been said without its letters, and the other way round. */
function withoutPrefix(text: string, evidence: Evidence, accepts: AcceptsSource): readonly Place[] {
  const digits = /^#?[a-z]{1,3}[-_ ]?(\d{5,})$/i.exec(text)?.[1];
  if (digits !== undefined) return evidence.find(digits, accepts, hasNoPrefix);
  const bare = /^#?(\d{5,})$/.exec(text)?.[1];
  if (bare === undefined) return [];
  const tokens = evidence.wordsEndingWith(bare).filter((word) => /^[a-z]{1,3}\d+$/.test(word));
  return tokens.flatMap((word) => evidence.find(word, accepts));
}

/** Digits that follow letters of their own belong to another id. */
export function hasNoPrefix({ spot, start }: Place): boolean {
  return !/\p{L}[-_]$/u.test(spot.text.slice(Math.max(0, start - 2), start));
}

/** The address of a page that was named without `https://` in front, or with another scheme. */
function withoutScheme(text: string, evidence: Evidence, accepts: AcceptsSource): readonly Place[] {
  const bare = /^https?:\/\/(?:www\.)?([^\s/?#]+\.[^\s]*?)\/?$/i.exec(text.trim())?.[1];
  return bare === undefined ? [] : evidence.find(bare, accepts, isWholeAddress);
}

function isWholeAddress({ spot, start, end }: Place): boolean {
  const before = spot.text.slice(Math.max(0, start - 4), start);
  const after = spot.text.slice(end, end + 2);
  return (
    (/(?:^|\/\/|www\.)$/.test(before) || !/[\p{L}\p{N}@_/-]\.?$/u.test(before)) && !/^(?:[-@_]|[./:?#]\w)/.test(after)
  );
}

/** A time, a share, an amount with a unit or a phone number, written otherwise: `2:30 pm`, `2 gigabytes`, `(555) 123-2002`. */
function measured(text: string, evidence: Evidence, accepts: AcceptsSource): readonly Place[] {
  const phones = phoneKeys(text);
  if (phones.length > 0) return placesFor(evidence.measures(phones), accepts);
  const duration = isoDurationKey(text);
  if (duration !== undefined) return placesFor(evidence.measures([`b:${duration}`]), accepts);
  const trimmed = text.trim();
  const [found, ...more] = /\d/.test(trimmed) && trimmed.length < 40 ? extractValues(trimmed) : [];
  if (found === undefined || more.length > 0 || found.start > 0 || found.end < trimmed.length) return [];
  return placesFor(evidence.measures(keysOfMeasure(found.value)), accepts);
}

/** The days that a text is, by all its readings; undefined for a text that is more or less than a date. */
export function daysOfLeaf(text: string, today: number | undefined): readonly number[] | undefined {
  const trimmed = text.trim();
  const date = isoTime.exec(trimmed)?.[1] ?? trimmed;
  if (date.length > 30 || !/\d/.test(date)) return undefined;
  const { days } = daysInText(date, { today, isTalk: false });
  const whole = days.filter(({ start, end, exact }) => exact && start === 0 && end === date.length);
  return whole.length === 0 ? undefined : [...new Set(whole.flatMap(({ from, to }) => [from, to]))];
}

/** A moment: a date, and the time of day behind it. */
export const isoTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

function lookUpDay(text: string, evidence: Evidence, accepts: AcceptsSource): readonly Place[] | undefined {
  const trimmed = text.trim();
  if (isoTime.test(trimmed)) return undefined;
  // Eight digits alone are more often an id.
  if (/^\d+$/.test(trimmed)) return undefined;
  const days = daysOfLeaf(trimmed, evidence.today);
  return days && placesOfDays(days, evidence, accepts);
}

/** Places that name one of these days. */
export function placesOfDays(days: readonly number[], evidence: Evidence, accepts: AcceptsSource): readonly SeenDays[] {
  const naming = evidence.days().filter(({ from, to, exact }) => exact && days.some((day) => from <= day && day <= to));
  return placesFor(naming, accepts);
}
