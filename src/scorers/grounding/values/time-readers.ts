import { CHINESE_NUMERAL, readChineseNumeral } from './chinese-numerals.ts';
import type { TypedValue } from './typed-value.ts';
import { type ValueReader, whole } from './value-reader.ts';

const HALF_DAY = 720;

/** Times of day, in 12 and 24 hours and in Chinese. */
export const timeReaders: readonly ValueReader[] = [
  {
    pattern:
      /(?<![\d.]|\d:)(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?: ?([ap])\.?m\b\.?)?(?![\d:])(?: ?\(?\+[12](?: days?)?\b\)?)?/gi,
    canMatch: /:\d/,
    read: (match) => whole(match, timeFrom(match[1], match[2], match[3])),
  },
  {
    pattern: /(?<![\d.$]|\d:)(\d{1,2}) ?([ap])\.?m\b\.?/gi,
    canMatch: /\d ?[ap]\.?m/i,
    read: (match) => whole(match, timeFrom(match[1], '0', match[2])),
  },
  {
    // The first hour of "from 10 to 11:30 am" takes its half of the day from the second.
    pattern: /(?<![\d.$-]|\d:)(\d{1,2})(?::(\d{2}))?(?= ?(?:-|to|until|and) ?\d{1,2}(?::\d{2})? ?([ap])\.?m\b)/gi,
    canMatch: /\d ?[ap]\.?m/i,
    read: (match) => whole(match, { kind: 'time', minutes: bothHalves(match[1], match[2]) }),
  },
  {
    // "from 10 to 10:30": the first is an hour too.
    pattern: /(?<=\b(?:from|between) )(\d{1,2})(?= ?(?:-|to|until|and) ?\d{1,2}:\d{2})/gi,
    canMatch: /\d ?(?:-|to|until|and) ?\d{1,2}:/i,
    read: (match) => whole(match, { kind: 'time', minutes: bothHalves(match[1], undefined) }),
  },
  {
    pattern: /\b(?:noon|midday)\b/gi,
    canMatch: /noon|midday/i,
    read: (match) => whole(match, { kind: 'time', minutes: [HALF_DAY] }),
  },
  { pattern: /\bmidnight\b/gi, canMatch: /midnight/i, read: (match) => whole(match, { kind: 'time', minutes: [0] }) },
  {
    pattern: new RegExp(
      `(凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|夜间)?(\\d{1,2}|${CHINESE_NUMERAL}{1,3})点(?:钟|整|(半)|(一刻|三刻)|(\\d{1,2}|${CHINESE_NUMERAL}{1,3})分?)?`,
      'g',
    ),
    canMatch: /点/,
    read: (match) => whole(match, chineseTime(match)),
  },
];

function bothHalves(hourText: string | undefined, minuteText = '0'): readonly number[] {
  const first = (Number(hourText) % 24) * 60 + Number(minuteText);
  return [first, (first + HALF_DAY) % (2 * HALF_DAY)];
}

function timeFrom(hourText?: string, minuteText?: string, half?: string): TypedValue | undefined {
  const hour = Number(hourText);
  const minute = Number(minuteText);
  if (hour > 24 || minute > 59 || (half && (hour > 12 || hour < 1))) return undefined;
  if (half) return { kind: 'time', minutes: [(hour % 12) * 60 + minute + (half.toLowerCase() === 'p' ? HALF_DAY : 0)] };
  const first = (hour % 24) * 60 + minute;
  // "9:30" may be evening; "09:30" and "13:30" are written in 24 hours.
  const isOpen = hour >= 1 && hour <= 12 && !(hourText ?? '').startsWith('0');
  return { kind: 'time', minutes: isOpen ? [first, (first + HALF_DAY) % (2 * HALF_DAY)] : [first] };
}

function chineseTime(match: RegExpExecArray): TypedValue | undefined {
  const [, half, hourText = '', isHalf, quarter, minuteText] = match;
  const hour = Number(/^\d/.test(hourText) ? hourText : readChineseNumeral(hourText));
  const minute = isHalf ? 30 : quarter ? (quarter === '一刻' ? 15 : 45) : minutesOf(minuteText);
  // Without a part of the day, minutes or a whole word, `八点五` is a decimal.
  if (!(hour >= 0 && hour <= 24) || !(minute >= 0 && minute <= 59)) return undefined;
  if (minuteText && !match[0].endsWith('分') && !half) return undefined;
  const isLate = half && /下午|傍晚|晚上|夜/.test(half);
  if (half === '中午') return { kind: 'time', minutes: [(hour <= 2 ? hour + 12 : hour) * 60 + minute] };
  if (half) return { kind: 'time', minutes: [(hour + (isLate && hour < 12 ? 12 : 0)) * 60 + minute] };
  const first = (hour % 24) * 60 + minute;
  return { kind: 'time', minutes: hour <= 12 && hour >= 1 ? [first, (first + HALF_DAY) % (2 * HALF_DAY)] : [first] };
}

function minutesOf(text: string | undefined): number {
  if (text === undefined) return 0;
  return Number(/^\d/.test(text) ? text : readChineseNumeral(text));
}
