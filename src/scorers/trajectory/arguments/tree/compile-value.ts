import { equalDecimal } from '../../../../domain/values/decimal.ts';
import type { JsonValue } from '../../../../domain/values/json-value.ts';
import { parseJson } from '../../../../domain/values/parse-json.ts';
import type { MatchOptions } from '../match-options.ts';
import { nearTest } from '../matchers/numbers.ts';
import { comparableText, comparisonWords } from '../matchers/text-comparison.ts';
import { valueWords } from '../value-words.ts';
import type { Declared } from './declared-comparison.ts';
import type { Node } from './node.ts';
import type { Place } from './place.ts';
import { isEqualJson, isSameValue, isTextOf } from './same-value.ts';

/** A single value; with options, or a word of the tool's schema, a test of it. */
export function compileValue(expected: JsonValue, { options, path, declaredAt }: Place): Node {
  const declared = declaredAt?.(path);
  if (declared !== undefined) {
    const test = declaredTest(expected, declared, options);
    if (test !== undefined) return test;
  }
  // Beyond these there are only objects that stand for a number too long for JavaScript.
  if (typeof expected === 'object' && expected !== null) return bigNumber(expected, options);
  const { coerce, money, nullIsAbsent } = options;
  const isAbsentFine = expected === null && nullIsAbsent === true;
  if (coerce !== true && money !== true && !isAbsentFine) return { kind: 'value', value: expected };
  const parsed = coerce === true ? readContainer(expected) : undefined;
  return {
    kind: 'test',
    of: {
      test: (actual) =>
        isSameValue(expected, actual) ||
        (isAbsentFine && actual === undefined) ||
        (coerce === true && isTextOf(expected, actual)) ||
        (parsed !== undefined && typeof actual === 'object' && actual !== null && isEqualJson(actual, parsed)) ||
        (money === true && isSameAmount(expected, actual)),
      text: valueWords(expected),
    },
  };
}

function bigNumber(expected: JsonValue, { coerce }: MatchOptions): Node {
  return {
    kind: 'test',
    of: {
      test: (actual) =>
        actual !== undefined && (isEqualJson(actual, expected) || (coerce === true && isTextOf(expected, actual))),
      text: valueWords(expected),
    },
  };
}

/** The object or list that a text is. */
function readContainer(expected: JsonValue): JsonValue | undefined {
  if (typeof expected !== 'string' || !/^\s*[[{]/.test(expected)) return undefined;
  const parsed = parseJson(expected);
  return parsed.status === 'parsed' ? parsed.value : undefined;
}

/** Of a number and a decimal text; two texts are compared as texts. */
function isSameAmount(expected: JsonValue, actual: JsonValue | undefined): boolean {
  if (typeof expected === 'string') return typeof actual === 'number' && equalDecimal(expected, actual);
  return typeof expected === 'number' && typeof actual === 'string' && equalDecimal(expected, actual);
}

function declaredTest(expected: JsonValue, declared: Declared, options: MatchOptions): Node | undefined {
  const { within, relative, case: letters, trim, punctuation } = declared;
  if (typeof expected === 'number' && (within !== undefined || relative !== undefined)) {
    return { kind: 'test', of: nearTest(expected, { within, relative }, options) };
  }
  if (typeof expected !== 'string' || (letters ?? trim ?? punctuation) === undefined) return undefined;
  const comparison = { case: letters, trim, punctuation };
  const wanted = comparableText(expected, comparison);
  return {
    kind: 'test',
    of: {
      test: (actual) =>
        typeof actual === 'string'
          ? comparableText(actual, comparison) === wanted
          : options.coerce === true && isTextOf(expected, actual),
      text: `${valueWords(expected)}${comparisonWords(comparison)}`,
    },
  };
}
