import { equalJson } from '../../domain/values/canonical.ts';
import { isList, isObject } from '../../domain/values/json-shape.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';

/** Whether `actual` holds everything in `expected`. Objects may hold more, at every level; lists are as long as expected. */
export function matchesPartial(expected: JsonValue, actual: JsonValue | undefined): boolean {
  if (actual === undefined) return false;
  if (isList(expected)) {
    return (
      isList(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => matchesPartial(item, actual[index]))
    );
  }
  if (!isObject(expected)) return equalJson(expected, actual);
  if (!isObject(actual)) return false;
  return Object.entries(expected).every(
    ([key, part]) => Object.hasOwn(actual, key) && matchesPartial(part, actual[key]),
  );
}
