import { isList, isObject } from '../values/json-shape.ts';
import type { JsonObject, JsonValue } from '../values/json-value.ts';

/** Keywords whose value is a schema or a list of schemas, and those that name schemas. */
const HOLDS_SCHEMAS: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'contains',
]);
const NAMES_SCHEMAS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions']);
/** Beside these an object is made of parts, none of which knows the keys of the others. */
const COMBINES: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', '$ref'];

/**
 * A copy in which every object that lists its properties refuses others, unless it says `additionalProperties` itself
 * or is put together from several schemas. A typo of the model is then a refusal and never dropped in silence.
 */
export function closeObjects(schema: JsonValue): JsonValue {
  if (isList(schema)) return schema.map(closeObjects);
  if (!isObject(schema)) return schema;
  const copy: Record<string, JsonValue> = {};
  for (const [key, part] of Object.entries(schema)) {
    define(copy, key, HOLDS_SCHEMAS.has(key) ? closeObjects(part) : NAMES_SCHEMAS.has(key) ? closeMembers(part) : part);
  }
  if (
    isObject(schema.properties) &&
    copy.additionalProperties === undefined &&
    !COMBINES.some((keyword) => keyword in copy)
  ) {
    copy.additionalProperties = false;
  }
  return copy;
}

function closeMembers(members: JsonValue): JsonValue {
  if (!isObject(members)) return members;
  const copy: Record<string, JsonValue> = {};
  for (const [key, part] of Object.entries(members as JsonObject)) define(copy, key, closeObjects(part));
  return copy;
}

function define(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}
