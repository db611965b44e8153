import type { SeenNumber } from '../index/evidence.ts';
import { isAmount } from './argument-names.ts';
import { known, type LeafContext } from './leaf-context.ts';

type Unit = { name: RegExp; converts: readonly ((value: number) => number)[] };

const times = (factor: number) => (value: number) => value * factor;
/** How one unit is written behind its number, and what the same amount is in the units of the other system. */
const units: readonly Unit[] = [
  { name: /^ ?(?:°F|F\b|degrees F|fahrenheit|华氏)/i, converts: [(value) => ((value - 32) * 5) / 9] },
  { name: /^ ?(?:°C|C\b|degrees C|celsius|摄氏|度)/i, converts: [(value) => (value * 9) / 5 + 32] },
  { name: /^ ?(?:miles?|mi)\b|^ ?英里/i, converts: [times(1.609344), times(1609.344)] },
  { name: /^ ?(?:kilomet(?:er|re)s?|kms?)\b|^ ?公里/i, converts: [times(1 / 1.609344)] },
  { name: /^ ?(?:pounds?|lbs?)\b|^ ?磅/i, converts: [times(0.45359237), times(453.59237)] },
  { name: /^ ?(?:kilograms?|kilos?|kgs?)\b|^ ?公斤/i, converts: [times(1 / 0.45359237)] },
  { name: /^ ?(?:ounces?|oz)\b/i, converts: [times(28.349523), times(29.57353)] },
  { name: /^ ?(?:inch(?:es)?|in)\b(?= ?[.,;x×)]|$)|^ ?英寸/i, converts: [times(2.54), times(25.4)] },
  { name: /^ ?(?:centimet(?:er|re)s?|cm)\b|^ ?厘米/i, converts: [times(1 / 2.54), times(1 / 30.48)] },
  { name: /^ ?(?:feet|foot|ft)\b|^ ?英尺/i, converts: [times(0.3048), times(30.48)] },
  { name: /^ ?met(?:er|re)s?\b|^ ?米/i, converts: [times(1 / 0.3048), times(1 / 0.9144)] },
  { name: /^ ?(?:gallons?|gal)\b|^ ?加仑/i, converts: [times(3.785412)] },
  { name: /^ ?lit(?:er|re)s?\b|^ ?升/i, converts: [times(1 / 3.785412)] },
];

/** The number that this one is in another unit of measurement: 20 of "68°F". */
export function conversionOf(value: number, context: LeafContext): readonly SeenNumber[] | undefined {
  if (isAmount(context.key)) return undefined;
  const accepts = known(context);
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  const slack = 0.5 * 10 ** -decimals + 1e-9;
  const found = context.evidence.numbers().find(({ source, spot, end, value: seen }) => {
    if (spot.number !== undefined || !accepts(source)) return false;
    const after = spot.text.slice(end, end + 14).replace(/^-/, ' ');
    return units
      .filter(({ name }) => name.test(after))
      .some(({ converts }) => converts.some((convert) => Math.abs(Math.abs(convert(seen)) - Math.abs(value)) <= slack));
  });
  return found === undefined ? undefined : [found];
}
