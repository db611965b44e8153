import { type Decimal, readScientific } from '../../domain/values/decimal.ts';
import { findNumberWords } from './number-words.ts';

export type FoundNumber = { value: Decimal; start: number; end: number };

const DIGITS = /\d+(?:[.,']\d+)*/g;
/** `may` with a small letter is mostly the verb. */
const MONTH =
  '(?:[Jj]an(?:uary)?|[Ff]eb(?:ruary)?|[Mm]ar(?:ch)?|[Aa]pr(?:il)?|May|[Jj]une?|[Jj]uly?|[Aa]ug(?:ust)?|[Ss]ept?(?:ember)?|[Oo]ct(?:ober)?|[Nn]ov(?:ember)?|[Dd]ec(?:ember)?)';
/** Ids, dates, times, telephone numbers and versions hold digits that count nothing. */
const NOT_COUNTS = [
  new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?\\.?(?: of)? ${MONTH}\\b\\.?(?:,? \\d{4}\\b)?`, 'g'),
  new RegExp(`\\b${MONTH}\\b\\.? (?:\\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\d{4})\\b(?!\\s?[%$€£])`, 'g'),
  /\b\d+(?:st|nd|rd|th)\b/gi,
  /\d{4}年(?:\d{1,2}月(?:\d{1,2}[日号])?)?|\d{1,2}月(?:\d{1,2}[日号]?)?|(?<!\d)\d{1,4}号/g,
  /(?<![\w-])(?:\+?\d{1,4}-)?(?:\(\d{2,4}\) ?|\d{2,4}-)?\d{3}-\d{4}(?![\w-])/g,
  /(?<![\w-])\+(?=(?:[ -]?\d){8,15}(?!\d))\d{1,3}(?:[ -]?\d{1,12}){1,6}(?![\w-])|(?<![\w-])\d{2,}(?:-\d{2,}){2,}(?![\w-])|(?<![\w-])\d{2,}-0\d{2,}(?![\w-])/g,
  /\b\d{1,4}([-/.])\d{1,2}\1\d{1,4}\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
  /(?<![\p{L}\p{N}_])[A-Za-z][A-Za-z_]{0,30}-?\d[\w-]*(?:\.\d[\w-]*)*/gu,
  /(?<![\w.,])\d+[A-Za-z]+\d\w*/g,
  /#\s?\d+/g,
];
const CURRENCY_CODE = /^(?:usd|eur|gbp|cny|rmb|jpy|chf|cad|aud|rs|us|hk|nt)\d/i;
const SCALE = /^(?:\s?(万|亿|million|billion|thousand)|(k)(?![\p{L}\p{N}]))/iu;
const SCALE_EXPONENTS: Readonly<Record<string, number>> = { 万: 4, 亿: 8, million: 6, billion: 9, thousand: 3, k: 3 };

/** The text as numbers are looked for in it: full-width forms made plain, spaces between groups of digits marked. */
export function plainDigits(text: string): string {
  return text
    .replace(/(?<=\d)[\u00a0\u202f\u2009](?=\d{3}(?!\d))/g, "'")
    .normalize('NFKC')
    .replaceAll('\u2212', '-');
}

/**
 * Every number said in `text` (as `plainDigits` gives it), in order, exactly: digits with thousands separators or a
 * decimal comma, amounts of money, percentages (as the number before the sign), `20k`, `3万`, number words in English
 * and Chinese numerals. Digits of ids, dates, times and versions are not numbers.
 */
export function findNumbers(text: string): FoundNumber[] {
  const counts = NOT_COUNTS.reduce(
    (masked, pattern) =>
      masked.replace(pattern, (found) => (CURRENCY_CODE.test(found) ? found : ' '.repeat(found.length))),
    text,
  );
  const found = Array.from(counts.matchAll(DIGITS)).flatMap(({ 0: token, index }) => readToken(counts, token, index));
  const words = findNumberWords(counts).flatMap(({ value, start, end }) => {
    const decimal = readScientific(String(value));
    return decimal === undefined ? [] : [{ value: decimal, start, end }];
  });
  return [...found, ...words].sort((a, b) => a.start - b.start);
}

function readToken(text: string, token: string, index: number): FoundNumber[] {
  const end = index + token.length;
  const plain = readSeparators(token);
  if (plain === undefined) return token.includes(',') ? splitList(text, token, index) : [];
  const scale = SCALE.exec(text.slice(end, end + 12));
  const exponent = SCALE_EXPONENTS[(scale?.[1] ?? scale?.[2] ?? '').toLowerCase()] ?? 0;
  const sign = /(?:^|[\s(（:：=])-[$€£¥]?\s?$|(?:^|[\s(])[$€£¥]-$/.test(text.slice(Math.max(0, index - 4), index))
    ? '-'
    : '';
  const value = readScientific(`${sign}${plain}e${exponent}`);
  return value === undefined ? [] : [{ value, start: index, end: end + (scale?.[0].length ?? 0) }];
}

/** The token with `.` for its decimal mark and no other separator; undefined when it is no single number. */
function readSeparators(token: string): string | undefined {
  const kinds = [...new Set(token.replace(/\d/g, ''))];
  const groups = token.split(/[.,']/);
  if (kinds.length === 0) return token;
  if (kinds.length > 1) return readTwoKinds(token);
  const [kind] = kinds;
  if (kind === '.' && groups.length === 2) return token;
  if (areThousands(groups)) return groups.join('');
  return kind === ',' && groups.length === 2 ? groups.join('.') : undefined;
}

function readTwoKinds(token: string): string | undefined {
  const decimalAt = Math.max(token.lastIndexOf('.'), token.lastIndexOf(','));
  const whole = token.slice(0, decimalAt);
  if (decimalAt < 0 || whole.includes(token.charAt(decimalAt))) return undefined;
  const groups = whole.split(/[.,']/);
  return areThousands(groups) ? `${groups.join('')}.${token.slice(decimalAt + 1)}` : undefined;
}

function areThousands([first = '', ...rest]: readonly string[]): boolean {
  return /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => group.length === 3);
}

/** `1,2,3` is three numbers. */
function splitList(text: string, token: string, index: number): FoundNumber[] {
  let start = index;
  return token.split(',').flatMap((part) => {
    const place = start;
    start += part.length + 1;
    return part.includes(',') || part === '' ? [] : readToken(text, part, place);
  });
}

/** Negative when `a` is less than `b`, zero when they are the same number. */
export function compareDecimal(a: Decimal, b: Decimal): number {
  if (a.isNegative !== b.isNegative) return a.isNegative ? -1 : 1;
  const order = compareSize(a, b);
  return a.isNegative ? -order : order;
}

function compareSize(a: Decimal, b: Decimal): number {
  if (a.digits === '0' || b.digits === '0') return Number(a.digits !== '0') - Number(b.digits !== '0');
  const magnitude = a.digits.length + a.exponent - (b.digits.length + b.exponent);
  if (magnitude !== 0) return magnitude;
  const width = Math.max(a.digits.length, b.digits.length);
  const left = a.digits.padEnd(width, '0');
  const right = b.digits.padEnd(width, '0');
  return left < right ? -1 : Number(left > right);
}
