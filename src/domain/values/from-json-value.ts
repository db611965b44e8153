import { isList, isObject, tagOf } from './json-shape.ts';
import type { JsonObject, JsonValue } from './json-value.ts';

/**
 * The JavaScript value that a JSON value stands for, as a fresh copy that may be changed. `decimal` becomes the nearest
 * number. Marks of what was lost, and tags that make no sense, come back as plain objects. Never throws.
 */
export function fromJsonValue(value: JsonValue): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(fromJsonValue);
  const tag = tagOf(value);
  return tag === undefined ? decodeMembers(value) : decodeTag(tag, value);
}

function decodeMembers(value: JsonObject): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const member = fromJsonValue(value[key] as JsonValue);
    if (key !== '__proto__') copy[key] = member;
    else Object.defineProperty(copy, key, { value: member, enumerable: true, writable: true, configurable: true });
  }
  return copy;
}

function decodeTag(type: string, tag: JsonObject): unknown {
  try {
    const decoded = Object.hasOwn(decoders, type) ? decoders[type]?.(tag) : undefined;
    return decoded ? decoded.value : decodeMembers(tag);
  } catch {
    return decodeMembers(tag);
  }
}

/** Each gives nothing when the tag is not well formed; one that throws says the same. */
const decoders: Readonly<Record<string, (tag: JsonObject) => { value: unknown } | undefined>> = {
  object: ({ value }) => (isObject(value) ? { value: decodeMembers(value) } : undefined),
  undefined: () => ({ value: undefined }),
  number: ({ value }) => (isSpecialNumber(value) ? { value: Number(value) } : undefined),
  decimal: ({ value }) => (isNumberText(value) ? { value: Number(value) } : undefined),
  bigint: ({ value }) => (typeof value === 'string' && /^-?\d+$/.test(value) ? { value: BigInt(value) } : undefined),
  symbol: ({ key }) => (typeof key === 'string' ? { value: Symbol.for(key) } : undefined),
  date: ({ value }) =>
    typeof value === 'string' ? { value: new Date(value === 'invalid' ? Number.NaN : value) } : undefined,
  map: ({ value }) => (isList(value) ? { value: new Map(value.map(decodeEntry)) } : undefined),
  set: ({ value }) => (isList(value) ? { value: new Set(value.map(fromJsonValue)) } : undefined),
  regexp: ({ source, flags }) => ({ value: new RegExp(textOf(source), textOf(flags)) }),
  url: ({ value }) => ({ value: new URL(textOf(value)) }),
  bytes: ({ kind, value }) => decodeBytes(textOf(kind), textOf(value)),
  error: decodeError,
  instance: ({ value }) => (value === undefined ? undefined : { value: fromJsonValue(value) }),
};

function decodeEntry(entry: JsonValue): [unknown, unknown] {
  if (!isList(entry) || entry.length !== 2) throw new Error('not an entry of a map');
  return [fromJsonValue(entry[0] ?? null), fromJsonValue(entry[1] ?? null)];
}

const arrayKinds: Readonly<Record<string, new (buffer: ArrayBuffer) => ArrayBufferView>> = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
};

function decodeBytes(kind: string, base64: string): { value: unknown } | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (kind === 'Buffer') return { value: bytes };
  const { buffer } = Uint8Array.from(bytes);
  if (kind === 'ArrayBuffer' || kind === 'SharedArrayBuffer') return { value: buffer };
  const Kind = Object.hasOwn(arrayKinds, kind) ? arrayKinds[kind] : undefined;
  return Kind && { value: new Kind(buffer) };
}

function decodeError({ name, message, cause, properties }: JsonObject): { value: unknown } {
  const error = new Error(textOf(message), cause === undefined ? {} : { cause: fromJsonValue(cause) });
  define(error, 'name', textOf(name));
  if (isObject(properties)) {
    for (const [key, member] of Object.entries(decodeMembers(properties))) define(error, key, member, true);
  }
  return { value: error };
}

function define(target: object, key: string, value: unknown, enumerable = false): void {
  Object.defineProperty(target, key, { value, enumerable, writable: true, configurable: true });
}

function isSpecialNumber(value: JsonValue | undefined): boolean {
  return value === 'NaN' || value === 'Infinity' || value === '-Infinity' || value === '-0';
}

function isNumberText(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value);
}

function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  throw new Error('not a text');
}
