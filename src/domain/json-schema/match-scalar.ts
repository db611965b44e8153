import { z } from 'zod';
import { equalJson } from '../values/canonical.ts';
import { parseDecimal } from '../values/decimal.ts';
import { isList } from '../values/json-shape.ts';
import type { JsonObject, JsonValue } from '../values/json-value.ts';
import type { TextPattern } from '../values/pattern.ts';

/** The patterns of a schema by their source, compiled once. */
export type Patterns = ReadonlyMap<string, TextPattern>;

/** Tests of the formats that are asserted, by name. */
export const FORMAT_TESTS: Readonly<Record<string, (text: string) => boolean>> = {
  date: fitsWith(z.iso.date()),
  'date-time': fitsWith(z.iso.datetime({ offset: true })),
  time: (text) => /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(text),
  email: (text) => text.length <= 320 && fitsWith(z.email())(text),
  uri: (text) => /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text),
  uuid: fitsWith(z.guid()),
  ipv4: fitsWith(z.ipv4()),
  ipv6: fitsWith(z.ipv6()),
};

function fitsWith(schema: z.ZodType): (text: string) => boolean {
  return (text) => schema.safeParse(text).success;
}

/** Whether `value` keeps to the keywords of `node` that look at one value: choices, and limits of texts, numbers, lists. */
export function fitsScalar(value: JsonValue, node: JsonObject, patterns: Patterns): boolean {
  if (isList(node.enum) && !node.enum.some((choice) => equalJson(choice, value))) return false;
  if (node.const !== undefined && !equalJson(node.const, value)) return false;
  if (typeof value === 'string') return fitsText(value, node, patterns);
  if (typeof value === 'number') return fitsNumber(value, node);
  return !isList(value) || isWithin(value.length, node.minItems, node.maxItems);
}

function fitsText(value: string, { minLength, maxLength, pattern, format }: JsonObject, patterns: Patterns): boolean {
  if ((minLength !== undefined || maxLength !== undefined) && !isWithin(countCharacters(value), minLength, maxLength))
    return false;
  if (typeof pattern === 'string' && patterns.get(pattern)?.test(value) === false) return false;
  const test = typeof format === 'string' && Object.hasOwn(FORMAT_TESTS, format) ? FORMAT_TESTS[format] : undefined;
  return test === undefined || test(value);
}

function fitsNumber(
  value: number,
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonObject,
): boolean {
  if (!isWithin(value, minimum, maximum)) return false;
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false;
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return false;
  return typeof multipleOf !== 'number' || isMultiple(value, multipleOf);
}

function isWithin(value: number, min: JsonValue | undefined, max: JsonValue | undefined): boolean {
  return !(typeof min === 'number' && value < min) && !(typeof max === 'number' && value > max);
}

/** In decimals, so that 0.3 is a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const [dividend, divisor] = [parseDecimal(value), parseDecimal(of)];
  if (!dividend || !divisor) return false;
  const shift = Math.min(dividend.exponent, divisor.exponent);
  const scaled = (decimal: { digits: string; exponent: number }) =>
    BigInt(decimal.digits) * 10n ** BigInt(decimal.exponent - shift);
  return scaled(dividend) % scaled(divisor) === 0n;
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
