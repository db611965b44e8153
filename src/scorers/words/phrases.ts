import { z } from 'zod';
import { UsageError } from '../../domain/errors.ts';
import { compilePattern } from '../../domain/values/pattern.ts';
import { needleOf } from '../text/find-text.ts';
import type { Phrase } from './phrase.ts';
import { valuePhrase } from './value-phrase.ts';

const writtenValue = z.union([z.number(), z.string().trim().min(1)]);

/** Keys with which an author says which words are meant. Exactly one of them. */
export const wordsKeys = {
  /** A text, found in any case, width and composition. */
  text: z.string().trim().min(1).optional(),
  /** One of these texts. */
  anyOf: z.array(z.string().trim().min(1)).min(1).optional(),
  /** All of these texts, in any order and in any of the turns that are meant. */
  allOf: z.array(z.string().trim().min(1)).min(1).optional(),
  /** A regular expression in RE2 syntax. */
  pattern: z.string().min(1).optional(),
  /** A number, an amount, a date or a time in whatever way it is written, or all of several. */
  value: z.union([writtenValue, z.array(writtenValue).min(1)]).optional(),
  /** Upper and lower case count. */
  caseSensitive: z.boolean().optional(),
};

type Keys = {
  text?: string | undefined;
  anyOf?: readonly string[] | undefined;
  allOf?: readonly string[] | undefined;
  pattern?: string | undefined;
  value?: string | number | readonly (string | number)[] | undefined;
  caseSensitive?: boolean | undefined;
};

/** Reads the keys of `wordsKeys`. Throws `UsageError` unless exactly one says what is meant, or for a wrong pattern. */
export function readPhrases({ text, anyOf, allOf, pattern, value, caseSensitive }: Keys): {
  phrases: Phrase[];
  needsAll: boolean;
} {
  const given = Object.entries({ text, anyOf, allOf, pattern, value }).filter(([, given]) => given !== undefined);
  if (given.length !== 1) {
    const found = given.length === 0 ? 'none' : given.map(([key]) => `\`${key}\``).join(' and ');
    throw new UsageError(
      `needs exactly one of \`text\`, \`anyOf\`, \`allOf\`, \`pattern\` and \`value\`; found ${found}.`,
    );
  }
  if (value !== undefined) {
    const values = typeof value === 'object' ? value : [value];
    return { phrases: values.map(valuePhrase), needsAll: true };
  }
  if (pattern !== undefined) return { phrases: [patternPhrase(pattern, caseSensitive === true)], needsAll: false };
  const texts = text === undefined ? (anyOf ?? allOf ?? []) : [text];
  const phrases = texts.map((words): Phrase => {
    const { find } = needleOf(words, { caseSensitive: caseSensitive === true });
    return { text: JSON.stringify(words), words, find };
  });
  return { phrases, needsAll: allOf !== undefined };
}

function patternPhrase(source: string, caseSensitive: boolean): Phrase {
  const compiled = compilePattern(source, caseSensitive ? '' : 'i');
  if (compiled.status === 'problem') throw new UsageError(`\`pattern\` cannot be used: ${compiled.problem}`);
  const { pattern } = compiled;
  if (pattern.test('')) {
    throw new UsageError(`\`pattern\` matches an empty text, and so every text: \`${source}\` checks nothing.`);
  }
  return {
    text: /^\/.+\/[a-z]*$/s.test(source) ? source : `/${source}/`,
    find(haystack) {
      const match = pattern.exec(haystack);
      return match === undefined ? undefined : { start: match.index, end: match.index + match.text.length };
    },
  };
}
