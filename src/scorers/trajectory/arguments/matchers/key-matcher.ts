import type { ExpectedValue } from '../expected-arguments.ts';
import type { MatchOptions } from '../match-options.ts';
import type { ValueTest } from '../matcher.ts';

/** What builds a test from an object that is a matcher. */
export type MatcherReading = {
  /** What stands at the matcher's own key. */
  value: ExpectedValue;
  object: { readonly [key: string]: ExpectedValue };
  options: MatchOptions;
  /** Reads an expectation inside the matcher, with all that expectations may hold. */
  compile(expected: ExpectedValue, more?: MatchOptions): ValueTest;
  /** Reads a value that is meant as it stands: no matchers, no options. */
  compileExactly(expected: ExpectedValue): ValueTest;
  /** Throws `UsageError` for a value that makes no sense there. */
  fail(message: string): never;
};

/** One word that says more than a value: an object with the key `word`, and with none but `also` besides. */
export type KeyMatcher = {
  word: string;
  also: readonly string[];
  read(reading: MatcherReading): ValueTest;
};
