import { isObject, tagOf } from '../../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../../domain/values/json-value.ts';
import type { KeyMatcher } from './key-matcher.ts';
import { type DayOrder, readDay } from './read-day.ts';

/** `{ date: day }`: one day, however it is spelled, with its year; `order` reads dates such as 04/03/2026. */
export const date: KeyMatcher = {
  word: 'date',
  also: ['order'],
  read: ({ value, object, fail }) => {
    const { order } = object;
    if (order !== undefined && order !== 'day-first' && order !== 'month-first')
      return fail('takes `day-first` or `month-first` as `order`');
    const wanted = typeof value === 'string' ? readDay(value, order) : undefined;
    if (wanted === undefined) return fail('takes one day with its year, such as `2026-01-15`');
    return {
      test: (actual) => dayIn(actual, order) === wanted,
      text: `the day ${wanted}`,
    };
  },
};

function dayIn(actual: JsonValue | undefined, order: DayOrder | undefined): string | undefined {
  if (typeof actual === 'string') return readDay(actual, order);
  if (!isObject(actual) || tagOf(actual) !== 'date' || typeof actual.value !== 'string') return undefined;
  return readDay(actual.value);
}
