import { isSameDecimal, readScientific } from './decimal.ts';
import { isList, isObject, tagOf } from './json-shape.ts';
import type { JsonObject, JsonValue } from './json-value.ts';

/**
 * One text for all JSON values that are equal: keys sorted by UTF-16 code units and numbers as JavaScript prints them,
 * which is RFC 8785 except for lone surrogates, which are escaped. Numbers are the same by value however they are
 * encoded: the tag `bigint` 5 is written 5, and -0 is 0.
 */
export function canonicalText(value: JsonValue): string {
  if (isList(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (!isObject(value)) return typeof value === 'number' ? String(value) : JSON.stringify(value);
  const tag = tagOf(value);
  if (tag === undefined) return membersText(value);
  if (tag === 'object' && isObject(value.value)) return `{"$type":"object","value":${membersText(value.value)}}`;
  return taggedNumberText(value) ?? membersText(value);
}

/**
 * True when the texts of `canonicalText` are equal: the order of keys counts for nothing and 1 is 1.0, while "1" is not
 * 1, a missing key is not null, and `__proto__` is a key like any other. Makes no copies of untagged values.
 */
export function equalJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (isList(a)) return isList(b) && equalLists(a, b);
  if (isObject(a))
    return isObject(b) && tagOf(a) === undefined && tagOf(b) === undefined ? equalMembers(a, b) : equalTagged(a, b);
  return isObject(b) && typeof a === 'number' && equalTagged(a, b);
}

function equalLists(a: readonly JsonValue[], b: readonly JsonValue[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) {
    if (!equalJson(a[index] as JsonValue, b[index] as JsonValue)) return false;
  }
  return true;
}

function equalMembers(a: JsonObject, b: JsonObject): boolean {
  let surplus = 0;
  for (const key in a) {
    if (!Object.hasOwn(a, key)) continue;
    if (!Object.hasOwn(b, key) || !equalJson(a[key] as JsonValue, b[key] as JsonValue)) return false;
    surplus += 1;
  }
  for (const key in b) if (Object.hasOwn(b, key)) surplus -= 1;
  return surplus === 0;
}

function equalTagged(a: JsonValue, b: JsonValue): boolean {
  return !isList(b) && canonicalText(a) === canonicalText(b);
}

function membersText(value: JsonObject): string {
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] as JsonValue)}`);
  return `{${members.join(',')}}`;
}

/** The text of the number that a tag stands for; undefined for other tags and for NaN and the infinities. */
function taggedNumberText({ $type, value }: JsonObject): string | undefined {
  if ($type !== 'bigint' && $type !== 'decimal' && $type !== 'number') return undefined;
  const exact = typeof value === 'string' ? readScientific(value) : undefined;
  if (!exact) return undefined;
  const near = Number(value);
  const nearest = readScientific(String(near));
  if (nearest && isSameDecimal(exact, nearest)) return String(near);
  return `${exact.isNegative ? '-' : ''}${exact.digits}e${exact.exponent}`;
}
