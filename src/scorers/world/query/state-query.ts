import { z } from 'zod';
import { UsageError } from '../../../domain/errors.ts';
import { equalDecimal } from '../../../domain/values/decimal.ts';
import { JsonValue } from '../../../domain/values/json-value.ts';
import { valueText } from '../../text/value-text.ts';
import type { ValueTest } from '../../trajectory/arguments/matcher.ts';
import { pointerName } from '../../trajectory/explanation/pointer-name.ts';
import { decimalSum } from './decimal-sum.ts';
import { type FoundPlace, findPlaces, type PlacePattern, readPlacePattern } from './place-pattern.ts';
import { valueTest } from './value-test.ts';

/** A JSON Pointer; a part `*` is every member of an object and every item of a list. */
export const PlacePointer = z.string().regex(/^\/(?:[^~]|~[01])*$/, 'must be a JSON Pointer, such as `/orders/A-1`');

/** One question about many places of the state at once. */
export const StateQuery = z.strictObject({
  /** The places that are meant: `/orders/A-1/status`, or with the part `*` in place of `A-1` that of every order. */
  path: PlacePointer,
  /** Only those of them that are so. */
  where: JsonValue.optional(),
  /** How many there are: a number, or a matcher such as `{ gte: 1 }`. */
  count: JsonValue.optional(),
  /** Each of them is so, and there is at least one. */
  every: JsonValue.optional(),
  /** At least one of them is so. */
  some: JsonValue.optional(),
  /** None of them is so. */
  none: JsonValue.optional(),
  /** What stands there; with `*` in the path, the list of all of it. */
  equals: JsonValue.optional(),
  /** What they come to: numbers and decimal texts, added without loss. */
  sum: JsonValue.optional(),
});
export type StateQuery = z.infer<typeof StateQuery>;

/** What is not as a query wants it, and at which places; no places where it is about all of them. */
export type QueryFault = { message: string; places: readonly FoundPlace[] };

export type CompiledQuery = {
  path: string;
  pattern: PlacePattern;
  /**
   * It asks of something in each member and may pass where there is none, so that a name written wrongly looks the same as a
   * world in which nothing happened. Of the members themselves that is no question.
   */
  asksOfMembers: boolean;
  /** How many questions it asks. */
  questions: number;
  /** A fault for each question whose answer is no. */
  ask(state: JsonValue): QueryFault[];
};

const words = ['count', 'every', 'some', 'none', 'equals', 'sum'] as const;

/** Throws `UsageError` for a query that asks nothing, or has a matcher written wrongly. */
export function compileQuery(query: StateQuery): CompiledQuery {
  const { path, where } = query;
  const pattern = readPlacePattern(path);
  const asked = words.filter((word) => query[word] !== undefined);
  if (asked.length === 0) {
    throw new UsageError(
      `asks nothing of \`${path}\`: give it one of ${words.map((word) => `\`${word}\``).join(', ')}.`,
    );
  }
  const filter = where === undefined ? undefined : valueTest(where);
  const questions = asked.map((word) => questionOf(word, query[word] as JsonValue, pattern.includes('*')));
  const which = filter === undefined ? `\`${path}\`` : `\`${path}\` where it is ${filter.text}`;
  return {
    path,
    pattern,
    asksOfMembers: pattern.includes('*') && pattern.at(-1) !== '*',
    questions: questions.length,
    ask(state) {
      const all = findPlaces(state, pattern);
      const places = filter === undefined ? all : all.filter(({ value }) => filter.test(value));
      return questions.flatMap((question) => question(places, which) ?? []);
    },
  };
}

/** A matcher that all of these fit is taken to fit every number. */
const COUNTS: readonly number[] = [...Array.from({ length: 101 }, (_, count) => count), 1000, 1_000_000];

type Question = (places: readonly FoundPlace[], which: string) => QueryFault | undefined;

function questionOf(word: (typeof words)[number], expected: JsonValue, isMany: boolean): Question {
  const test = valueTest(expected);
  switch (word) {
    case 'count':
      if (COUNTS.every((count) => test.test(count))) {
        throw new UsageError('`count` can never fail: every number is as it says.');
      }
      return (places, which) =>
        test.test(places.length)
          ? undefined
          : { message: `${which} is found ${times(places.length)}; expected ${test.text}`, places: [] };
    case 'every':
      return (places, which) => everyOf(test, places, which);
    case 'some':
      return (places, which) =>
        places.some(({ value }) => test.test(value))
          ? undefined
          : { message: `nothing at ${which} is ${test.text}; expected one at least`, places };
    case 'none': {
      return (places, which) => {
        const wrong = places.filter(({ value }) => test.test(value));
        return wrong.length === 0
          ? undefined
          : { message: `${listPlaces(wrong)}; expected none of ${which} to be ${test.text}`, places: wrong };
      };
    }
    case 'equals':
      return (places, which) => equalsOf(test, { places, which, isMany });
    case 'sum':
      return (places, which) => sumOf(test, expected, { places, which });
  }
}

function everyOf(test: ValueTest, places: readonly FoundPlace[], which: string): QueryFault | undefined {
  // Of nothing at all everything is true: a path that leads nowhere must not pass.
  if (places.length === 0) {
    return { message: `nothing stands at ${which}; expected every one to be ${test.text}`, places };
  }
  const wrong = places.filter(({ value }) => !test.test(value));
  return wrong.length === 0
    ? undefined
    : { message: `${listPlaces(wrong)}; expected every ${which} to be ${test.text}`, places: wrong };
}

type Found = { places: readonly FoundPlace[]; which: string };

function equalsOf(test: ValueTest, { places, which, isMany }: Found & { isMany: boolean }): QueryFault | undefined {
  const actual = isMany ? places.map(({ value }) => value) : places[0]?.value;
  if (test.test(actual)) return undefined;
  return { message: `${which} is ${valueText(actual)}; expected ${test.text}`, places };
}

function sumOf(test: ValueTest, expected: JsonValue, { places, which }: Found): QueryFault | undefined {
  const total = decimalSum(places.map(({ value }) => value));
  if (total === undefined) {
    const wrong = places.filter(({ value }) => decimalSum([value]) === undefined);
    return { message: `${which} does not add up, since ${listPlaces(wrong)}; expected ${test.text}`, places: wrong };
  }
  const isSame =
    (typeof expected === 'string' || typeof expected === 'number') && equalDecimal(expected, total)
      ? true
      : test.test(Number(total));
  if (isSame) return undefined;
  return { message: `${which} adds up to ${total}; expected ${test.text}`, places };
}

function listPlaces(places: readonly FoundPlace[]): string {
  const told = places.slice(0, 3).map(({ pointer, value }) => `\`${pointerName(pointer)}\` is ${valueText(value)}`);
  const more = places.length - told.length;
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
