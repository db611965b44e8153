import { readChineseNumeral } from '../../grounding/values/chinese-numerals.ts';
import { readNumberWords } from '../../grounding/values/number-words.ts';
import { dayOfWords, ordinal } from './absolute-days.ts';
import { addMonths, type DayReading, monthAround, partsOf } from './named-days.ts';

const fixed: readonly (readonly [RegExp, number])[] = [
  [/(?<!after )\btomorrow\b|明[天日]/g, 1],
  [/(?<!before )\byesterday\b|昨[天日]/g, -1],
  [/\b(?:today|tonight|this (?:morning|afternoon|evening)|right now|immediately)\b|今[天日晚]/g, 0],
  [/\b(?:the )?day after tomorrow\b|(?<!大)后天/g, 2],
  [/\b(?:the )?day before yesterday\b|(?<!大)前天/g, -2],
  [/大后天/g, 3],
  [/大前天/g, -3],
];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const weekday =
  /(?<![a-z])(?:(next|last|this|past|coming|following|previous) )?(sun|mon|tues|wednes|thurs|fri|satur)day(?![a-rt-z])|(上|下|本|这)?(?:个)?(?:周|星期|礼拜)([一二三四五六日天])/g;
export const count =
  '(\\d{1,3}|an?|the|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|thirty|a couple(?: of)?|a few|several)';
const ahead = new RegExp(
  `(?<![\\w-])(about |around |roughly |approximately )?(?:in|within) ${count} (day|week|month|year)s?\\b|(?<![\\w-])(about |around |roughly |approximately )?${count} (day|week|month|year)s? (?:from (?:now|today)|hence|later from today)`,
  'g',
);
const ago = new RegExp(
  `(?<![\\w-])(about |around |roughly |approximately |over |less than |more than )?${count} (day|week|month|year)s? ago\\b`,
  'g',
);
const chineseCount = '(\\d{1,3}|[一二两三四五六七八九十]{1,3}|半)';
const chineseAhead = new RegExp(`(大约|大概)?${chineseCount}个?(天|日|周|星期|礼拜|月|年)(?:之|以)?(后|前)`, 'g');
const spans: readonly (readonly [RegExp, 'week' | 'month' | 'weekend', number])[] = [
  [/(?<!\d(?:st|nd|rd|th) of )\b(?:next|the coming|the following) month\b|下个?月/g, 'month', 1],
  [/(?<!\d(?:st|nd|rd|th) of )\bthis month\b|[本这]个?月/g, 'month', 0],
  [/\b(?:last|the past|previous) month\b|上个?月/g, 'month', -1],
  [/\b(?:next|the coming|the following) week\b|下个?(?:周|星期|礼拜)(?![一二三四五六日天末])/g, 'week', 1],
  [/\bthis week\b|[本这]个?(?:周|星期|礼拜)(?![一二三四五六日天末])/g, 'week', 0],
  [/\b(?:last|the past|previous) week\b|上个?(?:周|星期|礼拜)(?![一二三四五六日天末])/g, 'week', -1],
  [/(?<!next |last )\b(?:this |the |coming )?weekend\b|(?<![上下])(?:[本这]个?)?周末/g, 'weekend', 0],
  [/\bnext weekend\b|下个?周末/g, 'weekend', 1],
  [/\blast weekend\b|上个?周末/g, 'weekend', -1],
];
const dayOfMonth = new RegExp(
  `(?<![a-z\\d])the ${ordinal}(?![a-z\\d])(?! (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))( of (?:this|next) month)?|(?<![\\d月])(\\d{1,2})[号](?!楼|店|线|机)`,
  'g',
);

/** What leans on today: `tomorrow`, `next Friday`, `in two weeks`, `the 6th`, 下周五, 三天后. */
export function readRelativeDays(reading: DayReading, today: number): void {
  const { text, add } = reading;
  for (const [pattern, shift] of fixed) for (const match of text.matchAll(pattern)) add({ from: today + shift }, match);
  for (const match of text.matchAll(weekday)) readWeekday(reading, today, match);
  for (const match of text.matchAll(ahead)) {
    addAway(reading, today, {
      match,
      about: match[1] ?? match[4],
      amount: match[2] ?? match[5],
      unit: match[3] ?? match[6],
    });
  }
  for (const match of text.matchAll(ago)) {
    addAway(reading, today, { match, about: match[1], amount: match[2], unit: match[3], isPast: true });
  }
  for (const match of text.matchAll(chineseAhead)) {
    const [, about, amount, unit, side] = match;
    addAway(reading, today, { match, about, amount, unit, isPast: side === '前' });
  }
  for (const [pattern, unit, shift] of spans) {
    for (const match of text.matchAll(pattern)) addSpan(reading, today, { match, unit, shift });
  }
  for (const match of text.matchAll(dayOfMonth)) readDayOfMonth(reading, today, match);
}

function readWeekday({ add }: DayReading, today: number, match: RegExpMatchArray): void {
  const [, which, english, chineseWhich, chinese] = match;
  const now = partsOf(today).weekday;
  const wanted =
    english === undefined
      ? '日一二三四五六'.indexOf(chinese === '天' ? '日' : (chinese ?? ''))
      : weekdays.indexOf(english.slice(0, 3));
  const next = (wanted - now + 7) % 7;
  // Weeks begin on Monday where a week is named.
  const inWeek = ((wanted + 6) % 7) - ((now + 6) % 7);
  for (const shift of weekdayShifts(which ?? chineseWhich, next, inWeek)) add({ from: today + shift }, match);
}

function weekdayShifts(which: string | undefined, next: number, inWeek: number): readonly number[] {
  switch (which) {
    case 'next':
    case 'following':
      return [next === 0 ? 7 : next, inWeek + 7];
    case '下':
      return [inWeek + 7];
    case 'last':
    case 'past':
    case 'previous':
      return [next - 7, inWeek - 7];
    case '上':
      return [inWeek - 7];
    case 'this':
    case 'coming':
    case '本':
    case '这':
      return [next, inWeek];
    default:
      return [next, next === 0 ? 7 : next - 7];
  }
}

type Away = {
  match: RegExpMatchArray;
  about: string | undefined;
  amount: string | undefined;
  unit: string | undefined;
  isPast?: boolean;
};

function addAway({ add }: DayReading, today: number, { match, about, amount, unit = '', isPast = false }: Away): void {
  const size = countOf(amount ?? '');
  if (size === undefined) return;
  const sign = isPast ? -1 : 1;
  const whole = Math.round(size) * sign;
  const from = /month|月/.test(unit)
    ? addMonths(today, whole)
    : /year|年/.test(unit)
      ? addMonths(today, 12 * whole)
      : today + Math.round(size * sign * (/week|周|星期|礼拜/.test(unit) ? 7 : 1));
  const isVague = about !== undefined || /few|several|couple/.test(amount ?? '');
  add({ from }, match);
  if (isVague) add({ from: from - vagueDays, to: from + vagueDays, exact: false }, match);
}

/** So far from the day that was named may `about a week ago` be. */
const vagueDays = 3;

/** A count in digits or words, English or Chinese. */
export function countOf(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  if (/^(?:an?|the|one)$/.test(text)) return 1;
  if (text.startsWith('a couple')) return 2;
  if (/^(?:a few|several)$/.test(text)) return 3;
  if (text === '半') return 0.5;
  const number = Number((/^[a-z]/.test(text) ? readNumberWords(text) : readChineseNumeral(text)) ?? Number.NaN);
  return Number.isFinite(number) ? number : undefined;
}

type Span = { match: RegExpMatchArray; unit: 'week' | 'month' | 'weekend'; shift: number };

/** First, last and same day of a span are exact; the days between were not said. */
function addSpan({ add }: DayReading, today: number, { match, unit, shift }: Span): void {
  const sameWeekday = today + 7 * shift;
  const monday = sameWeekday - ((partsOf(today).weekday + 6) % 7);
  if (unit === 'weekend') {
    add({ from: monday + 5, to: monday + 6 }, match);
    return;
  }
  const { from, to } = unit === 'month' ? monthAround(today, shift) : { from: monday, to: monday + 6 };
  const same = unit === 'month' ? addMonths(today, shift) : sameWeekday;
  for (const day of [from, to, same]) add({ from: day }, match);
  add({ from, to, exact: false }, match);
}

/** "The 6th": of this month or the next, or of the one before. */
function readDayOfMonth({ add }: DayReading, today: number, match: RegExpMatchArray): void {
  const wanted = Number(match[3] ?? dayOfWords(match[1]));
  const isNumber = match[3] !== undefined || /^\d/.test(match[1] ?? '');
  // "The second" and "the third" mostly count something else.
  const months = match[2]?.includes('next') ? [1] : match[2] !== undefined ? [0] : [0, 1, -1];
  for (const shift of months) {
    const { from, to } = monthAround(today, shift);
    const day = from + wanted - 1;
    if (wanted >= 1 && day <= to) add({ from: day, exact: (isNumber || match[2] !== undefined) && shift >= 0 }, match);
  }
}
