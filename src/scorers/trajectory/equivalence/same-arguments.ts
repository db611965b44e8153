import { canonicalText } from '../../../domain/values/canonical.ts';
import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { compileArguments } from '../arguments/argument-matcher.ts';
import type { MatchOptions } from '../arguments/match-options.ts';
import { isScalar } from './effect-call.ts';

/**
 * Whether two sets of arguments ask for the same: what the expectation names is compared, deep, and lists of single
 * values have no order. Lists of one length at the top belong together item by item, as `item_ids` and `new_item_ids`
 * do, and lose their order together.
 */
export function sameArguments(
  expected: JsonValue | undefined,
  actual: JsonValue | undefined,
  options: MatchOptions = {},
): boolean {
  return argumentsTest(expected, options)(actual);
}

/** The same, for arguments that are compared with many others. */
export function argumentsTest(
  expected: JsonValue | undefined,
  options: MatchOptions = {},
): (actual: JsonValue | undefined) => boolean {
  if (expected === undefined) return () => true;
  const matcher = compileArguments(withoutOrder(expected), { ...options, isRead: true });
  return (actual) => actual !== undefined && matcher.matches(withoutOrder(actual));
}

/** The keys at the top whose expected value is not what the call gave. */
export function differingKeys(
  expected: JsonValue | undefined,
  actual: JsonValue | undefined,
  options: MatchOptions = {},
): string[] {
  if (!isObject(expected) || !isObject(actual)) return [];
  const [left, right] = [withoutOrder(expected) as JsonObject, withoutOrder(actual) as JsonObject];
  return Object.keys(left).filter((key) => {
    const wanted = { [key]: left[key] as JsonValue };
    return !compileArguments(wanted, { ...options, isRead: true }).matches(right);
  });
}

/** Sorts lists of single values at the top, those of one length as rows of one table, so that the order is told by none. */
function withoutOrder(value: JsonValue): JsonValue {
  if (!isObject(value)) return value;
  const byLength = new Map<number, [string, readonly JsonValue[]][]>();
  for (const [key, member] of Object.entries(value)) {
    if (!isList(member) || member.length < 2 || !member.every(isScalar)) continue;
    byLength.set(member.length, [...(byLength.get(member.length) ?? []), [key, member]]);
  }
  if (byLength.size === 0) return value;
  const sorted: Record<string, JsonValue> = {};
  for (const group of byLength.values()) {
    const lists = group.toSorted(([left], [right]) => (left < right ? -1 : 1));
    const rows = (lists[0]?.[1] ?? [])
      .map((_, row) => lists.map(([, list]) => list[row] as JsonValue))
      .map((cells) => ({ cells, text: canonicalText(cells) }))
      .toSorted((left, right) => (left.text < right.text ? -1 : left.text > right.text ? 1 : 0));
    lists.forEach(([key], column) => {
      sorted[key] = rows.map(({ cells }) => cells[column] as JsonValue);
    });
  }
  return { ...value, ...sorted };
}
