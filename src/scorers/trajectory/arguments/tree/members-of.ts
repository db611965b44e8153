import { isObject, tagOf } from '../../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../../domain/values/json-value.ts';

/**
 * An object's own members. An object of the author's own with a `$type` key is escaped when it was read from text, and
 * not when it was written by hand: both have the same members here. Undefined for an object that stands for a number.
 */
export function membersOf(value: JsonObject): JsonObject | undefined {
  const tag = tagOf(value);
  if (tag === undefined) return value;
  if (tag === 'object' && isObject(value.value)) return value.value;
  return tag === 'bigint' || tag === 'decimal' || tag === 'number' ? undefined : value;
}

/** A member, where a key that holds JavaScript's `undefined` is a key that is not there, as in JSON text. */
export function memberAt(members: JsonObject, key: string): JsonValue | undefined {
  if (!Object.hasOwn(members, key)) return undefined;
  const member = members[key];
  return isAbsent(member) ? undefined : member;
}

export function isAbsent(member: JsonValue | undefined): boolean {
  return member === undefined || (isObject(member) && tagOf(member) === 'undefined');
}
