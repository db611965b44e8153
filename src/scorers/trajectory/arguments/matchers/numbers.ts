import { equalDecimal } from '../../../../domain/values/decimal.ts';
import { isObject } from '../../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../../domain/values/json-value.ts';
import type { MatchOptions } from '../match-options.ts';
import type { ValueTest } from '../matcher.ts';
import { exactNumber } from '../tree/same-value.ts';
import { numberWords } from '../value-words.ts';
import type { KeyMatcher } from './key-matcher.ts';

/** `{ near: number, within, relative }`: a number at most so far away; with both, the wider one counts. */
export const near: KeyMatcher = {
  word: 'near',
  also: ['within', 'relative'],
  read: ({ value, object, options, fail }) => {
    const { within, relative } = object;
    if (typeof value !== 'number') return fail('takes a number');
    for (const [word, reach] of [
      ['within', within],
      ['relative', relative],
    ] as const) {
      if (reach !== undefined && !(typeof reach === 'number' && reach >= 0))
        return fail(`takes a number of at least 0 as \`${word}\``);
    }
    return nearTest(value, { within: within as number | undefined, relative: relative as number | undefined }, options);
  },
};

/** Without a reach, what floats lose is let pass. */
export function nearTest(
  center: number,
  { within, relative }: { within?: number | undefined; relative?: number | undefined },
  { coerce = false, money = false }: MatchOptions = {},
): ValueTest {
  const share = relative === undefined ? 0 : relative * Math.abs(center);
  const reach = within === undefined && relative === undefined ? 1e-9 : Math.max(within ?? 0, share);
  // Decimal fractions are not exact as floats: 0.3 - 0.2 is a little less than 0.1.
  const slack = Number.EPSILON * 4 * Math.max(1, Math.abs(center));
  const told = within === undefined && relative !== undefined ? `${relative * 100} %` : String(reach);
  const isNear = (number: number): boolean => Math.abs(number - center) <= reach + slack;
  return {
    test: (actual) => {
      const number = numberOf(actual, coerce || money);
      return number !== undefined && isNear(number);
    },
    text: `${center} ± ${told}`,
    ...unreadNumber(isNear, coerce || money),
  };
}

/** What is said of a value that is no number to those who want one, but may stand for one. */
function unreadNumber(holds: (number: number) => boolean, readsText: boolean): Pick<ValueTest, 'why' | 'isUnread'> {
  return {
    why: (actual) => {
      if (typeof actual !== 'string') return '';
      if (numberOf(actual, true) === undefined) return 'this is a text that is no number';
      return readsText ? '' : 'this is a text; say `coerce: true` or `money: true`';
    },
    isUnread: (actual) => {
      if (numberOf(actual, false) !== undefined) return false;
      const number = numberOf(actual, true);
      if (number !== undefined) return holds(number);
      return actual !== '' && (typeof actual === 'string' || (typeof actual === 'object' && actual !== null));
    },
  };
}

function numberOf(actual: JsonValue | undefined, readsText: boolean): number | undefined {
  if (typeof actual === 'number') return actual;
  if (typeof actual === 'string')
    return readsText && exactNumber(actual, true) !== undefined ? Number(actual) : undefined;
  const digits = isObject(actual) ? numberWords(actual) : undefined;
  return digits === undefined ? undefined : Number(digits);
}

/** `{ money: amount }`: this amount, exactly, as a number or a decimal text. */
export const money: KeyMatcher = {
  word: 'money',
  also: [],
  read: ({ value, fail }) => {
    if ((typeof value !== 'string' && typeof value !== 'number') || !equalDecimal(value, value)) {
      return fail('takes a decimal, such as `49.90`');
    }
    return {
      test: (actual) => (typeof actual === 'string' || typeof actual === 'number') && equalDecimal(actual, value),
      text: `${value}, as a number or a decimal text`,
      why: (actual) => (isAmount(actual) || typeof actual !== 'string' ? '' : 'this is a text that is no amount'),
      isUnread: (actual) =>
        actual !== '' &&
        !isAmount(actual) &&
        (typeof actual === 'string' || (typeof actual === 'object' && actual !== null)),
    };
  },
};

function isAmount(actual: JsonValue): boolean {
  return (typeof actual === 'string' || typeof actual === 'number') && equalDecimal(actual, actual);
}

const limits: Readonly<Record<string, { words: string; holds(number: number, limit: number): boolean }>> = {
  gt: { words: 'more than', holds: (number, limit) => number > limit },
  gte: { words: 'at least', holds: (number, limit) => number >= limit },
  lt: { words: 'less than', holds: (number, limit) => number < limit },
  lte: { words: 'at most', holds: (number, limit) => number <= limit },
};

/** `{ gt: 0, lte: 100 }`: a number between limits; each of the four may stand alone. */
export const ranges: readonly KeyMatcher[] = Object.keys(limits).map((word) => ({
  word,
  also: Object.keys(limits).filter((other) => other !== word),
  read: ({ object, options, fail }) => {
    const tests = Object.entries(object).map(([name, limit]) => {
      if (typeof limit !== 'number') return fail(`takes a number as \`${name}\``);
      return { limit, ...(limits[name] as (typeof limits)[string]) };
    });
    if (isEmptyRange(object)) return fail('leaves no number: its lower limit is not below its upper one');
    const readsText = options.coerce === true || options.money === true;
    const isInside = (number: number): boolean => tests.every(({ limit, holds }) => holds(number, limit));
    return {
      test: (actual) => {
        const number = numberOf(actual, readsText);
        return number !== undefined && isInside(number);
      },
      text: `a number ${tests.map(({ words, limit }) => `${words} ${limit}`).join(' and ')}`,
      ...unreadNumber(isInside, readsText),
    };
  },
}));

/** Whether no number is between the limits. */
function isEmptyRange({ gt, gte, lt, lte }: { readonly [word: string]: unknown }): boolean {
  const lower = Math.max(...[gt, gte].filter(isNumber));
  const upper = Math.min(...[lt, lte].filter(isNumber));
  return lower > upper || (lower === upper && (lower === gt || upper === lt));
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
