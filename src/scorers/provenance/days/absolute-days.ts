import { readChineseNumeral } from '../../grounding/values/chinese-numerals.ts';
import { type DayReading, dayNumber, monthAround } from './named-days.ts';

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const tens = 'twenty|thirty';
const ordinalWords = [
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh'],
  ...['twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth', 'seventeenth', 'eighteenth', 'nineteenth'],
];
export const ordinal = `(\\d{1,2}(?:st|nd|rd|th)?|(?:(?:${tens})[- ])?(?:${ordinalWords.join('|')})|twentieth|thirtieth)`;
const year = '(?:,? ?(?:of )?(\\d{4}))';
const until = ' ?(?:-|to|through|thru|until|till|and|or|&) ?(?:the )?';
const chineseDigits = '(\\d{1,2}|[一二三四五六七八九十]{1,3})';

const isoDate = /(?<![\d.])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/g;
const compactDate = /(?<!\d)((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/g;
const numericDate = /(?<![\d/.-])(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?![\d/])(?![-.]\d)/g;
const chineseDate = new RegExp(
  `(?:(\\d{4}|[零〇一二三四五六七八九]{4})年)?${chineseDigits}月${chineseDigits}[日号]?(?: ?[-到至~] ?(?:${chineseDigits}月)?${chineseDigits}[日号])?`,
  'g',
);
const monthFirst = new RegExp(
  `(?<![a-z])${month} (?:the )?${ordinal}(?![a-z\\d:]| ?[ap]\\.?m\\b)(?:${until}(?:${month} )?${ordinal}(?![a-z\\d:]))?${year}?(?!\\d)`,
  'g',
);
const dayFirst = new RegExp(
  `(?<![a-z\\d.:])${ordinal}(?:${until}${ordinal})?(?: of)?[ -]${month}(?![a-z])(?:[ -]|,? ?)?(\\d{4})?(?!\\d)`,
  'g',
);
const monthAlone = new RegExp(
  `(?<=\\b(?:in|of|during|early|late|mid|mid-|by|this|next|last|until|till) )${month}(?![a-z]|\\.? ?\\d{1,2}(?!\\d))(?:,? (\\d{4}))?`,
  'g',
);
const holidays: readonly (readonly [RegExp, number, number])[] = [
  [/\bchristmas eve\b/g, 12, 24],
  [/\bchristmas(?: day)?\b(?! eve)|圣诞节?/g, 12, 25],
  [/\bnew year['’]?s eve\b/g, 12, 31],
  [/\bnew year['’]?s(?: day)?\b(?! eve)|元旦/g, 1, 1],
  [/\bvalentine['’]?s(?: day)?\b|情人节/g, 2, 14],
  [/\bhalloween\b/g, 10, 31],
  [/\bindependence day\b/g, 7, 4],
];

/** Dates that a calendar knows without today: numbers, names of months, Chinese dates, holidays. Both orders of day and month. */
export function readAbsoluteDays(reading: DayReading): void {
  const { text, add, addYearless } = reading;
  if (/\d/.test(text)) readNumbers(reading);
  for (const match of text.matchAll(monthFirst)) {
    const [, name, day, lastName, lastDay, years] = match;
    addMonthDays(reading, match, { name, day, lastName, lastDay, years });
  }
  for (const match of text.matchAll(dayFirst)) {
    const [, day, lastDay, name, years] = match;
    addMonthDays(reading, match, { name, day, lastName: undefined, lastDay, years });
  }
  for (const match of text.includes('月') ? text.matchAll(chineseDate) : []) readChinese(reading, match);
  for (const match of text.matchAll(monthAlone)) addMonth(reading, match);
  for (const [pattern, number, day] of holidays) {
    for (const match of text.matchAll(pattern)) addYearless(number, day, match);
  }
  for (const match of text.matchAll(compactDate)) {
    add({ from: dayNumber(Number(match[1]), Number(match[2]), Number(match[3])) }, match);
  }
}

function readNumbers({ text, add, addYearless }: DayReading): void {
  for (const match of text.matchAll(isoDate)) {
    add({ from: dayNumber(Number(match[1]), Number(match[3]), Number(match[4])) }, match);
  }
  for (const match of text.matchAll(numericDate)) {
    const [, first, separator, second, years] = match;
    if (years === undefined && separator !== '/') continue;
    for (const [monthNumber, day] of [
      [Number(first), Number(second)],
      [Number(second), Number(first)],
    ] as const) {
      if (years === undefined) addYearless(monthNumber, day, match);
      for (const full of yearsOf(years)) add({ from: dayNumber(full, monthNumber, day) }, match);
    }
  }
}

/** Two digits may mean either century. */
function yearsOf(text: string | undefined): number[] {
  if (text === undefined) return [];
  return text.length === 2 ? [1900 + Number(text), 2000 + Number(text)] : [Number(text)];
}

type MonthDays = Record<'name' | 'day' | 'lastName' | 'lastDay' | 'years', string | undefined>;

function addMonthDays(
  { add, addYearless }: DayReading,
  match: RegExpMatchArray,
  { name, day, lastName, lastDay, years }: MonthDays,
): void {
  const first = { month: monthOf(name), day: dayOfWords(day) };
  const last = lastDay === undefined ? undefined : { month: monthOf(lastName ?? name), day: dayOfWords(lastDay) };
  if (years === undefined) {
    addYearless(first.month, first.day, match, last);
    return;
  }
  const from = dayNumber(Number(years), first.month, first.day);
  add({ from, to: last && dayNumber(Number(years), last.month, last.day) }, match);
}

function monthOf(name = ''): number {
  return monthNames.indexOf(name.slice(0, 3)) + 1;
}

/** `20th`, `twentieth`, `twenty-first`. */
export function dayOfWords(words = ''): number {
  const digits = /^\d+/.exec(words)?.[0];
  if (digits !== undefined) return Number(digits);
  if (words === 'twentieth') return 20;
  if (words === 'thirtieth') return 30;
  const parts = /^(?:(twenty|thirty)[- ])?(\w+)$/.exec(words);
  const tensOf = parts?.[1] === 'twenty' ? 20 : parts?.[1] === 'thirty' ? 30 : 0;
  return tensOf + ordinalWords.indexOf(parts?.[2] ?? '') + 1;
}

function addMonth({ today, add }: DayReading, match: RegExpMatchArray): void {
  const number = monthOf(match[1]);
  const years = match[2];
  if (years === undefined && today === undefined) return;
  const near =
    today === undefined ? [] : [-1, 0, 1].map((shift) => new Date(today * 86_400_000).getUTCFullYear() + shift);
  for (const full of years === undefined ? near : [Number(years)]) {
    const first = dayNumber(full, number, 1);
    if (first !== undefined) add({ ...monthAround(first), exact: false }, match);
  }
}

function readChinese({ add, addYearless }: DayReading, match: RegExpMatchArray): void {
  const [, years, monthText, dayText, lastMonth, lastDay] = match;
  const first = { month: numeralOf(monthText), day: numeralOf(dayText) };
  const last =
    lastDay === undefined ? undefined : { month: numeralOf(lastMonth ?? monthText), day: numeralOf(lastDay) };
  if (years === undefined) {
    addYearless(first.month, first.day, match, last);
    return;
  }
  const full = numeralOf(years);
  add({ from: dayNumber(full, first.month, first.day), to: last && dayNumber(full, last.month, last.day) }, match);
}

function numeralOf(text = ''): number {
  return /^\d/.test(text) ? Number(text) : Number(readChineseNumeral(text) ?? Number.NaN);
}
