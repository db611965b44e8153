import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';

/**
 * Whether a value tells of an error, or of somebody who takes over. null, false, 0, white space, and lists and objects of
 * nothing else stand where there was nothing to tell.
 */
export function saysSomething(value: JsonValue | undefined): value is JsonValue {
  if (value === undefined || value === null || value === false || value === 0) return false;
  if (typeof value === 'string') return value.trim() !== '';
  if (isList(value)) return value.some(saysSomething);
  return !isObject(value) || Object.values(value).some((member) => saysSomething(member));
}
