import type { JsonValue } from '../../../domain/values/json-value.ts';

/** One place where actual arguments differ from expected ones. */
export type ArgumentDifference = {
  /** JSON Pointer into the actual arguments; to where the value is missing, if nothing stands there. */
  pointer: string;
  /**
   * `wrong`: another value · `wrong_type`: what looks the same and is another type, such as `"1"` for 1 · `missing`: the
   * key or item is not there · `unexpected`: nothing should be there · `unknown`: the tool has no such argument.
   */
  kind: 'wrong' | 'wrong_type' | 'missing' | 'unexpected' | 'unknown';
  /** What was expected there, in words. */
  expected: string;
  /** What stood there, as JSON text; `nothing` when the key is absent. */
  actual: string;
  /** The name that was probably meant, for a key that is missing, unexpected or unknown. */
  meant?: string | undefined;
  /** A list in any order lacks this item; the pointer leads to the list. */
  isItem?: true;
  /** The value may be a right one that could not be read, such as the text of a number: nobody can tell. */
  isUnread?: true;
};

export type ArgumentMatch = {
  matched: boolean;
  /** Share that is right, 0 to 1; below 1 unless everything matched. */
  credit: number;
  differences: readonly ArgumentDifference[];
  /** Why the comparison says nothing of the agent, such as a field that neither side has: a mistake of the author. */
  problem?: string | undefined;
};

/** Keys and the texts of their values: two single values are equal when their texts are. */
export type FlatMembers = readonly (readonly [key: string, text: string])[];

/** Expected arguments, ready to be compared many times. */
export type ArgumentMatcher = {
  /** The quick answer; allocates nothing when the values are plain. */
  matches(actual: JsonValue | undefined): boolean;
  /** The share that is right, as in `compare`. */
  credit(actual: JsonValue | undefined): number;
  /** The full answer. */
  compare(actual: JsonValue | undefined): ArgumentMatch;
  /**
   * The same, knowing the tool's JSON Schema: its defaults, which arguments there are, and how it says that values are to
   * be compared. Cached by identity. Throws `UsageError` for an `x-rehearsal` that cannot be read.
   */
  withSchema(parameters: JsonValue | undefined): ArgumentMatcher;
  /**
   * What is expected at the top, where it is single values and nothing else counts but unknown keys: then `credit` is the
   * share of these that are right. Undefined where it is more than that.
   */
  readonly flat?: FlatMembers | undefined;
  /** Whether the arguments hold a key that the tool does not have. */
  hasUnknown?(actual: JsonValue): boolean;
  /** The expectation as it stands in messages: `order_id="A-1", amount=49.9`. */
  readonly text: string;
};

/** A test of one value. `undefined` is an absent key. */
export type ValueTest = {
  test(actual: JsonValue | undefined): boolean;
  /** What is expected, in words. */
  readonly text: string;
  /** More words on why a value that is there does not pass. */
  why?(actual: JsonValue): string;
  /** Whether a value that does not pass may be a right one that cannot be read, such as the text of a number. */
  isUnread?(actual: JsonValue): boolean;
};
