import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import type { ExpectedValue } from '../arguments/expected-arguments.ts';
import type { ParsingSchema, StandardSchema, ValuePredicate } from '../arguments/live-value.ts';
import type { DayOrder } from '../arguments/matchers/read-day.ts';
import type { TextComparison } from '../arguments/matchers/text-comparison.ts';

/**
 * Matchers for values of expected arguments: `match.near(10, { within: 0.1 })`. Each makes the object that stands in a
 * file, `{ near: 10, within: 0.1 }`; `schema` and `where` take code as well, which a file cannot hold.
 */
export const match = {
  /** Whatever it is, it must be there. */
  any: () => ({ any: true }),
  /** The key may not be there. */
  absent: () => ({ absent: true }),
  /** Left out, or this. */
  absentOr: <Value extends ExpectedValue>(value: Value) => ({ absentOr: value }),
  /** One of these. */
  oneOf: <Values extends ExpectedValue[]>(...values: Values) => ({ oneOf: values }),
  /** It must be there and be something else. */
  not: <Value extends ExpectedValue>(value: Value) => ({ not: value }),
  /** This very value, whatever the options say; for objects that look like a matcher. */
  equals: <Value extends JsonValue>(value: Value) => ({ equals: value }),
  /** A text in which the regular expression is found, in RE2's syntax: without look-around and back-references. */
  pattern: (pattern: string | RegExp) => ({ pattern }),
  /** This text as people read it: in any case and width, spaces around it aside, unless the options say otherwise. */
  text: (text: string, options: TextComparison = {}) => matcherOf({ text, ...options }),
  /** One day with its year, however it is spelled; `order` reads days such as 04/03/2026. */
  date: (day: string, options: { order?: DayOrder } = {}) => matcherOf({ date: day, ...options }),
  /** A number at most `within` away, or `relative` times as much; with neither, what floats lose is let pass. */
  near: (number: number, options: { within?: number; relative?: number } = {}) =>
    matcherOf({ near: number, ...options }),
  /** A number more than this. */
  gt: (limit: number) => ({ gt: limit }),
  /** A number of at least this. */
  gte: (limit: number) => ({ gte: limit }),
  /** A number less than this. */
  lt: (limit: number) => ({ lt: limit }),
  /** A number of at most this. */
  lte: (limit: number) => ({ lte: limit }),
  /** This amount, exactly, as a number or a decimal text. */
  money: (amount: number | string) => ({ money: amount }),
  /** A list of these in any order; equal items count one by one. */
  set: <Value extends ExpectedValue>(items: readonly Value[]) => ({ set: items }),
  /** What a JSON Schema, or a schema of zod or of Standard Schema, accepts. */
  schema: (schema: JsonObject | ParsingSchema | StandardSchema) => ({ schema }),
  /** What a function says yes to, named for messages. It must answer true or false, at once, whatever it is given. */
  where: (test: ValuePredicate, called?: string) => matcherOf({ where: test, called }),
};

/** A matcher as a file holds it. */
type Matcher = { readonly [key: string]: ExpectedValue };

/** Options that are not said are not there. */
function matcherOf(keys: { readonly [key: string]: ExpectedValue | undefined }): Matcher {
  return Object.fromEntries(
    Object.entries(keys).filter((entry): entry is [string, ExpectedValue] => entry[1] !== undefined),
  );
}
