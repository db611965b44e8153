import type { JsonValue } from '../../../domain/values/json-value.ts';

/** One place where actual arguments differ from expected ones. */
export type ArgumentDifference = {
  /** JSON Pointer into the actual arguments. */
  pointer: string;
  /** What was expected there, in words. */
  expected: string;
  /** What stood there, as JSON text; `nothing` when the key is absent. */
  actual: string;
};

export type ArgumentMatch = {
  matched: boolean;
  /** Share of the expected leaves that are right, 0 to 1; below 1 unless everything matched. */
  credit: number;
  differences: readonly ArgumentDifference[];
};

/** Expected arguments, ready to be compared many times. */
export type ArgumentMatcher = {
  /** The quick answer. */
  matches(actual: JsonValue | undefined): boolean;
  /** The share of expected leaves that are right, as in `compare`. */
  credit(actual: JsonValue | undefined): number;
  /** The full answer. */
  compare(actual: JsonValue | undefined): ArgumentMatch;
  /** The same, knowing the tool's JSON Schema: its defaults, and which keys there are. Cached by identity. */
  withSchema(parameters: JsonValue | undefined): ArgumentMatcher;
  /** The expectation as it stands in messages: `order_id="A-1", amount=49.9`. */
  text: string;
};

/** A test of one value. `undefined` is an absent key. */
export type ValueTest = {
  test(actual: JsonValue | undefined): boolean;
  /** What is expected, in words. */
  text: string;
};
