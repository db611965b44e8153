import type { JsonValue } from '../../../domain/values/json-value.ts';

type JsonObject = { readonly [key: string]: JsonValue };

const NAME_KEYS = new Set(['name', 'key', 'label', 'property', 'attribute', 'field', 'title', '名称', '属性']);
const VALUE_KEYS = new Set(['value', 'values', 'val', '值', '取值']);
/** Longer names are texts. */
const MAX_NAME = 40;

/** `{ name: 'Weight', value: '92 g' }` is one field of the record around it, and no record of its own. */
export function namedValue(object: JsonObject): { name: string; valueKey: string; value: JsonValue } | undefined {
  const keys = Object.keys(object);
  if (keys.length !== 2) return undefined;
  const nameKey = keys.find((key) => NAME_KEYS.has(key.toLowerCase()));
  const valueKey = keys.find((key) => VALUE_KEYS.has(key.toLowerCase()));
  const name = nameKey === undefined ? undefined : object[nameKey];
  if (valueKey === undefined || typeof name !== 'string' || name.length > MAX_NAME) return undefined;
  const value = object[valueKey] as JsonValue;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined;
  return { name: name.trim(), valueKey, value };
}

/** A list of such fields, or of groups of them, holds no records beside each other. */
export function areFields(items: readonly JsonValue[]): boolean {
  return items.length > 0 && items.every((item) => isField(item) || isGroup(item));
}

function isField(item: JsonValue): boolean {
  return isObject(item) && namedValue(item) !== undefined;
}

/** `{ category: 'Battery', specifications: [fields] }` */
function isGroup(item: JsonValue): boolean {
  if (!isObject(item)) return false;
  const parts = Object.values(item);
  return (
    parts.length === 2 &&
    parts.some((part) => typeof part === 'string') &&
    parts.some((part) => Array.isArray(part) && part.length > 0 && part.every(isField))
  );
}

function isObject(item: JsonValue | undefined): item is JsonObject {
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}
