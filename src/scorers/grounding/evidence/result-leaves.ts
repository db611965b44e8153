import { pointerTo } from '../../../domain/values/json-pointer.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { areFields, namedValue } from './named-value.ts';
import { textTable } from './text-tables.ts';

/** A leaf of a result, an id used as a key, or the length of a list. */
export type Leaf = {
  pointer: string;
  path: readonly string[];
  leaf: 'string' | 'number' | 'boolean' | 'null' | 'count' | 'key';
  text: string;
  /** Ids of the records around it, nearest first. */
  records: readonly string[];
};

export type Leaves = {
  leaves: readonly Leaf[];
  /** Paths, as JSON Pointers, whose members are records beside each other: lists, and objects that are keyed by id. */
  collections: ReadonlySet<string>;
  isTruncated: boolean;
};

type Walk = { leaves: Leaf[]; collections: Set<string>; left: { leaves: number; chars: number }; isTruncated: boolean };
type Place = { path: readonly string[]; pointer: string | undefined; records: readonly string[]; depth: number };

const MAX_DEPTH = 200;

/** Flattens a result, entering texts that hold JSON. Stops at `maxLeaves` leaves or `maxChars` characters of text. */
export function resultLeaves(
  content: JsonValue,
  { maxLeaves = 5000, maxChars = 200_000 }: { maxLeaves?: number; maxChars?: number } = {},
): Leaves {
  const walk: Walk = {
    leaves: [],
    collections: new Set(),
    left: { leaves: maxLeaves, chars: maxChars },
    isTruncated: false,
  };
  visit(content, { path: [], pointer: undefined, records: [], depth: 0 }, walk);
  return { leaves: walk.leaves, collections: walk.collections, isTruncated: walk.isTruncated };
}

function visit(value: JsonValue, place: Place, walk: Walk): void {
  if (walk.left.leaves <= 0 || walk.left.chars <= 0 || place.depth > MAX_DEPTH) {
    walk.isTruncated = true;
    return;
  }
  if (typeof value === 'string') visitText(value, place, walk);
  else if (typeof value === 'number') add(walk, place, 'number', String(value));
  else if (typeof value === 'boolean') add(walk, place, 'boolean', String(value));
  else if (value === null) add(walk, place, 'null', 'null');
  else if (Array.isArray(value)) visitList(value as readonly JsonValue[], place, walk);
  else visitObject(value as { readonly [key: string]: JsonValue }, place, walk);
}

function visitText(text: string, place: Place, walk: Walk): void {
  const nested = /^\s*[[{]/.test(text) && text.length <= walk.left.chars ? parseNested(text) : undefined;
  if (nested === undefined) {
    const read = firstWords(text, walk.left.chars);
    if (read.length < text.length) walk.isTruncated = true;
    visitPlain(read, place, walk);
    return;
  }
  visit(nested, { ...place, pointer: place.pointer ?? pointerTo(place.path), depth: place.depth + 1 }, walk);
}

/** A table in a text becomes records; what stands around it stays a text. */
function visitPlain(text: string, place: Place, walk: Walk): void {
  const table = textTable(text);
  if (table === undefined) {
    add(walk, place, 'string', text);
    return;
  }
  if (table.rest !== '') add(walk, place, 'string', table.rest);
  visit(table.records, { ...place, pointer: place.pointer ?? pointerTo(place.path), depth: place.depth + 1 }, walk);
}

/** No more than so many characters of a text, and no part of a word: half a number is another number. */
export function firstWords(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const cut = text.slice(0, maxChars);
  const partial = /\S{0,200}$/.exec(cut.slice(-201))?.[0].length ?? 0;
  return /\s/.test(text[maxChars] ?? '') || partial > 200 ? cut : cut.slice(0, cut.length - partial);
}

function parseNested(text: string): JsonValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as JsonValue) : undefined;
  } catch {
    return undefined;
  }
}

function visitList(items: readonly JsonValue[], place: Place, walk: Walk): void {
  add(walk, place, 'count', String(items.length));
  if (!areFields(items)) walk.collections.add(pointerTo([...place.path]));
  for (const [index, item] of items.entries()) visit(item, within(place, String(index)), walk);
}

function visitObject(object: { readonly [key: string]: JsonValue }, place: Place, walk: Walk): void {
  if (typeof object.$type === 'string' && typeof object.value === 'string') {
    add(walk, place, object.$type === 'bigint' || object.$type === 'number' ? 'number' : 'string', object.value);
    return;
  }
  const named = namedValue(object);
  if (named !== undefined) {
    const pointer = place.pointer ?? pointerTo([...place.path, named.valueKey]);
    visit(named.value, { ...within(place, named.name), pointer }, walk);
    return;
  }
  const keys = Object.keys(object);
  const isMap =
    keys.length > 0 &&
    keys.every((key) => isContainer(object[key])) &&
    keys.some((key) => /\d/.test(key) || keys.length > 1);
  if (isMap) walk.collections.add(pointerTo([...place.path]));
  const identity = isMap ? undefined : identityOf(object);
  const records = identity === undefined ? place.records : [identity, ...place.records];
  for (const key of keys) {
    const inner = within({ ...place, records }, key);
    if (isMap && /\d/.test(key)) add(walk, { ...inner, records: [key, ...records] }, 'key', key);
    visit(object[key] as JsonValue, isMap ? { ...inner, records: [key, ...records] } : inner, walk);
  }
}

function isContainer(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function within(place: Place, key: string): Place {
  return { ...place, path: [...place.path, key], depth: place.depth + 1 };
}

function add(walk: Walk, { path, pointer, records }: Place, leaf: Leaf['leaf'], text: string): void {
  walk.left.leaves -= 1;
  walk.left.chars -= text.length;
  walk.leaves.push({ pointer: pointer ?? pointerTo([...path]), path, leaf, text, records });
}

/** The value that tells a record from its neighbours: `id` first, then a key that ends in id, number, code or name. */
function identityOf(object: { readonly [key: string]: JsonValue }): string | undefined {
  let best: { rank: number; text: string } | undefined;
  for (const [key, value] of Object.entries(object)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const rank = identityRank(key);
    if (rank > 0 && (best === undefined || rank > best.rank)) best = { rank, text: String(value) };
  }
  return best?.text;
}

/** How much a key looks like the name of its record: 0 not at all, 3 it is `id`. */
export function identityRank(key: string): number {
  const name = key.toLowerCase();
  if (name === 'id' || name === '_id' || name === '编号') return 3;
  if (
    /(?:^|[_-])(?:id|no|number|code|sku|key|uuid)$/.test(name) ||
    /[a-z](?:Id|ID|Number|Code)$/.test(key) ||
    /(?:编号|单号|工号|号码|代码)$/.test(key)
  ) {
    return /phone|zip|postal|post_code|postcode|country|currency|电话|邮编/i.test(key) ? 0 : 2;
  }
  return /(?:^|[_-])(?:name|title|label)$/.test(name) ||
    /[a-z](?:Name|Title)$/.test(key) ||
    /(?:名称|姓名|名字|名|标题)$/.test(key)
    ? 1
    : 0;
}
