import { UsageError } from '../../../domain/errors.ts';
import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { compilePattern } from '../../../domain/values/pattern.ts';
import { valueText } from '../../text/value-text.ts';
import { compileArguments } from '../../trajectory/arguments/argument-matcher.ts';
import type { ValueTest } from '../../trajectory/arguments/matcher.ts';

type Reader = (value: JsonValue, key: string) => ValueTest;

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
  not: (value) => {
    const inner = compileValue(value);
    return { text: `anything but ${inner.text}`, test: (actual) => actual !== undefined && !inner.test(actual) };
  },
};

/**
 * Reads what a value must be: conditions such as `{ gt: 0, lte: 100 }` or `{ notMatches: "@example" }`, the matchers of
 * expected calls, or the value itself. A key that is not there fulfils no condition. Throws `UsageError` for a condition
 * that is written wrongly.
 */
export function compileValue(expected: JsonValue): ValueTest {
  if (isCondition(expected)) {
    const tests = Object.entries(expected).map(([key, value]) => (readers[key] as Reader)(value, key));
    return {
      text: tests.map(({ text }) => text).join(' and '),
      test: (actual) => tests.every((one) => one.test(actual)),
    };
  }
  const matcher = compileArguments({ value: expected });
  const text = matcher.text.startsWith('value=') ? matcher.text.slice('value='.length) : valueText(expected);
  return { text, test: (actual) => matcher.matches(actual === undefined ? {} : { value: actual }) };
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
    return {
      text: `${words} ${limit}`,
      test: (actual) => {
        const number = numberOf(actual);
        return number !== undefined && holds(number, limit);
      },
    };
  };
}

/** Amounts also come as text: a limit that a pair of quotes gets around is none. */
function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (isObject(value) && typeof value.value === 'string') return numberOf(value.value);
  return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
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
