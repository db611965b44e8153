import { equalJson } from '../../../../domain/values/canonical.ts';
import { type Decimal, isSameDecimal, readScientific } from '../../../../domain/values/decimal.ts';
import { isObject, maxJsonDepth } from '../../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../../domain/values/json-value.ts';
import { numberWords } from '../value-words.ts';

/** Equality of one value with a text, number, boolean or null: 1 is 1.0, é is é however it is composed. */
export function isSameValue(expected: string | number | boolean | null, actual: JsonValue | undefined): boolean {
  if (actual === expected) return true;
  if (typeof expected === 'string') return typeof actual === 'string' && isSameText(expected, actual);
  return typeof expected === 'number' && isObject(actual) && isSameNumber(expected, actual);
}

function isSameNumber(expected: number, actual: JsonObject): boolean {
  const number = exactNumber(actual);
  return number !== undefined && isSameDecimal(number, readScientific(String(expected)) as Decimal);
}

/**
 * As `equalJson`, for values of an agent: one that nests deeper than any expectation is equal to none, and is not
 * walked to its end.
 */
export function isEqualJson(actual: JsonValue, expected: JsonValue): boolean {
  return !isTooDeep(actual) && equalJson(actual, expected);
}

function isTooDeep(root: JsonValue): boolean {
  let level: JsonValue[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxJsonDepth) return true;
    const next: JsonValue[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) next.push(part);
    }
    level = next;
  }
  return false;
}

const ascii = /^[\0-\x7f]*$/;

/** Only text beyond ASCII has two spellings of one letter, and one of them may be ASCII: the Kelvin sign is a K. */
function isSameText(expected: string, actual: string): boolean {
  return !(ascii.test(actual) && ascii.test(expected)) && actual.normalize('NFC') === expected.normalize('NFC');
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The number that a value is, exactly; with `reads` also of a text that is a number in JSON's notation, so that `"007"` and
 * `""` are none.
 */
export function exactNumber(value: JsonValue | undefined, reads = false): Decimal | undefined {
  if (typeof value === 'number') return readScientific(String(value));
  if (typeof value === 'string') return reads && jsonNumber.test(value) ? readScientific(value) : undefined;
  const digits = value === undefined ? undefined : numberWords(value);
  return digits === undefined ? undefined : readScientific(digits);
}

/** Whether one of the two is the text of the other: a number by its value, `true` and `false` in any case, `null`. */
export function isTextOf(expected: JsonValue, actual: JsonValue | undefined): boolean {
  const [text, value] = typeof expected === 'string' ? [expected, actual] : [actual, expected];
  if (typeof text !== 'string' || typeof value === 'string' || value === undefined) return false;
  if (typeof value === 'boolean') return text.toLowerCase() === String(value);
  if (value === null) return text === 'null';
  const number = exactNumber(value);
  const read = number === undefined ? undefined : exactNumber(text, true);
  return number !== undefined && read !== undefined && isSameDecimal(number, read);
}
