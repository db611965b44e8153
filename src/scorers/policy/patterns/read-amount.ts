import { isObject } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';

const CURRENCY = '(?:\\p{Sc}|[A-Z]{2,3} ?\\p{Sc}|\\p{Lu}{3}|euros?|dollars?|pounds?|yen|yuan|rmb|元|块|円|원)';
const AMOUNT = new RegExp(
  `^(?<minus>[-+\\u2212]?) ?(?:${CURRENCY} ?)?(?<sign>[-+\\u2212]?)(?<number>\\d(?:[\\d.,'’ ]*\\d)?)(?: ?${CURRENCY})?$`,
  'iu',
);
const LONGEST = 60;

/**
 * The numbers that a value may be, as an amount: of "1,200.00 EUR" it is 1200, of "1,200" it is 1200 and 1.2, since
 * nobody says which mark separates the decimals. None where it is no amount.
 */
export function readAmounts(value: JsonValue | undefined): readonly number[] {
  if (typeof value === 'number') return [value];
  if (isObject(value) && typeof value.value === 'string') return readAmounts(value.value);
  if (typeof value !== 'string' || value.length > LONGEST) return [];
  const text = value.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  const bracketed = /^\((.*)\)$/.exec(text)?.[1];
  const { number, minus, sign } = AMOUNT.exec(bracketed ?? text)?.groups ?? {};
  if (number === undefined) return [];
  const isNegative = bracketed !== undefined || /[-\u2212]/.test(`${minus}${sign}`);
  return readDigits(number).map((amount) => (isNegative ? -amount : amount));
}

function readDigits(text: string): number[] {
  if (/^\d+$/.test(text)) return [Number(text)];
  const readings = [
    { thousands: /[,'’ ]/g, decimal: '.' },
    { thousands: /[.'’ ]/g, decimal: ',' },
  ].flatMap(({ thousands, decimal }) => {
    const [whole = '', fraction, ...rest] = text.split(decimal);
    const isGrouped =
      /^\d+$/.test(whole) || /^\d{1,3}(?:([.,'’ ])\d{3})(?:\1\d{3})*$/.test(whole) || INDIAN.test(whole);
    if (rest.length > 0 || !isGrouped || (fraction !== undefined && !/^\d+$/.test(fraction))) return [];
    return [Number(`${whole.replaceAll(thousands, '')}.${fraction ?? '0'}`)];
  });
  return [...new Set(readings)].filter(Number.isFinite);
}

/** 1,20,000 */
const INDIAN = /^\d{1,2}(?:,\d{2})+,\d{3}$/;
