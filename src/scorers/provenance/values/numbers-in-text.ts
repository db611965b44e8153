import { CHINESE_NUMERAL, readChineseNumeral } from '../../grounding/values/chinese-numerals.ts';
import { NUMBER_WORDS, readNumberWords } from '../../grounding/values/number-words.ts';

/** A number in a text, without its sign, and where it stands. */
export type NumberInText = { value: number; start: number; end: number; isPercent: boolean };

/** Days and times of day, whose digits are no amounts. */
const moments =
  /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}:\d{2}(?::\d{2})?/g;
const numeral =
  /(?<![\p{N}_.,#]|(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])\p{L}|\d[-/]|[A-Za-z]-)(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d{1,2}|\d+,\d{2}(?![\d,])|\d+(?:\.\d+)?|\.\d+)(?!\d|[-/]\d)(?: ?(k|thousand|million|m)(?![\p{L}\p{N}]))?( ?(?:%|percent\b|per cent\b))?/giu;
const words = new RegExp(`\\b(?:an? )?${NUMBER_WORDS}\\b`, 'gi');
const chinese = new RegExp(`${CHINESE_NUMERAL}{1,20}`, 'g');
/** `two dozen`, `half a dozen`. */
const dozens = /\b(\d{1,4}|half an?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve) dozen\b/gi;
/** `三百五十块五毛`, `三块五`, `12元5角`. */
const chineseMoney = new RegExp(
  `(${CHINESE_NUMERAL}{1,20}|\\d{1,9})(?:[块元](${CHINESE_NUMERAL}|\\d)[毛角]|块(${CHINESE_NUMERAL}|\\d)(?![\\p{L}\\p{N}]))(?:(${CHINESE_NUMERAL}|\\d)分)?`,
  'gu',
);
const scales: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 };

/**
 * Every number that a text names, but the digits of ids such as `A-1001` and `#1001`: numerals with separators, currency signs and scales, and in prose also words in English
 * and Chinese.
 */
export function numbersInText(text: string, { isProse = true }: { isProse?: boolean } = {}): NumberInText[] {
  const found: NumberInText[] = [];
  const plain = text.normalize('NFKC').length === text.length ? text.normalize('NFKC') : text;
  const bare = plain.replaceAll(moments, (moment) => ' '.repeat(moment.length));
  for (const { 0: match, 1: scale, 2: percent, index } of /\d/.test(bare) ? bare.matchAll(numeral) : []) {
    const digits = /^[\d.,]+/.exec(match)?.[0] ?? '';
    const value = decimalOf(digits) * (scales[scale?.toLowerCase() ?? ''] ?? 1);
    if (Number.isFinite(value)) {
      found.push({ value, start: index, end: index + match.length, isPercent: percent !== undefined });
    }
  }
  if (!isProse) return found;
  for (const { 0: match, index } of bare.matchAll(words)) {
    const value = Number(readNumberWords(match.replace(/^an? /i, '')) ?? Number.NaN);
    if (Number.isFinite(value)) found.push({ value, start: index, end: index + match.length, isPercent: false });
  }
  for (const { 0: match, index } of bare.matchAll(chinese)) {
    const value = Number(readChineseNumeral(match) ?? Number.NaN);
    if (Number.isFinite(value)) found.push({ value, start: index, end: index + match.length, isPercent: false });
  }
  return [...found, ...countedNumbers(bare)];
}

/** Numbers of several words: dozens, and Chinese money down to its smaller coins. */
function countedNumbers(text: string): NumberInText[] {
  const found: NumberInText[] = [];
  for (const { 0: match, 1: count = '', index } of text.matchAll(dozens)) {
    const value = 12 * countOf(count.toLowerCase());
    if (Number.isFinite(value)) found.push({ value, start: index, end: index + match.length, isPercent: false });
  }
  for (const { 0: match, 1: whole = '', 2: tenths, 3: bare, 4: cents = '0', index } of text.matchAll(chineseMoney)) {
    const value = Math.round(100 * chineseOf(whole) + 10 * chineseOf(tenths ?? bare ?? '') + chineseOf(cents)) / 100;
    if (Number.isFinite(value)) found.push({ value, start: index, end: index + match.length, isPercent: false });
  }
  return found;
}

function countOf(count: string): number {
  if (/^half/.test(count)) return 0.5;
  return /^(?:an?|one)$/.test(count)
    ? 1
    : /^\d/.test(count)
      ? Number(count)
      : Number(readNumberWords(count) ?? Number.NaN);
}

function chineseOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : Number(readChineseNumeral(text) ?? Number.NaN);
}

/** `1,234.50`, `1.234,50` and `49,90`. */
function decimalOf(digits: string): number {
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return Number(digits.replaceAll(',', ''));
  if (digits.includes(',')) return Number(digits.replaceAll('.', '').replace(',', '.'));
  return Number(digits);
}

/** The number that a text is, as people write sums: `49.90`, `$1,234.50`, `-5`, `49,90 EUR`; undefined for other texts. */
export function numberOfText(text: string): number | undefined {
  const bare = text
    .normalize('NFKC')
    .trim()
    .replace(/^[-+\u2212]?\s*(?:[$€£¥₹]|USD|EUR|GBP|CNY|RMB)?\s*/i, '')
    .replace(/\s*(?:[$€£¥₹]|USD|EUR|GBP|CNY|RMB|dollars?|euros?|yuan|元)$/i, '');
  return /^(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d{1,2}|\d+,\d{2}|\d+(?:\.\d+)?|\.\d+)$/.test(bare)
    ? decimalOf(bare)
    : undefined;
}
