import { canonicalText } from './canonical.ts';
import { isPlainObject } from './json-shape.ts';
import { toJsonValue } from './json-value.ts';

/** Deeper or larger than this, two values are told apart no further. */
const MAX_DEPTH = 60;
const MAX_PARTS = 20_000;

type Walk = { ancestors: object[]; parts: number };

/**
 * A text that is the same for values that mean the same, code included: a function counts by its source, an object of a
 * class by its class and own properties, a schema of zod by its definition. Of plain JSON it is `canonicalText`. Two
 * functions of one source that hold different values of their surroundings have the same text.
 */
export function identityText(value: unknown): string {
  return canonicalText(toJsonValue(withSources(value, { ancestors: [], parts: 0 })).value);
}

function withSources(value: unknown, walk: Walk): unknown {
  if (typeof value === 'function')
    return inside(value, walk, () => ({ $type: 'code', source: String(value), ...propertiesOf(value, walk) }));
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return inside(value, walk, () => sourcesInList(value, walk));
  if (isPlainObject(value)) return inside(value, walk, () => sourcesInObject(value, walk));
  return isForeign(value) ? inside(value, walk, () => instanceOf(value, walk)) : value;
}

function inside(value: object, walk: Walk, read: () => unknown): unknown {
  walk.parts += 1;
  if (walk.ancestors.includes(value))
    return { $type: 'cycle', up: walk.ancestors.length - walk.ancestors.indexOf(value) };
  if (walk.ancestors.length >= MAX_DEPTH || walk.parts > MAX_PARTS) return { $type: 'cut' };
  walk.ancestors.push(value);
  try {
    return read();
  } catch {
    return { $type: 'unreadable' };
  } finally {
    walk.ancestors.pop();
  }
}

/** The same list when there is no code in it. */
function sourcesInList(list: readonly unknown[], walk: Walk): unknown {
  const read = list.map((item) => withSources(item, walk));
  return read.every((item, index) => item === list[index]) ? list : read;
}

function sourcesInObject(object: Readonly<Record<string, unknown>>, walk: Walk): unknown {
  const read = Object.entries(object).map(([key, member]) => [key, withSources(member, walk)] as const);
  return read.every(([key, member]) => member === object[key]) ? object : Object.fromEntries(read);
}

/** What the encoder of JSON has tags for needs no description here. */
function isForeign(value: object): boolean {
  const name = Object.prototype.toString.call(value);
  return name === '[object Object]' || name === '[object Module]';
}

function instanceOf(value: object, walk: Walk): unknown {
  const definition = definitionOf(value);
  if (definition !== undefined) return { $type: 'schema', definition: withSources(definition, walk) };
  return { $type: 'instance', class: classOf(value), ...propertiesOf(value, walk) };
}

/** A schema of zod carries its methods as properties; its meaning is in its definition. */
function definitionOf(value: object): unknown {
  const inner: unknown = Reflect.get(value, '_zod') ?? Reflect.get(value, '_def');
  if (typeof inner !== 'object' || inner === null) return undefined;
  return Reflect.get(inner, 'def') ?? inner;
}

function classOf(value: object): string {
  const name: unknown = Reflect.get(Object.getPrototypeOf(value)?.constructor ?? {}, 'name');
  return typeof name === 'string' ? name : '';
}

function propertiesOf(value: object, walk: Walk): { properties?: unknown } {
  const own = Object.entries(value);
  if (own.length === 0) return {};
  return { properties: Object.fromEntries(own.map(([key, member]) => [key, withSources(member, walk)])) };
}
