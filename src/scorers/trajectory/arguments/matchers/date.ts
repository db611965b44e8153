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
      why: (actual) => {
        if (typeof actual !== 'string' || dayIn(actual, order) !== undefined) return '';
        return order === undefined && daysOf(actual).length > 1
          ? 'this may be two days; say `order: day-first` or `month-first`'
          : 'this is not the text of one day';
      },
      isUnread: (actual) => {
        if (dayIn(actual, order) !== undefined) return false;
        const days = typeof actual === 'string' && order === undefined ? daysOf(actual) : [];
        return days.length > 0
          ? days.includes(wanted)
          : actual !== '' && actual !== null && typeof actual !== 'boolean';
      },
    };
  },
};

/** The days that a text may be, in either order. */
function daysOf(text: string): string[] {
  return (['day-first', 'month-first'] as const).flatMap((order) => readDay(text, order) ?? []);
}

function dayIn(actual: JsonValue | undefined, order: DayOrder | undefined): string | undefined {
  if (typeof actual === 'string') return readDay(actual, order);
  if (!isObject(actual) || tagOf(actual) !== 'date' || typeof actual.value !== 'string') return undefined;
  return readDay(actual.value);
}
