import { isList, isObject, tagOf } from './json-shape.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { pointerTo } from './pointer-to.ts';

export { pointerTo };

/** What stands at a JSON Pointer (RFC 6901); undefined when nothing does, or when the text is no pointer. */
export function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  if (pointer === '') return value;
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  let current: JsonValue | undefined = value;
  for (const part of pointer.slice(1).split('/')) {
    current = memberAt(current, part.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (current === undefined) return undefined;
  }
  return current;
}

function memberAt(value: JsonValue, part: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!isList(value)) return Object.hasOwn(value, part) ? value[part] : undefined;
  return /^(?:0|[1-9]\d*)$/.test(part) ? value[Number(part)] : undefined;
}

type Visit = (leaf: JsonValue, pointer: string) => void;

/**
 * Visits, in order, every text, number, boolean, null, empty container, and tag without parts (`bigint`, `date`, …),
 * each with its pointer. Tags that hold values (`map`, `set`, …) are entered, their
 * `$type` left out.
 */
export function walkLeaves(value: JsonValue, visit: Visit): void {
  walk(value, '', visit);
}

function walk(value: JsonValue, pointer: string, visit: Visit): void {
  if (isList(value) && value.length > 0) {
    for (const [index, item] of value.entries()) walk(item, `${pointer}/${index}`, visit);
  } else if (!isObject(value) || isLeaf(value)) {
    visit(value, pointer);
  } else if (tagOf(value) === 'object' && isObject(value.value)) {
    walkMembers(value.value, `${pointer}/value`, visit);
  } else if (tagOf(value) !== undefined) {
    const { $type, ...parts } = value;
    walkMembers(parts, pointer, visit);
  } else {
    walkMembers(value, pointer, visit);
  }
}

function isLeaf(value: JsonObject): boolean {
  const parts = Object.values(value);
  return parts.length === 0 || (tagOf(value) !== undefined && !parts.some((part) => isList(part) || isObject(part)));
}

function walkMembers(value: JsonObject, pointer: string, visit: Visit): void {
  for (const key of Object.keys(value)) walk(value[key] as JsonValue, pointer + pointerTo([key]), visit);
}
