import type { KeyMatcher } from './key-matcher.ts';

/** `{ equals: value }`: this very value and nothing else, whatever the options say; for objects that look like a matcher. */
export const equals: KeyMatcher = {
  word: 'equals',
  also: [],
  read: ({ value, options, compileExactly }) => {
    const inner = compileExactly(value);
    if (value !== null || options.nullIsAbsent !== true) return inner;
    return { test: (actual) => actual === undefined || inner.test(actual), text: inner.text };
  },
};
