import { types } from 'node:util';

/** Longer binary data is told by its length only. */
const maxBytes = 64 * 1024 * 1024;

/**
 * How an object that is neither an array nor plain is told as JSON: a tag with texts, and members that are still to be
 * encoded. `lossy` when the object cannot be rebuilt from them.
 */
export type ForeignValue = {
  tag: { readonly $type: string; readonly [text: string]: string | number | boolean };
  members?: { readonly [name: string]: unknown };
  /** An object whose own properties are to be encoded as the member `value`. */
  plain?: object;
  lossy: boolean;
};

/** Describes any object that is neither an array nor plain. May throw when its own code does. */
export function describeForeign(object: object): ForeignValue {
  const builtin = describeBuiltin(object);
  if (builtin) return { ...builtin, lossy: builtin.lossy || isSubclass(object, builtin.tag.$type) };
  return describeError(object) ?? describeInstance(object);
}

function describeBuiltin(object: object): ForeignValue | undefined {
  if (types.isDate(object)) return describeDate(object);
  if (types.isMap(object)) {
    const entries = Map.prototype.entries.call(object) as MapIterator<[unknown, unknown]>;
    return { tag: { $type: 'map' }, members: { value: Array.from(entries) }, lossy: hasOwnKeys(object) };
  }
  if (types.isSet(object)) {
    const values = Set.prototype.values.call(object) as SetIterator<unknown>;
    return { tag: { $type: 'set' }, members: { value: Array.from(values) }, lossy: hasOwnKeys(object) };
  }
  if (types.isRegExp(object)) {
    const { source, flags, lastIndex } = object;
    return { tag: { $type: 'regexp', source, flags }, lossy: lastIndex !== 0 || Reflect.ownKeys(object).length > 1 };
  }
  if (object instanceof URL) return { tag: { $type: 'url', value: object.href }, lossy: hasOwnKeys(object) };
  return describeBytes(object);
}

function describeDate(date: Date): ForeignValue {
  const time = Date.prototype.getTime.call(date);
  const value = Number.isNaN(time) ? 'invalid' : new Date(time).toISOString();
  return { tag: { $type: 'date', value }, lossy: hasOwnKeys(date) };
}

function describeBytes(object: object): ForeignValue | undefined {
  const isView = ArrayBuffer.isView(object);
  if (!isView && !types.isAnyArrayBuffer(object)) return undefined;
  const kind = Buffer.isBuffer(object) ? 'Buffer' : (Object.prototype.toString.call(object).slice(8, -1) as string);
  if (object.byteLength > maxBytes) {
    return { tag: { $type: 'truncated', reason: 'bytes', kind, omitted: object.byteLength }, lossy: true };
  }
  const bytes = isView
    ? Buffer.from(object.buffer, object.byteOffset, object.byteLength)
    : Buffer.from(object as ArrayBuffer);
  return { tag: { $type: 'bytes', kind, value: bytes.toString('base64') }, lossy: kind === 'SharedArrayBuffer' };
}

/** The stack is left out: it differs between machines, and a transcript must not. */
function describeError(object: object): ForeignValue | undefined {
  if (!types.isNativeError(object) && !(object instanceof Error)) return undefined;
  const { name, message, cause } = object;
  const own = Object.entries(object).filter(([key]) => !['name', 'message', 'stack', 'cause'].includes(key));
  const members = {
    ...(cause === undefined ? {} : { cause }),
    ...(own.length === 0 ? {} : { properties: Object.fromEntries(own) }),
  };
  return { tag: { $type: 'error', name: String(name), message: String(message) }, members, lossy: true };
}

/** Tells an object as `JSON.stringify` would send it: by its `toJSON`, else by its own properties. */
export function describeInstance(object: object): ForeignValue {
  const tag = { $type: 'instance', class: classNameOf(object) };
  if (types.isBoxedPrimitive(object)) return { tag, members: { value: object.valueOf() }, lossy: true };
  const { sent } = sentForm(object);
  return sent === object ? { tag, plain: object, lossy: true } : { tag, members: { value: sent }, lossy: true };
}

/** What the object's `toJSON` makes of it; the object itself when it has none or when that throws. */
function sentForm(object: object): { sent: unknown } {
  try {
    const toJSON: unknown = Reflect.get(object, 'toJSON');
    return { sent: typeof toJSON === 'function' ? Reflect.apply(toJSON, object, ['']) : object };
  } catch {
    return { sent: object };
  }
}

function classNameOf(object: object): string {
  try {
    const name: unknown = Object.getPrototypeOf(object)?.constructor?.name;
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}

const builtinNames: Readonly<Record<string, string>> = {
  date: 'Date',
  map: 'Map',
  set: 'Set',
  regexp: 'RegExp',
  url: 'URL',
};

function isSubclass(object: object, type: string): boolean {
  const expected = builtinNames[type];
  return expected !== undefined && classNameOf(object) !== expected;
}

function hasOwnKeys(object: object): boolean {
  return Reflect.ownKeys(object).length > 0;
}
