import { canonicalDecimal } from './decimals.ts';

const DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const POWERS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

/** Characters that a Chinese numeral is made of. */
export const CHINESE_NUMERAL = '[零〇一二两三四五六七八九十百千万亿]';

/** Reads `一百零八`, `两`, `十五`, `三万`, `二〇二六`, `八点五`; undefined for what is no number, such as `十百`. */
export function readChineseNumeral(text: string): string | undefined {
  const [whole = '', fraction, ...rest] = text.split('点');
  if (rest.length > 0 || whole === '') return undefined;
  const value = /^[零〇一二三四五六七八九]{2,}$/.test(whole) ? digitsOf(whole) : readWhole(whole);
  if (value === undefined) return undefined;
  if (fraction === undefined) return canonicalDecimal(value);
  const places = digitsOf(fraction);
  return places === undefined ? undefined : canonicalDecimal(`${value}.${places}`);
}

function digitsOf(text: string): string | undefined {
  let digits = '';
  for (const char of text) {
    const digit = DIGITS[char];
    if (digit === undefined) return undefined;
    digits += digit;
  }
  return digits === '' ? undefined : digits;
}

function readWhole(text: string): string | undefined {
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  let lastPower = Number.POSITIVE_INFINITY;
  for (const char of text) {
    const power = POWERS[char];
    if (char in DIGITS) {
      if (digit !== undefined && digit !== 0) return undefined;
      digit = DIGITS[char];
    } else if (power !== undefined) {
      if (power >= lastPower) return undefined;
      section += (digit ?? 1) * power;
      digit = undefined;
      lastPower = power;
    } else {
      const big = char === '万' ? 1e4 : 1e8;
      if (section === 0 && digit === undefined) return undefined;
      total = big === 1e8 ? (total + section + (digit ?? 0)) * big : total + (section + (digit ?? 0)) * big;
      section = 0;
      digit = undefined;
      lastPower = Number.POSITIVE_INFINITY;
    }
  }
  const value = total + section + (digit ?? 0);
  return Number.isSafeInteger(value) ? String(value) : undefined;
}
