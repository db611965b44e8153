import { z } from 'zod';
import { type Decimal, parseDecimal } from '../../domain/values/decimal.ts';

/** Longer amounts are no money. */
const MAX_LENGTH = 40;

/** What `decimalText` makes of an argument: a text in, a text out, for signatures of tools. */
export type DecimalText = z.ZodPipe<
  z.ZodUnion<readonly [z.ZodString, z.ZodNumber]>,
  z.ZodTransform<string, string | number>
>;

/**
 * A parameter for money and other exact decimals. Accepts text such as `"49.90"` and numbers such as `49.9`, and gives
 * text with exactly `decimals` places: `"49.90"`. Nothing is rounded or guessed: more places, exponents, signs, spaces,
 * separators, leading zeros and digits of other scripts are refused, with a sentence for the model. `max` and `positive`
 * bound the value exactly. Throws RangeError for a `decimals` outside 0 to 20, or a `max` that is no such decimal.
 */
export function decimalText({
  decimals = 2,
  positive = false,
  max,
}: {
  decimals?: number;
  positive?: boolean;
  max?: string;
} = {}): DecimalText {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 20)
    throw new RangeError(`decimals: expected 0 to 20, found ${decimals}`);
  const limit = max === undefined ? undefined : parseDecimal(max);
  if (max !== undefined && (limit === undefined || -limit.exponent > decimals))
    throw new RangeError(`max: \`${max}\` is no decimal of ${decimals} places`);
  const expected = `expected a decimal number ${placesText(decimals)}${positive ? ', above 0' : ''}${max === undefined ? '' : `, at most ${max}`}, such as "${exampleOf(decimals)}"`;
  const shape = `^${positive ? '' : '-?'}(0|[1-9][0-9]*)${decimals === 0 ? '' : `(\\.[0-9]{1,${decimals}})?`}$`;
  return z
    .union([z.string(), z.number()], { error: expected })
    .meta({ description: expected.replace('expected a', 'A'), pattern: shape })
    .transform((given, context) => {
      const decimal = readExactly(given, decimals);
      const units = decimal === undefined ? undefined : unitsOf(decimal, decimals);
      const isInside =
        units !== undefined && !(positive && units <= 0n) && !(limit !== undefined && units > unitsOf(limit, decimals));
      if (isInside) return textOf(units, decimals);
      context.addIssue({ code: 'custom', message: expected });
      return z.NEVER;
    });
}

function readExactly(given: string | number, decimals: number): Decimal | undefined {
  const text = String(given);
  if (text.length > MAX_LENGTH) return undefined;
  if (!/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(text)) return undefined;
  const places = text.split('.')[1]?.length ?? 0;
  return places > decimals ? undefined : parseDecimal(text);
}

/** The value in units of its last place: cents, for two decimals. */
function unitsOf({ isNegative, digits, exponent }: Decimal, decimals: number): bigint {
  const units = BigInt(digits) * 10n ** BigInt(exponent + decimals);
  return isNegative ? -units : units;
}

function textOf(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function placesText(decimals: number): string {
  if (decimals === 0) return 'without a fraction';
  return `with at most ${decimals} place${decimals === 1 ? '' : 's'}`;
}

function exampleOf(decimals: number): string {
  return decimals === 0 ? '49' : `49.${'90'.padEnd(decimals, '0').slice(0, decimals)}`;
}
