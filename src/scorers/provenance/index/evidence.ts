import { extractValues } from '../../grounding/values/extract-values.ts';
import type { TypedValue } from '../../grounding/values/typed-value.ts';
import { keysOf } from '../../grounding/values/value-keys.ts';
import { dayShiftsIn } from '../days/day-shifts.ts';
import { daysInText } from '../days/days-in-text.ts';
import { dayOfIso, type NamedDays, type YearlessDay } from '../days/named-days.ts';
import { agreementsIn } from '../sources/agreements.ts';
import type { AcceptsSource, Source } from '../sources/source.ts';
import { convertedValues } from '../values/converted-values.ts';
import { durationsInText } from '../values/durations-in-text.ts';
import { fractionsInText } from '../values/fractions-in-text.ts';
import { type NumberInText, numbersInText } from '../values/numbers-in-text.ts';
import { phonesInText } from '../values/phones.ts';
import { type EvidenceIndex, evidenceIndex, type IndexedSpot, type Place } from './evidence-index.ts';

/** A number that was seen, where it stands, and whether it is a share. */
export type SeenNumber = Place & { value: number; isPercent: boolean };
export type SeenDays = Place & NamedDays;
export type SeenYearlessDay = Place & YearlessDay;
export type SeenShift = { source: Source; shift: number };

/** All that may be asked of the sources of one session. What has to be read out of texts is read once, when first needed. */
export type Evidence = EvidenceIndex & {
  /** Today by the session's clock, in days since 1970-01-01; undefined where nobody tells. */
  today: number | undefined;
  numbers(): readonly SeenNumber[];
  numbersOf(value: number): readonly SeenNumber[];
  /** Numbers of one key in one result, where they are several. */
  kinds(): readonly (readonly SeenNumber[])[];
  /** What numbers with a unit of measurement are in other units. */
  conversions(): readonly { seen: SeenNumber; values: readonly number[] }[];
  /** Shares in words. */
  fractions(): readonly SeenNumber[];
  days(): readonly SeenDays[];
  yearless(): readonly SeenYearlessDay[];
  shifts(): readonly SeenShift[];
  /** The agent's words that the user agreed to, each with the words that agreed. */
  agreements(): ReadonlyMap<Source, Source>;
  /** Places with a time, an amount with a unit, or a phone number that shares one of these keys. */
  measures(keys: readonly string[]): readonly Place[];
};

export function evidenceOf(sources: readonly Source[], now: string | undefined): Evidence {
  const index = evidenceIndex(sources);
  const today = now === undefined ? todayOf(sources) : dayOfIso(now);
  const dated = once(() => index.entries.map((entry) => datedEntry(entry, today)));
  const numbers = once(() => index.entries.flatMap(numbersOfEntry));
  const byValue = once(() => groupBy(numbers(), ({ value }) => keyOfNumber(value)));
  const measures = once(() => measuresOf(index.entries));
  return {
    ...index,
    today,
    numbers,
    numbersOf: (value) => byValue().get(keyOfNumber(Math.abs(value))) ?? [],
    kinds: once(() => kindsOf(numbers())),
    conversions: once(() => numbers().flatMap(conversionsOf)),
    fractions: once(() =>
      index.entries.flatMap(({ source, spot }) =>
        fractionsInText(spot.text).map((one): SeenNumber => ({ source, spot, ...one, isPercent: false })),
      ),
    ),
    days: once(() => dated().flatMap(({ days }) => days)),
    yearless: once(() => dated().flatMap(({ yearless }) => yearless)),
    shifts: once(() =>
      index.entries.flatMap(({ source, spot }) =>
        source.kind === 'user' ? dayShiftsIn(spot.text).map((shift) => ({ source, shift })) : [],
      ),
    ),
    agreements: once(() => agreementsIn(sources)),
    measures: (keys) => keys.flatMap((key) => measures().get(key) ?? []),
  };
}

function kindsOf(numbers: readonly SeenNumber[]): readonly (readonly SeenNumber[])[] {
  const keyed = numbers.filter(({ spot }) => spot.key !== undefined);
  return [...groupBy(keyed, ({ source }) => source).values()]
    .flatMap((ofSource) => [...groupBy(ofSource, ({ spot }) => spot.key).values()])
    .filter(({ length }) => length > 1);
}

function conversionsOf(seen: SeenNumber): { seen: SeenNumber; values: readonly number[] }[] {
  const { spot, end, value } = seen;
  const values = spot.number === undefined ? convertedValues(value, spot.text.slice(end, end + 14)) : [];
  return values.length === 0 ? [] : [{ seen, values }];
}

/** A value of its own for equal numbers, however they were reckoned. */
export function keyOfNumber(value: number): number {
  return Math.round(value * 1e6);
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

const clock =
  /\b(?:current|present) (?:date|time|datetime|date and time)(?: is)?:? *(\d{4}-\d{2}-\d{2})|\btoday(?:'s date)?(?: is)?:? *(\d{4}-\d{2}-\d{2})/i;

/** The clock that instructions tell of. */
function todayOf(sources: readonly Source[]): number | undefined {
  for (const { kind, spots } of sources) {
    const match = kind === 'policy' ? clock.exec(spots[0]?.text ?? '') : null;
    if (match !== null) return dayOfIso(match[1] ?? match[2] ?? '');
  }
  return undefined;
}

function datedEntry({ source, spot }: IndexedSpot, today: number | undefined) {
  if (spot.number !== undefined || source.kind === 'documentation') return { days: [], yearless: [] };
  const isTalk = source.kind === 'user' || source.kind === 'agent';
  const { days, yearless } = daysInText(spot.text, { today, isTalk });
  return {
    days: days.map((one): SeenDays => ({ ...one, source, spot })),
    yearless: yearless.map((one): SeenYearlessDay => ({ ...one, source, spot })),
  };
}

function numbersOfEntry({ source, spot }: IndexedSpot): SeenNumber[] {
  const { number, text, pointer } = spot;
  const whole = { source, spot, start: 0, end: text.length };
  if (number !== undefined) return [{ ...whole, value: Math.abs(number), isPercent: false }];
  const found: NumberInText[] = numbersInText(text, { isProse: pointer === undefined });
  return found.map((one) => ({ source, spot, ...one }));
}

const measured: ReadonlySet<TypedValue['kind']> = new Set(['time', 'quantity', 'percent']);

/** Keys of times, shares and amounts with units; bare numbers have none here. */
export function keysOfMeasure(value: TypedValue): readonly string[] {
  if (!measured.has(value.kind)) return [];
  if (value.kind === 'quantity')
    return keysOf(value)
      .filter((key) => key.startsWith('b:'))
      .concat(`q:${value.decimal}:${value.unit}`);
  if (value.kind === 'percent') return value.readings.map((reading) => `p:${reading}`);
  return keysOf(value);
}

const mayMeasure =
  /\d ?[:a-z%°]|[点时分个公]|\d[ ).-]+\d{3}|^\+?\d{7,15}$|\+\d{7}|\b(?:noon|midday|midnight|half|hours?|minutes?|percent|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)\b/i;

function measuresOf(entries: readonly IndexedSpot[]): ReadonlyMap<string, readonly Place[]> {
  const places: { key: string; place: Place }[] = [];
  for (const { source, spot } of entries) {
    if (spot.number !== undefined || source.kind === 'documentation' || !mayMeasure.test(spot.text)) continue;
    for (const { value, start, end } of extractValues(spot.text)) {
      for (const key of keysOfMeasure(value)) places.push({ key, place: { source, spot, start, end } });
    }
    for (const { key, start, end } of durationsInText(spot.text)) {
      places.push({ key: `b:${key}`, place: { source, spot, start, end } });
    }
    for (const { keys, start, end } of phonesInText(spot.text)) {
      for (const key of keys) places.push({ key, place: { source, spot, start, end } });
    }
  }
  const groups = groupBy(places, ({ key }) => key);
  return new Map([...groups].map(([key, group]) => [key, group.map(({ place }) => place)]));
}

/** One place of each source that counts, in the order of the sources. */
export function placesFor<T extends Place>(places: readonly T[], accepts: AcceptsSource): readonly T[] {
  const seen = new Set<Source>();
  return places.filter(({ source }) => !seen.has(source) && accepts(source) && seen.add(source));
}
