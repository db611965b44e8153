import { CHINESE_NUMERAL, readChineseNumeral } from '../../grounding/values/chinese-numerals.ts';
import { readNumberWords } from '../../grounding/values/number-words.ts';
import { baseAmount, unitOf } from '../../grounding/values/units.ts';

/** A length of time that takes several words. `key` is its amount in the base of its dimension: `time:5400`. */
export type DurationInText = { key: string; start: number; end: number };

const small = 'an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const count = `(\\d{1,4}(?:\\.\\d+)?|${small})`;
const unit = '(hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s|days?|weeks?|years?)';
const shares: Readonly<Record<string, number>> = { half: 0.5, quarter: 0.25, 'three quarters': 0.75 };

/** `an hour and a half`. */
const unitThenShare = new RegExp(
  `\\b${count} ${unit} and (?:an? )?(half|quarter|three quarters)\\b(?! (?:hour|day))`,
  'gi',
);
/** `two and a half hours`. */
const shareThenUnit = new RegExp(`\\b${count} and (?:an? )?(half|quarter|three quarters) ${unit}\\b`, 'gi');
/** `three quarters of an hour`, `half an hour`. */
const shareOfUnit = new RegExp(`\\b(half|quarter|three quarters) (?:of )?an? ${unit}\\b`, 'gi');
/** `2 hours and 15 minutes`, `1h30m`. */
const mixed = new RegExp(`\\b${count} ?${unit},?(?: and)? ?${count} ?${unit}\\b`, 'gi');
const chineseMixed = new RegExp(
  `(${CHINESE_NUMERAL}{1,4}|\\d{1,3})个?(小时|钟头)(${CHINESE_NUMERAL}{1,4}|\\d{1,3})(分钟?)`,
  'g',
);
const chineseHalf = new RegExp(
  `(${CHINESE_NUMERAL}{1,3}|\\d{1,3})个?半(小时|钟头|天|年)|(${CHINESE_NUMERAL}{1,3}|\\d{1,3})(天|年)半`,
  'g',
);

/** Lengths of time in several words, in English and Chinese: `an hour and a half`, `1h30m`, `一个半小时`. */
export function durationsInText(text: string): DurationInText[] {
  if (!/half|quarter|\d ?h|hour|minute|\bmins?\b|半|小时|钟头/i.test(text)) return [];
  return [
    ...read(text, unitThenShare, ([many, name, share]) => amount(numberOf(many) + shareOf(share), name)),
    ...read(text, shareThenUnit, ([many, share, name]) => amount(numberOf(many) + shareOf(share), name)),
    ...read(text, shareOfUnit, ([share, name]) => amount(shareOf(share), name)),
    ...read(text, mixed, ([many, name, more, smaller]) => sum(numberOf(many), name, [numberOf(more), smaller])),
    ...read(text, chineseMixed, ([many, name, more, smaller]) => sum(numberOf(many), name, [numberOf(more), smaller])),
    ...read(text, chineseHalf, ([many, name, other, otherName]) =>
      amount(numberOf(many ?? other) + 0.5, name ?? otherName),
    ),
  ];
}

const isoDuration =
  /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** The amount of an ISO 8601 duration, such as `PT45M`; undefined for other texts, and for months and days in one. */
export function isoDurationKey(text: string): string | undefined {
  const found = isoDuration.exec(text.trim());
  if (found === null) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const inMonths = years * 12 + months;
  const inSeconds = (weeks * 7 + days) * 86_400 + hours * 3600 + minutes * 60 + seconds;
  if (inMonths > 0 && inSeconds > 0) return undefined;
  if (inMonths > 0) return baseAmount(String(inMonths), 'month');
  return inSeconds > 0 ? baseAmount(String(inSeconds), 'second') : undefined;
}

type Groups = readonly (string | undefined)[];

function read(text: string, pattern: RegExp, keyOf: (groups: Groups) => string | undefined): DurationInText[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: match, index, ...rest }) => {
    const groups = Object.values(rest).slice(0, 4) as Groups;
    const key = keyOf(groups);
    return key === undefined ? [] : [{ key, start: index, end: index + match.length }];
  });
}

function amount(many: number, name = ''): string | undefined {
  return Number.isFinite(many) ? baseAmount(String(many), nameOfUnit(name)) : undefined;
}

const factors: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 };

function sum(many: number, name = '', [more, smaller = '']: readonly [number, string | undefined]): string | undefined {
  const [large, little] = [factors[nameOfUnit(name)], factors[nameOfUnit(smaller)]];
  if (large === undefined || little === undefined || little >= large) return undefined;
  return amount(many * large + more * little, 'second');
}

const letters: Readonly<Record<string, string>> = {
  h: 'hour',
  m: 'minute',
  s: 'second',
  分: 'minute',
  年: 'year',
  钟头: 'hour',
};

function nameOfUnit(name: string): string {
  return letters[name.toLowerCase()] ?? unitOf(name) ?? '';
}

function shareOf(name = ''): number {
  return shares[name.toLowerCase()] ?? Number.NaN;
}

function numberOf(text = ''): number {
  if (/^\d/.test(text)) return Number(text);
  if (/^(?:an?|one)$/i.test(text)) return 1;
  return Number(readNumberWords(text) ?? readChineseNumeral(text) ?? Number.NaN);
}
