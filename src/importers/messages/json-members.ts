import { isList, isObject, tagOf } from '../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import { plainJson } from '../../domain/values/plain-json.ts';

/** The members of a JSON object as it was written; undefined for everything else. */
export function membersOf(value: JsonValue | undefined): JsonObject | undefined {
  if (value === undefined || isList(value) || !isObject(value)) return undefined;
  const tag = tagOf(value);
  if (tag === undefined) return value;
  return tag === 'object' && isObject(value.value) ? value.value : undefined;
}

/** The member of that name, its own; undefined where there is none or it is null. */
export function memberOf(object: JsonObject | undefined, ...names: readonly string[]): JsonValue | undefined {
  for (const name of names) {
    const value = object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

export function listOf(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  return value !== undefined && isList(value) ? value : undefined;
}

export function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Names and ids: texts that are not empty, and numbers as their digits. */
export function nameOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number') return String(value);
  const isNumber = value !== undefined && isObject(value) && tagOf(value) === 'bigint';
  return isNumber ? plainJson(value) : undefined;
}

/** What kind of value something is, for a sentence: `a text`, `a list`. */
export function kindOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (isList(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return String(value);
  const keys = Object.keys(membersOf(value) ?? {});
  if (keys.length === 0) return 'an object without keys';
  const shown = keys.slice(0, 6).map((key) => `\`${key.slice(0, 40)}\``);
  return `an object with ${shown.join(', ')}${keys.length > 6 ? ', …' : ''}`;
}
