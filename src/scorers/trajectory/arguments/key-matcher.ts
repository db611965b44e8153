import { UsageError } from '../../../domain/errors.ts';
import { equalJson } from '../../../domain/values/canonical.ts';
import { equalDecimal } from '../../../domain/values/decimal.ts';
import { isList, isObject, tagOf } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { compilePattern } from '../../../domain/values/pattern.ts';
import { foldedText } from '../../text/fold-text.ts';
import { listText, valueText } from '../../text/value-text.ts';
import type { MatchOptions } from './match-options.ts';
import type { ArgumentMatcher, ValueTest } from './matcher.ts';

/** What builds a test from the value of a matcher's key. `fail` throws for a value that makes no sense there. */
type Reading = {
  value: JsonValue;
  object: JsonObject;
  options: MatchOptions;
  /** Reads an expectation inside a matcher, with all that expectations may hold. */
  compile(expected: JsonValue): ArgumentMatcher;
  fail(message: string): never;
};
type Matcher = { keys: readonly string[]; optional: readonly string[]; read(reading: Reading): ValueTest };

const matchers: readonly Matcher[] = [
  { keys: ['any'], optional: [], read: readAny },
  { keys: ['absent'], optional: [], read: readAbsent },
  { keys: ['equals'], optional: [], read: ({ value }) => equalTest(value) },
  { keys: ['oneOf'], optional: [], read: readOneOf },
  { keys: ['pattern'], optional: [], read: readPattern },
  { keys: ['text'], optional: [], read: readText },
  { keys: ['money'], optional: [], read: readMoney },
  { keys: ['near'], optional: ['within'], read: readNear },
];

/**
 * Reads a single value or a matcher; undefined for a list or an object of expectations. Throws `UsageError` when a
 * matcher is written wrongly: `{ equals: … }` says that an object is meant as it stands.
 */
export function readKeyMatcher(
  expected: JsonValue,
  options: MatchOptions,
  { pointer, compile }: { pointer: string; compile(expected: JsonValue): ArgumentMatcher },
): ValueTest | undefined {
  if (isList(expected)) return undefined;
  if (!isObject(expected) || isTagged(expected)) return equalTest(expected, options);
  const matcher = matcherOf(expected);
  if (matcher === undefined) return undefined;
  const key = matcher.keys[0] as string;
  const fail = (message: string): never => {
    const where = pointer === '' ? '' : ` at \`${pointer}\``;
    throw new UsageError(`the matcher \`${key}\`${where} ${message}; for the object itself write \`{ equals: … }\``);
  };
  return matcher.read({ value: expected[key] as JsonValue, object: expected, options, compile, fail });
}

/** Objects that stand for one value, such as a big integer. */
export function isTagged(value: JsonObject): boolean {
  return tagOf(value) !== undefined;
}

/** Whether an expectation is compared as a whole, with a matcher or as a tagged value, rather than key by key. */
export function isMatcher(expected: JsonObject): boolean {
  return isTagged(expected) || matcherOf(expected) !== undefined;
}

function matcherOf(object: JsonObject): Matcher | undefined {
  const keys = Object.keys(object);
  if (keys.length === 0 || keys.length > 2) return undefined;
  return matchers.find(
    (matcher) =>
      matcher.keys.every((key) => Object.hasOwn(object, key)) &&
      keys.every((key) => matcher.keys.includes(key) || matcher.optional.includes(key)),
  );
}

function equalTest(expected: JsonValue, { money = false }: MatchOptions = {}): ValueTest {
  const text = valueText(expected);
  if (typeof expected === 'string') {
    const composed = expected.normalize('NFC');
    return {
      text,
      test: (actual) =>
        actual === expected ||
        (typeof actual === 'string' && isSameText(actual, composed)) ||
        (money && typeof actual === 'number' && equalDecimal(expected, actual)),
    };
  }
  if (isObject(expected) || isList(expected))
    return { text, test: (actual) => actual !== undefined && equalJson(actual, expected) };
  return {
    text,
    test: (actual) =>
      actual === expected ||
      (isObject(actual) && equalJson(actual, expected)) ||
      (money && typeof expected === 'number' && typeof actual === 'string' && equalDecimal(actual, expected)),
  };
}

/** Only text beyond ASCII has two spellings of one letter. */
function isSameText(actual: string, composed: string): boolean {
  return actual === composed || (actual.length >= composed.length && actual.normalize('NFC') === composed);
}

function readAny({ value, fail }: Reading): ValueTest {
  if (value !== true) fail('takes `true`');
  return { text: 'any value', test: (actual) => actual !== undefined };
}

function readAbsent({ value, fail }: Reading): ValueTest {
  if (value !== true) fail('takes `true`');
  return { text: 'absent', test: (actual) => actual === undefined };
}

function readOneOf({ value, compile, fail }: Reading): ValueTest {
  if (!isList(value) || value.length === 0) fail('takes a list of values');
  const choices = (value as readonly JsonValue[]).map((choice) => compile(choice));
  return {
    text: `one of ${listText((value as readonly JsonValue[]).map(valueText), 'or')}`,
    test: (actual) => choices.some((choice) => choice.matches(actual)),
  };
}

function readPattern({ value, fail }: Reading): ValueTest {
  if (typeof value !== 'string' || value === '') fail('takes a regular expression');
  const compiled = compilePattern(value as string);
  if (compiled.status === 'problem') return fail(`holds a pattern that cannot be used: ${compiled.problem}`);
  const { pattern } = compiled;
  return {
    text: `text matching ${/^\/.*\/[a-z]*$/s.test(pattern.source) ? pattern.source : `/${pattern.source}/`}`,
    test: (actual) => typeof actual === 'string' && pattern.test(actual),
  };
}

function readText({ value, fail }: Reading): ValueTest {
  if (typeof value !== 'string') fail('takes a text');
  const folded = foldedText(value as string).trim();
  return {
    text: `${valueText(value)} in any case and width`,
    test: (actual) => typeof actual === 'string' && foldedText(actual).trim() === folded,
  };
}

function readMoney({ value, fail }: Reading): ValueTest {
  if ((typeof value !== 'string' && typeof value !== 'number') || !equalDecimal(value, value)) {
    fail('takes a decimal, such as `49.90`');
  }
  const amount = value as string | number;
  return {
    text: `${amount}, as a number or a decimal text`,
    test: (actual) => (typeof actual === 'string' || typeof actual === 'number') && equalDecimal(actual, amount),
  };
}

function readNear({ value, object, fail }: Reading): ValueTest {
  const within = object.within ?? 1e-9;
  if (typeof value !== 'number') fail('takes a number');
  if (typeof within !== 'number' || within < 0) fail('takes a number of at least 0 as `within`');
  const [center, reach] = [value as number, within as number];
  // Decimal fractions are not exact as floats: 0.3 - 0.2 is a little less than 0.1.
  const slack = Number.EPSILON * 4 * Math.max(1, Math.abs(center));
  return {
    text: `${center} ± ${reach}`,
    test: (actual) => typeof actual === 'number' && Math.abs(actual - center) <= reach + slack,
  };
}
