import { parseDecimal } from '../../../domain/values/decimal.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';

/** Larger exponents are no amounts of anything. */
const MAX_EXPONENT = 400;

/** The exact sum of numbers and decimal texts as a decimal text, `49.9`; undefined when one of them is no number. */
export function decimalSum(values: readonly JsonValue[]): string | undefined {
  const parts = values.map((value) =>
    typeof value === 'number' || typeof value === 'string' ? parseDecimal(value) : undefined,
  );
  const known = parts.flatMap((part) => (part === undefined || Math.abs(part.exponent) > MAX_EXPONENT ? [] : [part]));
  if (known.length < values.length) return undefined;
  const scale = known.reduce((lowest, { exponent }) => Math.min(lowest, exponent), 0);
  const total = known.reduce((sum, { digits, exponent, isNegative }) => {
    const units = BigInt(digits) * 10n ** BigInt(exponent - scale);
    return isNegative ? sum - units : sum + units;
  }, 0n);
  return textOf(total, -scale);
}

function textOf(units: bigint, places: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  if (places === 0) return sign + digits;
  const fraction = digits.slice(-places).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -places)}${fraction === '' ? '' : `.${fraction}`}`;
}
