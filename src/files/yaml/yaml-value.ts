import type { Alias, Document, Node, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { authorPath, type PartOffsets, type PathSegment } from './source-places.ts';

type Yaml = typeof import('yaml');
/** What is wrong with one value; `offset` is where it stands. */
export type ValueMistake = {
  severity: 'error' | 'warning';
  code: string;
  offset: number;
  path: string;
  message: string;
  hint?: string;
};

/** Aliases may repeat at most this many values in all: enough for shared texts, too few for a bomb. */
const MAX_REPEATED = 10_000;
const MAX_DEPTH = 200;

type Walk = {
  yaml: Yaml;
  document: Document;
  text: string;
  offsets: Map<string, PartOffsets>;
  mistakes: ValueMistake[];
  repeated: number;
  /** Anchored nodes that are being unfolded, outermost first. */
  unfolding: Node[];
  lineOf: (offset: number) => number;
};

/**
 * The document as JSON, with the offset of every key and value. Integers beyond 2^53 stay exact, as `bigint` tags; keys
 * that would get lost (`__proto__`, `<<`, a repeated one) are mistakes.
 */
export function readValue(
  yaml: Yaml,
  document: Document,
  { text, lineOf }: { text: string; lineOf: (offset: number) => number },
): { value: JsonValue; offsets: ReadonlyMap<string, PartOffsets>; mistakes: readonly ValueMistake[] } {
  const offsets = new Map<string, PartOffsets>();
  const walk: Walk = { yaml, document, text, offsets, mistakes: [], repeated: 0, unfolding: [], lineOf };
  const value = jsonOf(document.contents as Node | null, [], walk);
  return { value, offsets, mistakes: walk.mistakes };
}

function jsonOf(node: Node | null, path: readonly PathSegment[], walk: Walk): JsonValue {
  const { yaml } = walk;
  const offset = offsetOf(node);
  const key = authorPath(path);
  if (walk.unfolding.length === 0 || !walk.offsets.has(key)) {
    walk.offsets.set(key, { ...walk.offsets.get(key), value: offset ?? walk.offsets.get(key)?.key ?? 0 });
  }
  if (node === null) return null;
  if (path.length > MAX_DEPTH) return mistake(walk, node, path, 'too-deep', `nested deeper than ${MAX_DEPTH} levels`);
  if (walk.unfolding.length > 0) walk.repeated += 1;
  if (yaml.isAlias(node)) return aliasOf(node, path, walk);
  if (yaml.isMap(node)) return mapOf(node, path, walk);
  if (yaml.isSeq(node)) return listOf(node, path, walk);
  return scalarOf(node as Scalar, path, walk);
}

function aliasOf(alias: Alias, path: readonly PathSegment[], walk: Walk): JsonValue {
  const target = alias.resolve(walk.document) as Node | undefined;
  if (target === undefined) {
    return mistake(walk, alias, path, 'yaml-alias', `no anchor \`&${alias.source}\` stands above this alias`);
  }
  if (walk.unfolding.includes(target)) {
    return mistake(walk, alias, path, 'yaml-alias', `the alias \`*${alias.source}\` stands inside its own anchor`);
  }
  if (walk.repeated >= MAX_REPEATED) return aliasBomb(alias, path, walk);
  walk.unfolding.push(target);
  const value = jsonOf(target, path, walk);
  walk.unfolding.pop();
  return value;
}

/** Told once: every alias after it would say the same. */
function aliasBomb(alias: Alias, path: readonly PathSegment[], walk: Walk): JsonValue {
  if (walk.mistakes.some(({ code }) => code === 'alias-bomb')) return null;
  const message = `aliases repeat more than ${MAX_REPEATED.toLocaleString('en')} values`;
  return mistake(walk, alias, path, 'alias-bomb', message, 'write the values out');
}

function listOf(list: YAMLSeq, path: readonly PathSegment[], walk: Walk): JsonValue {
  const values: JsonValue[] = [];
  for (const [index, item] of list.items.entries()) {
    if (walk.repeated >= MAX_REPEATED && walk.unfolding.length > 0) break;
    values.push(jsonOf(item as Node | null, [...path, index], walk));
  }
  return values;
}

function mapOf(map: YAMLMap, path: readonly PathSegment[], walk: Walk): JsonValue {
  const values: Record<string, JsonValue> = {};
  const first = new Map<string, Node>();
  for (const pair of map.items) {
    if (walk.repeated >= MAX_REPEATED && walk.unfolding.length > 0) break;
    const node = pair.key as Node | null;
    const name = keyOf(node, path, walk);
    if (name === undefined || node === null) continue;
    const earlier = first.get(name);
    if (earlier !== undefined) {
      const line = walk.lineOf(offsetOf(earlier) ?? 0);
      mistake(walk, node, [...path, name], 'duplicate-key', `the key \`${name}\` is here already, in line ${line}`);
      continue;
    }
    first.set(name, node);
    const inner = [...path, name];
    const known = walk.offsets.get(authorPath(inner));
    if (walk.unfolding.length === 0 || known === undefined) {
      walk.offsets.set(authorPath(inner), { key: offsetOf(node), value: offsetOf(node) ?? 0 });
    }
    values[name] = jsonOf(pair.value as Node | null, inner, walk);
  }
  // Tags of our own begin with `$type`: an author's key of that name has to be told apart.
  return Object.hasOwn(values, '$type') ? { $type: 'object', value: values } : values;
}

function keyOf(node: Node | null, path: readonly PathSegment[], walk: Walk): string | undefined {
  const { yaml, text } = walk;
  if (node === null || !yaml.isScalar(node)) {
    mistake(walk, node, path, 'bad-key', 'a key must be a text');
    return undefined;
  }
  const isPlain = node.type === 'PLAIN';
  const name = isPlain && node.range ? text.slice(node.range[0], node.range[1]) : String(node.value ?? '');
  if (name === '') mistake(walk, node, path, 'bad-key', 'a key is missing before this `:`');
  else if (isPlain && name === '<<') {
    mistake(walk, node, [...path, name], 'merge-key', 'merge keys (`<<`) are not used here', 'write the keys out');
  } else if (name === '__proto__') {
    mistake(walk, node, [...path, name], 'reserved-key', 'the key `__proto__` is reserved by JavaScript and gets lost');
  } else return name;
  return undefined;
}

function scalarOf(node: Scalar, path: readonly PathSegment[], walk: Walk): JsonValue {
  const { value } = node;
  const source = node.range ? walk.text.slice(node.range[0], node.range[1]) : '';
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'number' && typeof value !== 'bigint') {
    return mistake(walk, node, path, 'yaml-tag', `\`${source}\` is no text, number, list or map`);
  }
  if (node.type === 'PLAIN' && /^(?:[-+]?0\d|\+|[-+]?[\d.]+e|0[xo])/i.test(source) && Number.isFinite(Number(value))) {
    walk.mistakes.push({
      severity: 'warning',
      code: 'numeric-looking',
      offset: offsetOf(node) ?? 0,
      path: authorPath(path),
      message: `\`${source}\` is read as the number ${value}`,
      hint: `write "${source}" in quotes if it is a text, such as an id`,
    });
  }
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : { $type: 'bigint', value: String(value) };
  }
  return Number.isFinite(value)
    ? value
    : mistake(walk, node, path, 'not-a-number', `\`${source}\` is a number that JSON has no word for`);
}

function mistake(
  walk: Walk,
  node: Node | null,
  path: readonly PathSegment[],
  code: string,
  message: string,
  hint?: string,
): null {
  const offset = offsetOf(node) ?? walk.offsets.get(authorPath(path))?.value ?? 0;
  const more = hint === undefined ? {} : { hint };
  walk.mistakes.push({ severity: 'error', code, offset, path: authorPath(path), message, ...more });
  return null;
}

function offsetOf(node: Node | null): number | undefined {
  return node?.range?.[0];
}
