import { valueWords } from '../value-words.ts';
import type { KeyMatcher } from './key-matcher.ts';
import { comparableText, comparisonWords, TextComparison } from './text-comparison.ts';

/** `{ text: words }`: this text as people read it; `case`, `trim` and `punctuation` say what counts. */
export const text: KeyMatcher = {
  word: 'text',
  also: ['case', 'trim', 'punctuation'],
  read: ({ value, object, fail }) => {
    if (typeof value !== 'string') return fail('takes a text');
    const { text: _text, ...options } = object;
    const given = TextComparison.safeParse(options);
    if (!given.success)
      return fail('takes `case: ignore` or `exact`, `trim: true` or `false`, and `punctuation: ignore` or `exact`');
    const comparison: TextComparison = { case: 'ignore', trim: true, ...given.data };
    const wanted = comparableText(value, comparison);
    if (wanted === '' && value !== '') return fail('is left with nothing to compare');
    return {
      test: (actual) => typeof actual === 'string' && comparableText(actual, comparison) === wanted,
      text: `${valueWords(value)}${comparisonWords(comparison)}`,
    };
  },
};
