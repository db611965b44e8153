import { z } from 'zod';
import { describeForeign, describeInstance, type ForeignValue } from './foreign-value.ts';
import { isPlainObject, jsonProblem } from './json-shape.ts';
import { pointerTo } from './pointer-to.ts';

/**
 * Plain JSON, deep. What JSON has no word for stands in it as a tag: `{ "$type": "bigint", "value": "123" }`; an object
 * of the author's own with a `$type` key stands as `{ "$type": "object", "value": {…} }`. Tags are written by
 * `toJsonValue` and `parseJson` and read by `fromJsonValue`.
 */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

/** Accepts plain JSON and hands back the same object, never a copy, so that an own `__proto__` stays. */
export const JsonValue: z.ZodType<JsonValue, JsonValue> = z.custom<JsonValue>(
  (value) => jsonProblem(value) === undefined,
  { error: ({ input }) => `expected a JSON value: ${jsonProblem(input)}` },
);
export const JsonObject: z.ZodType<JsonObject, JsonObject> = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && jsonProblem(value) === undefined,
  { error: ({ input }) => `expected a JSON object: ${jsonProblem(input) ?? 'it is another kind of value'}` },
);
// JSON Schema has no word for "any JSON" but the empty schema; without this, a schema with such a field has none.
JsonValue._zod.toJSONSchema = () => ({});
JsonObject._zod.toJSONSchema = () => ({ type: 'object' });

type Limits = { maxDepth: number; maxWidth: number; maxParts: number };
type Walk = Limits & {
  /** Where in the result we are. */
  path: (string | number)[];
  ancestors: object[];
  /** Length of `path` at each ancestor. */
  anchors: number[];
  lossy: string[];
  parts: number;
};

/**
 * Encodes any JavaScript value as deep-frozen JSON that shares nothing with it. `lossy` lists JSON Pointers into the
 * result, one for each part that `fromJsonValue` cannot give back as it was. Never throws. Limits count nested
 * containers of the source (200 at most), members of one container and values in all; what lies beyond is cut, with a
 * mark.
 */
export function toJsonValue(
  value: unknown,
  { maxDepth = 200, maxWidth = 100_000, maxParts = 1_000_000 }: Partial<Limits> = {},
): { value: JsonValue; lossy: readonly string[] } {
  const depth = Math.min(maxDepth, 200);
  const walk: Walk = { maxDepth: depth, maxWidth, maxParts, path: [], ancestors: [], anchors: [], lossy: [], parts: 0 };
  return { value: encode(value, walk), lossy: walk.lossy };
}

function encode(value: unknown, walk: Walk): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return encodeNumber(value);
    case 'undefined':
      return Object.freeze({ $type: 'undefined' });
    case 'bigint':
      return Object.freeze({ $type: 'bigint', value: String(value) });
    case 'symbol':
      return encodeSymbol(value, walk);
    case 'function':
      return mark(walk, { $type: 'function', name: nameOf(value) });
    default:
      return value === null ? null : encodeObject(value as object, walk);
  }
}

function encodeNumber(value: number): JsonValue {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  return Object.freeze({ $type: 'number', value: value === 0 ? '-0' : String(value) });
}

function encodeSymbol(value: symbol, walk: Walk): JsonValue {
  const key = Symbol.keyFor(value);
  if (key !== undefined) return Object.freeze({ $type: 'symbol', key });
  return mark(walk, { $type: 'symbol', description: value.description ?? '' });
}

function nameOf(value: object): string {
  try {
    const name: unknown = Reflect.get(value, 'name');
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}

/** A tag that stands for something lost. */
function mark(walk: Walk, tag: JsonObject): JsonValue {
  walk.lossy.push(pointerTo(walk.path));
  return Object.freeze(tag);
}

function encodeObject(value: object, walk: Walk): JsonValue {
  const { path, ancestors, anchors } = walk;
  const ancestor = ancestors.indexOf(value);
  if (ancestor >= 0) return mark(walk, { $type: 'cycle', pointer: pointerTo(path.slice(0, anchors[ancestor])) });
  if (ancestors.length >= walk.maxDepth) return mark(walk, { $type: 'truncated', reason: 'depth' });
  const depth = ancestors.length;
  const here = path.length;
  ancestors.push(value);
  anchors.push(here);
  try {
    if (Array.isArray(value)) return encodeArray(value, walk);
    if (!isPlainObject(value)) return encodeForeign(describeForeign(value), walk);
    return Object.hasOwn(value, 'toJSON') ? encodeForeign(describeInstance(value), walk) : encodePlain(value, walk);
  } catch {
    path.length = here;
    return mark(walk, { $type: 'unreadable' });
  } finally {
    ancestors.length = depth;
    anchors.length = depth;
    path.length = here;
  }
}

/** Counted before a container is opened, so that shared branches cannot multiply beyond the limit. */
function reserve(parts: number, walk: Walk): boolean {
  if (walk.parts + parts > walk.maxParts) return false;
  walk.parts += parts;
  return true;
}

function encodeArray(source: readonly unknown[], walk: Walk): JsonValue {
  const { length } = source;
  const isCut = length > walk.maxWidth;
  const end = isCut ? walk.maxWidth : length;
  if (!reserve(end, walk)) return mark(walk, { $type: 'truncated', reason: 'size' });
  // The copy without holes tells named properties from items, and costs no string for each index.
  const isWhole = Object.values(source).length === length;
  if (isCut || !isWhole) walk.lossy.push(pointerTo(walk.path));
  if (isCut) walk.path.push('value');
  const slot = walk.path.push(0) - 1;
  const copy: JsonValue[] = [];
  for (let index = 0; index < end; index += 1) {
    walk.path[slot] = index;
    if (isWhole || index in source) copy.push(encodeMember(source, index, walk));
    else copy.push(encode(undefined, walk));
  }
  return isCut ? cutTo(copy, length - copy.length) : Object.freeze(copy);
}

function encodePlain(source: object, walk: Walk): JsonValue {
  const keys = Object.keys(source);
  const isCut = keys.length > walk.maxWidth;
  const end = isCut ? walk.maxWidth : keys.length;
  if (!reserve(end, walk)) return mark(walk, { $type: 'truncated', reason: 'size' });
  const isEscaped = Object.hasOwn(source, '$type');
  if (isCut || Object.getOwnPropertySymbols(source).length > 0) walk.lossy.push(pointerTo(walk.path));
  if (isCut) walk.path.push('value');
  if (isEscaped) walk.path.push('value');
  const slot = walk.path.push('') - 1;
  const copy: Record<string, JsonValue> = {};
  for (let index = 0; index < end; index += 1) {
    const key = keys[index] as string;
    walk.path[slot] = key;
    const member = encodeMember(source, key, walk);
    if (key === '__proto__') Object.defineProperty(copy, key, { value: member, enumerable: true });
    else copy[key] = member;
  }
  const whole: JsonValue = isEscaped
    ? Object.freeze({ $type: 'object', value: Object.freeze(copy) })
    : Object.freeze(copy);
  return isCut ? cutTo(whole, keys.length - end) : whole;
}

function encodeMember(source: object, key: string | number, walk: Walk): JsonValue {
  let member: unknown;
  try {
    member = (source as Record<string | number, unknown>)[key];
  } catch {
    return mark(walk, { $type: 'unreadable' });
  }
  return typeof member === 'string' ? member : encode(member, walk);
}

function encodeForeign({ tag, members = {}, plain, lossy }: ForeignValue, walk: Walk): JsonValue {
  if (lossy) walk.lossy.push(pointerTo(walk.path));
  const copy: Record<string, JsonValue> = { ...tag };
  for (const [name, member] of Object.entries(members)) {
    walk.path.push(name);
    copy[name] = encode(member, walk);
    walk.path.pop();
  }
  if (plain) {
    walk.path.push('value');
    copy.value = encodePlain(plain, walk);
  }
  return Object.freeze(copy);
}

function cutTo(value: JsonValue, omitted: number): JsonValue {
  return Object.freeze({ $type: 'truncated', reason: 'width', omitted, value: Object.freeze(value) });
}
