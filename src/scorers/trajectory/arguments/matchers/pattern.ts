import { UsageError } from '../../../../domain/errors.ts';
import { compilePattern } from '../../../../domain/values/pattern.ts';
import type { ValueTest } from '../matcher.ts';
import type { KeyMatcher } from './key-matcher.ts';

/** `{ pattern: regular expression }`: a text in which it is found. */
export const pattern: KeyMatcher = {
  word: 'pattern',
  also: [],
  read: ({ value, compile, fail }) => {
    if (value instanceof RegExp) return compile(value);
    if (typeof value !== 'string' || value === '') return fail('takes a regular expression');
    const compiled = compilePattern(value);
    if (compiled.status === 'problem') return fail(`holds a pattern that cannot be used: ${compiled.problem}`);
    return patternTest(value, (text) => compiled.pattern.test(text));
  },
};

/**
 * A regular expression of JavaScript, run in linear time whatever text an agent sends. Throws `UsageError` for one that
 * looks around or back.
 */
export function regExpTest({ source, flags }: RegExp): ValueTest {
  // Where a search goes on, and what it gives back, means nothing for a test.
  const compiled = compilePattern(`/${source}/`, flags.replaceAll(/[dgy]/g, ''));
  if (compiled.status === 'problem') {
    throw new UsageError(`a pattern cannot be used: ${compiled.problem}; a function can test what it cannot`);
  }
  return patternTest(`/${source}/${flags}`, (text) => compiled.pattern.test(text));
}

function patternTest(source: string, test: (text: string) => boolean): ValueTest {
  const shown = /^\/.*\/[a-z]*$/s.test(source) ? source : `/${source}/`;
  return {
    test: (actual) => typeof actual === 'string' && test(actual),
    text: `text matching ${shown}`,
  };
}
