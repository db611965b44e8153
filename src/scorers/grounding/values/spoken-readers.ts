import { readChineseNumeral } from './chinese-numerals.ts';
import { canonicalDecimal } from './decimals.ts';
import { readNumberWords } from './number-words.ts';
import type { TypedValue } from './typed-value.ts';
import { type ValueReader, whole } from './value-reader.ts';

const HOUR = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|1[0-2]|[1-9]';
const SPAN = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|an?|\\d{1,3}';
const HALF_DAY = 720;

/** Times and spans as they are said: "quarter to eight", "seven in the evening", "2 h 30", 两个半小时. */
export const spokenReaders: readonly ValueReader[] = [
  {
    pattern: new RegExp(
      `\\b(?:a )?(quarter|half|five|ten|twenty|twenty[ -]five)(?: minutes)? (past|to|after) (${HOUR})\\b(?! (?:days?|hours?|minutes?|people|%))(?: ?([ap])\\.?m\\b\\.?)?`,
      'gi',
    ),
    canMatch: /(?:past|to|after) /i,
    read: (match) =>
      isClock(match) ? whole(match, clockTime(match[3], { shift: shiftOf(match[1], match[2]), half: match[4] })) : [],
  },
  {
    pattern: new RegExp(
      `\\b(half past )?(${HOUR})(?: o'clock)?(?: (?:in the|this) (morning|afternoon|evening)| (at night|tonight)| o'clock)`,
      'gi',
    ),
    canMatch: /o'clock|morning|afternoon|evening|night/i,
    read: (match) =>
      whole(match, clockTime(match[2], { shift: match[1] ? 30 : 0, half: halfOf(match[3] ?? match[4], match[2]) })),
  },
  {
    pattern:
      /(?<![\w.])(\d{1,3}) ?(?:hours?|hrs?|h) ?(?:and |, )?(\d{1,2}) ?(?:minutes?|mins?|m)\b|(?<![\w.])(\d{1,2})h(\d{2})(?![\w])/gi,
    canMatch: /\d ?h/i,
    read: (match) => whole(match, minutes(Number(match[1] ?? match[3]) * 60 + Number(match[2] ?? match[4]))),
  },
  {
    pattern:
      /(\d{1,3}|[一二两三四五六七八九十]{1,2})个?(?:小时|钟头)(?:零)?(\d{1,2}|[二三四五]?十?[一二三四五六七八九]?)分钟?/g,
    canMatch: /小时|钟头/,
    read: (match) => whole(match, minutes(numberIn(match[1]) * 60 + numberIn(match[2]))),
  },
  {
    pattern: new RegExp(`\\b(${SPAN})(?: and a half hours?| hours? and a half)\\b`, 'gi'),
    canMatch: /and a half/i,
    read: (match) => whole(match, minutes(spanIn(match[1]) * 60 + 30)),
  },
  {
    pattern: /(\d{1,2}|[一二两三四五六七八九十])个半(?:小时|钟头)/g,
    canMatch: /个半/,
    read: (match) => whole(match, minutes(numberIn(match[1]) * 60 + 30)),
  },
  {
    pattern: /\b(?:half an hour|a half hour|half-hour)\b|(?<![个一二两三四五六七八九十\d])半个?(?:小时|钟头)/gi,
    canMatch: /half|半/i,
    read: (match) => whole(match, minutes(30)),
  },
  {
    pattern: /\b(?:(three) quarters|(?:a )?quarter) of an hour\b|([一三])刻钟/gi,
    canMatch: /quarter|刻/i,
    read: (match) => whole(match, minutes(match[1] || match[2] === '三' ? 45 : 15)),
  },
  {
    pattern: /\b(half a|two|three|four|five) dozen\b/gi,
    canMatch: /dozen/i,
    read: (match) => whole(match, dozens(match[1])),
  },
];

/** "ten to twelve" may be a range; after "a quarter" and "half" it never is. */
function isClock({ 1: first = '', 2: word = '', input, index }: RegExpExecArray): boolean {
  if (/quarter|half/i.test(first)) return !(word.toLowerCase() === 'to' && /half/i.test(first));
  return (
    word.toLowerCase() === 'past' &&
    /\b(?:at|until|till|by|before|after|from|is|it's) $/i.test(input.slice(0, index).slice(-8))
  );
}

function shiftOf(part = '', word = ''): number {
  const words = part.toLowerCase();
  const size = words === 'quarter' ? 15 : words === 'half' ? 30 : Number(readNumberWords(words) ?? 0);
  return word.toLowerCase() === 'to' ? -size : size;
}

/** The half of the day that is said; nights begin in the evening and end in the morning. */
function halfOf(part = '', hour = ''): string {
  if (/morning/i.test(part)) return 'a';
  if (/afternoon|evening/i.test(part)) return 'p';
  if (part === '') return '';
  return spanIn(hour) >= 6 && spanIn(hour) < 12 ? 'p' : 'a';
}

function clockTime(
  hourText: string | undefined,
  { shift, half = '' }: { shift: number; half?: string | undefined },
): TypedValue {
  const day = 2 * HALF_DAY;
  const first = ((spanIn(hourText) % 12) * 60 + shift + day) % day;
  const other = (first + HALF_DAY) % day;
  if (half === '') return { kind: 'time', minutes: [first, other] };
  const isLate = half.toLowerCase() === 'p';
  const late = Math.max(first, other);
  return { kind: 'time', minutes: [isLate ? late : Math.min(first, other)] };
}

function spanIn(text = ''): number {
  if (/^\d+$/.test(text)) return Number(text);
  return /^(?:an?|one)$/i.test(text) ? 1 : Number(readNumberWords(text) ?? 0);
}

function numberIn(text = ''): number {
  return Number(/^\d/.test(text) ? text : (readChineseNumeral(text) ?? Number.NaN));
}

function minutes(count: number): TypedValue | undefined {
  if (!Number.isFinite(count)) return undefined;
  // Whole hours stay hours, so that what derives from them is of their kind.
  return count % 60 === 0 && count > 0
    ? { kind: 'quantity', decimal: String(count / 60), unit: 'hour', approximate: false }
    : { kind: 'quantity', decimal: String(count), unit: 'minute', approximate: false };
}

function dozens(text = ''): TypedValue | undefined {
  const decimal = /half/i.test(text) ? '6' : canonicalDecimal(String(spanIn(text) * 12));
  return decimal === undefined ? undefined : { kind: 'number', decimal, approximate: false };
}
