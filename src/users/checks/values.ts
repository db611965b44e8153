import type { Decimal } from '../../domain/values/decimal.ts';
import { compareDecimal, findNumbers, plainDigits } from '../language/numbers.ts';

/** Something in a text that is true or false of the world, and that nobody guesses. */
export type TextValue = { kind: 'id' | 'email' | 'phone' | 'date' | 'amount'; text: string; key: string };

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const MONTH = `(?:${MONTHS})[a-z]{0,6}`;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const PHONE =
  /(?<![\w.,/-])\+?(?:\(\d{1,4}\)[ -]?)?\d{1,4}(?:[ -]\d{2,5}){2,5}(?![\w/-])|(?<![\w.,/-])\+\d{7,15}(?!\w)/g;
const ISO_DATE = /(?<!\d)(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?:日|号)?(?!\d)/g;
const DAY_FIRST = new RegExp(`(?<![\\w])(\\d{1,2})(?:st|nd|rd|th)?\\.?(?: of)? (${MONTH})(?![a-z])`, 'gi');
const MONTH_FIRST = new RegExp(`(?<![\\w])(${MONTH})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?!\\w)`, 'gi');
const CHINESE_DATE = /(?<!\d)(\d{1,2})月(\d{1,2})(?:日|号)/g;
/** Digits. */
const MIN_PHONE = 7;
const TIME = /(?<![\w])\d{1,2}:\d{2}(?::\d{2})?(?!\w)/g;
const TOKEN = /#?[A-Za-z0-9]+(?:[-_/.#][A-Za-z0-9]+)*/g;
/** Two numbers with a unit, as products have them: `220-240V`, `50/60Hz`, `1920x1080`. */
const SPECIFICATION =
  /^\d+(?:[.,]\d+)?(?:[-/]\d+(?:[.,]\d+)?(?:v|w|hz|khz|mhz|ghz|kg|g|mg|ml|l|cl|mm|cm|m|km|in|ft|mah|ah|kwh|kw|a|gb|tb|mb|fps|dpi|c|f)|x\d+(?:x\d+)?(?:mm|cm|m|in|px)?)$/i;
/** A number with its unit: `20k`, `5pm`, `2nd`, `49.90EUR`. */
const NUMBER_WITH_UNIT = /^\d+(?:[.,]\d+)?(?:[A-Za-z]{1,3})?$/;
const MONEY_BEFORE = /(?:[$€£¥￥]|\b(?:usd|eur|gbp|cny|rmb))\s?$/i;
const MONEY_AFTER = /^\s?(?:[$€£¥￥%元块万]|(?:usd|eur|gbp|cny|rmb|dollars?|euros?|pounds?|yuan)\b)/i;

/** Ids, e-mail addresses, telephone numbers, dates and amounts in a text, each with a key to compare it by. */
export function valuesIn(text: string): TextValue[] {
  const values: TextValue[] = [];
  let rest = plainDigits(text);
  const take = (
    kind: TextValue['kind'],
    pattern: RegExp,
    keyOf: (match: RegExpExecArray) => string | undefined,
  ): void => {
    rest = rest.replace(pattern, (...match) => {
      const found = match[0] as string;
      const key = keyOf(match as unknown as RegExpExecArray);
      if (key === undefined) return found;
      values.push({ kind, text: found, key });
      return ' '.repeat(found.length);
    });
  };
  take('email', EMAIL, ([found]) => found.toLowerCase());
  take('date', ISO_DATE, ([, , month, day]) => dateKey(month, day));
  take('date', CHINESE_DATE, ([, month, day]) => dateKey(month, day));
  take('date', DAY_FIRST, ([, day, month]) => dateKey(monthNumber(month), day));
  take('date', MONTH_FIRST, ([, month, day]) => dateKey(monthNumber(month), day));
  rest = rest.replace(TIME, (found) => ' '.repeat(found.length));
  take('phone', PHONE, ([found]) => (digitsOf(found).length >= MIN_PHONE ? digitsOf(found) : undefined));
  values.push(...idsIn(rest), ...amountsIn(rest));
  return values;
}

/** Tokens that may stand for an id, without what separates their parts, upper case. */
export function idKeys(text: string): string[] {
  const tokens = (plainDigits(text).match(TOKEN) ?? []).map(compact);
  // "A 1001" is written "A1001" as well.
  const joined = tokens.slice(1).map((token, index) => `${tokens[index]}${token}`);
  return [...tokens, ...joined].filter((token) => /\d/.test(token));
}

/** Whether two keys stand for one id, of which one may be a part of the other; zeros in front of a number are often left out. */
export function isSameId(known: string, said: string): boolean {
  if (known.includes(said) || (known.length >= 4 && said.includes(known))) return true;
  return withoutZeros(known) === withoutZeros(said);
}

/** Whether two keys stand for one telephone number, of which one may be without its country. */
export function isSamePhone(a: string, b: string): boolean {
  const [short = '', long = ''] = [a, b]
    .map((digits) => digits.replace(/^0+/, ''))
    .toSorted((x, y) => x.length - y.length);
  return short.length >= MIN_PHONE && long.endsWith(short);
}

function withoutZeros(key: string): string {
  return key.replace(/(?<!\d)0+(?=\d)/g, '');
}

/** Every number of a text. */
export function numbersIn(text: string): Decimal[] {
  return findNumbers(plainDigits(text)).map(({ value }) => value);
}

export function hasNumber(numbers: readonly Decimal[], wanted: Decimal): boolean {
  return numbers.some((number) => compareDecimal(number, wanted) === 0);
}

function idsIn(text: string): TextValue[] {
  return Array.from(text.matchAll(TOKEN)).flatMap(({ 0: token, index }): TextValue[] => {
    const digits = digitsOf(token);
    const isPlain = /^#?\d+$/.test(token);
    if (
      isPlain
        ? digits.length < 5
        : digits.length < 3 || NUMBER_WITH_UNIT.test(token) || SPECIFICATION.test(token) || /^[\d.,/]+$/.test(token)
    )
      return [];
    const isMoney =
      isPlain &&
      (MONEY_BEFORE.test(text.slice(Math.max(0, index - 5), index)) ||
        MONEY_AFTER.test(text.slice(index + token.length, index + token.length + 12)));
    return isMoney ? [] : [{ kind: 'id', text: token, key: compact(token) }];
  });
}

/** Amounts of money and numbers with a fraction; a plain count is nobody's secret. */
function amountsIn(text: string): TextValue[] {
  return findNumbers(text).flatMap(({ start, end }): TextValue[] => {
    const said = text.slice(start, end);
    const isMoney =
      MONEY_BEFORE.test(text.slice(Math.max(0, start - 5), start)) || MONEY_AFTER.test(text.slice(end, end + 12));
    return isMoney || /^\d+[.,]\d{1,2}$/.test(said) ? [{ kind: 'amount', text: said, key: said }] : [];
  });
}

function dateKey(month: string | undefined, day: string | undefined): string | undefined {
  const [m, d] = [Number(month), Number(day)];
  return m >= 1 && m <= 12 && d >= 1 && d <= 31 ? `${m}-${d}` : undefined;
}

function monthNumber(name = ''): string {
  return String(MONTHS.split('|').indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

function compact(token: string): string {
  return token.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
}
