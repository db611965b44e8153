import { UsageError } from '../../../domain/errors.ts';
import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { compilePattern } from '../../../domain/values/pattern.ts';
import { valueText } from '../../text/value-text.ts';
import { compileArguments } from '../../trajectory/arguments/argument-matcher.ts';
import type { ValueTest } from '../../trajectory/arguments/matcher.ts';
import { nearTest } from '../../trajectory/arguments/matchers/numbers.ts';
import { misspeltMatcher, misspeltText } from '../../trajectory/arguments/misspelt-matcher.ts';
import type { Equality } from './bound-values.ts';
import { readAmounts } from './read-amount.ts';

type Reader = (value: JsonValue, key: string, equality: Equality) => ValueTest;

const readers: Readonly<Record<string, Reader>> = {
  gt: numberTest('more than', (actual, limit) => actual > limit),
  gte: numberTest('at least', (actual, limit) => actual >= limit),
  lt: numberTest('less than', (actual, limit) => actual < limit),
  lte: numberTest('at most', (actual, limit) => actual <= limit),
  matches: (value, key) => {
    const pattern = patternOf(value, key);
    return { text: `text matching ${pattern.text}`, test: (actual) => everyText(actual, pattern.test) };
  },
  notMatches: (value, key) => {
    const pattern = patternOf(value, key);
    const text = `anything but text matching ${pattern.text}`;
    return { text, test: (actual) => actual !== undefined && !everyText(actual, pattern.test) };
  },
  not: (value, _key, equality) => {
    const inner = compileValue(value, equality);
    // `"1"` is something else than 1; whether it is more than 0 may not be known.
    const isOpen = (actual: JsonValue): boolean => isObject(value) && inner.isUnread?.(actual) === true;
    return {
      text: `anything but ${inner.text}`,
      test: (actual) => actual !== undefined && !inner.test(actual) && !isOpen(actual),
      isUnread: isOpen,
    };
  },
};

/**
 * Reads what a value must be: conditions such as `{ gt: 0, lte: 100 }` or `{ notMatches: "@example" }`, the matchers of
 * expected calls, or the value itself. A key that is not there fulfils no condition. Throws `UsageError` for a condition
 * that is written wrongly.
 */
export function compileValue(expected: JsonValue, equality: Equality): ValueTest {
  if (isCondition(expected)) {
    const tests = Object.entries(expected).map(([key, value]) => (readers[key] as Reader)(value, key, equality));
    return {
      text: tests.map(({ text }) => text).join(' and '),
      test: (actual) => tests.every((one) => one.test(actual)),
      isUnread: (actual) =>
        tests.some((one) => one.isUnread?.(actual)) &&
        tests.every((one) => one.test(actual) || one.isUnread?.(actual) === true),
    };
  }
  refuseMisspeltCondition(expected);
  const near = amountNear(expected);
  if (near !== undefined) return near;
  const matcher = compileArguments({ value: expected }, equality === 'loose' ? { coerce: true, money: true } : {});
  const text = matcher.text.startsWith('value=') ? matcher.text.slice('value='.length) : valueText(expected);
  return {
    text,
    test: (actual) => matcher.matches(actual === undefined ? {} : { value: actual }),
    isUnread: (actual) => {
      const { differences } = matcher.compare({ value: actual });
      return differences.length > 0 && differences.every(({ isUnread }) => isUnread === true);
    },
  };
}

/** A condition that is misspelt would never hold. */
export function refuseMisspeltCondition(expected: JsonValue): void {
  const misspelt = isObject(expected) ? misspeltMatcher(expected, CONDITIONS) : undefined;
  if (misspelt !== undefined) throw new UsageError(misspeltText(misspelt));
}

/** Words of conditions on one value. */
export const CONDITIONS: readonly string[] = Object.keys(readers);

/** `{ near: 100, within: 5 }`, of amounts that are written as texts as well. */
function amountNear(expected: JsonValue): ValueTest | undefined {
  if (!isObject(expected) || typeof expected.near !== 'number') return undefined;
  const { near, within, relative, ...rest } = expected;
  const [reach, share] = [within, relative].map((one) => (typeof one === 'number' && one >= 0 ? one : undefined));
  const isOdd = (within !== undefined && reach === undefined) || (relative !== undefined && share === undefined);
  if (isOdd || Object.keys(rest).length > 0) return undefined;
  const test = nearTest(near, { within: reach, relative: share });
  return amountTest(test.text, (amount) => test.test(amount));
}

/** A test of a number that holds for an amount however it is read; where readings disagree nobody can tell. */
function amountTest(text: string, holds: (amount: number) => boolean): ValueTest {
  return {
    text,
    test: (actual) => {
      const amounts = readAmounts(actual);
      return amounts.length > 0 && amounts.every(holds);
    },
    isUnread: (actual) => {
      const amounts = readAmounts(actual);
      if (amounts.length > 0) return amounts.some(holds) && !amounts.every(holds);
      return actual !== '' && actual !== null && typeof actual !== 'boolean';
    },
  };
}

/** Whether all keys of an object are conditions on one value. */
export function isCondition(expected: JsonValue): expected is JsonObject {
  if (!isObject(expected)) return false;
  const keys = Object.keys(expected);
  return keys.length > 0 && keys.every((key) => Object.hasOwn(readers, key));
}

function numberTest(words: string, holds: (actual: number, limit: number) => boolean): Reader {
  return (limit, key) => {
    if (typeof limit !== 'number') throw new UsageError(`the condition \`${key}\` takes a number`);
    return amountTest(`${words} ${limit}`, (actual) => holds(actual, limit));
  };
}

/** Of a list every text must fit, since one address among several is enough to do harm. */
function everyText(actual: JsonValue | undefined, test: (text: string) => boolean): boolean {
  if (isList(actual)) return actual.length > 0 && actual.every((item) => everyText(item, test));
  return typeof actual === 'string' && test(actual);
}

function patternOf(value: JsonValue, key: string): { text: string; test(text: string): boolean } {
  if (typeof value !== 'string') throw new UsageError(`the condition \`${key}\` takes a regular expression`);
  const compiled = compilePattern(value);
  if (compiled.status === 'problem') {
    throw new UsageError(`the condition \`${key}\` holds a pattern that cannot be used: ${compiled.problem}`);
  }
  const text = /^\/.*\/[a-z]*$/s.test(value) ? value : `/${value}/`;
  return { text, test: compiled.pattern.test };
}
