import { UsageError } from '../../../domain/errors.ts';
import { isObject, isPlainObject } from '../../../domain/values/json-shape.ts';
import type { ExpectedValue } from './expected-arguments.ts';
import { readLiveValue } from './live-value.ts';
import type { ValueTest } from './matcher.ts';
import { not, oneOf } from './matchers/choices.ts';
import { date } from './matchers/date.ts';
import { equals } from './matchers/equals.ts';
import type { KeyMatcher, MatcherReading } from './matchers/key-matcher.ts';
import { money, near, ranges } from './matchers/numbers.ts';
import { pattern } from './matchers/pattern.ts';
import { absent, absentOr, any } from './matchers/presence.ts';
import { schema } from './matchers/schema.ts';
import { set } from './matchers/set.ts';
import { text } from './matchers/text.ts';
import { where } from './matchers/where.ts';
import { membersOf } from './tree/members-of.ts';

const matchers: ReadonlyMap<string, KeyMatcher> = new Map(
  [any, absent, absentOr, oneOf, not, equals, pattern, text, date, near, ...ranges, money, set, schema, where].map(
    (matcher) => [matcher.word, matcher],
  ),
);

/** The words that make an object a matcher. */
export const MATCHER_WORDS: readonly string[] = [...matchers.keys()];

/** The words that go with a matcher's word. */
export function wordsBeside(word: string): readonly string[] {
  return matchers.get(word)?.also ?? [];
}

type ExpectedObject = { readonly [key: string]: ExpectedValue };

/** The matcher that an object is: one with the matcher's word and nothing else but the words that go with it. */
export function keyMatcherOf(object: ExpectedObject): KeyMatcher | undefined {
  let found: KeyMatcher | undefined;
  let count = 0;
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue;
    count += 1;
    found ??= matchers.get(key);
  }
  if (found === undefined || count === 1) return found;
  const { word, also } = found;
  return Object.keys(object).every((key) => key === word || also.includes(key)) ? found : undefined;
}

/** Reads a matcher. Throws `UsageError` when it is written wrongly. */
export function readKeyMatcher(
  matcher: KeyMatcher,
  object: ExpectedObject,
  reading: Pick<MatcherReading, 'options' | 'compile' | 'compileExactly'> & { path: string },
): ValueTest {
  const { path, ...context } = reading;
  const fail = (message: string): never => {
    const where = path === '' ? '' : ` at \`${path}\``;
    throw new UsageError(
      `the matcher \`${matcher.word}\`${where} ${message}; for the object itself write \`{ equals: … }\``,
    );
  };
  return matcher.read({ value: object[matcher.word] as ExpectedValue, object, ...context, fail });
}

/**
 * Whether an expectation is compared as a whole, rather than key by key: a matcher, a live value, or an object that stands
 * for a number.
 */
export function isMatcher(expected: ExpectedValue): boolean {
  if (readLiveValue(expected) !== undefined) return true;
  if (!isObject(expected) || !isPlainObject(expected)) return false;
  return membersOf(expected as never) === undefined || keyMatcherOf(expected as ExpectedObject) !== undefined;
}
