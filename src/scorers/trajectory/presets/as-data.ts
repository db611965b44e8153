import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { isMatcher } from '../arguments/key-matcher.ts';
import { misspeltMatcher } from '../arguments/misspelt-matcher.ts';

/** Arguments of a record as expected arguments: an object that looks like a matcher is meant as it stands. */
export function argumentsAsData(values: JsonObject): JsonObject {
  return membersWith(values, asData);
}

function asData(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(asData);
  if (!isObject(value)) return value;
  return isMatcher(value) || misspeltMatcher(value) !== undefined ? { equals: value } : membersWith(value, asData);
}

/** The same, where values inside the arguments are compared as a whole, even when the arguments are not. */
export function argumentsAsWholes(values: JsonObject): JsonObject {
  return membersWith(values, (value) => (isList(value) || isObject(value) ? { equals: value } : value));
}

function membersWith(values: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  const changed: Record<string, JsonValue> = {};
  for (const key of Object.keys(values)) {
    const value = change(values[key] as JsonValue);
    if (key === '__proto__') Object.defineProperty(changed, key, { value, enumerable: true });
    else changed[key] = value;
  }
  return changed;
}
