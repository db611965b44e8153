import { isObject } from '../values/json-shape.ts';
import type { JsonObject, JsonValue } from '../values/json-value.ts';

/** A place in a value, outermost first: names of members and positions in lists. */
export type ValuePath = readonly (string | number)[];

/** Longer chains of references lead nowhere. */
const MAX_HOPS = 100;
/** More alternatives than anybody reads. */
const MAX_NODES = 64;

/** Follows `$ref` from `node`; undefined when it leads nowhere, out of the document, or in a circle. */
export function resolveNode(node: JsonValue | undefined, root: JsonValue): JsonObject | boolean | undefined {
  let current = node;
  for (let hops = 0; hops < MAX_HOPS; hops += 1) {
    if (typeof current === 'boolean') return current;
    if (!isObject(current)) return undefined;
    if (typeof current.$ref !== 'string') return current;
    current = nodeAt(root, current.$ref);
  }
  return undefined;
}

/** The part of the document that a local reference (`#`, `#/$defs/name`) names. */
export function nodeAt(root: JsonValue, reference: string): JsonValue | undefined {
  if (!reference.startsWith('#')) return undefined;
  let current: JsonValue | undefined = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = decodePart(part);
    if (Array.isArray(current)) current = (current as readonly JsonValue[])[Number(key)];
    else current = isObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  }
  return current;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

/** The schemas that the value at `path` may have, as far as properties and items lead; more than one behind alternatives. */
export function schemasAt(root: JsonValue, path: ValuePath): readonly JsonObject[] {
  let nodes = expandAll([root], root);
  for (const part of path)
    nodes = expandAll(
      nodes.map((node) => memberSchema(node, part)),
      root,
    );
  return nodes;
}

/** The nodes themselves and what they are put together from, without references; each once. */
function expandAll(nodes: readonly (JsonValue | undefined)[], root: JsonValue): readonly JsonObject[] {
  const found = new Set<JsonObject>();
  const open = [...nodes];
  while (open.length > 0 && found.size < MAX_NODES) {
    const node = resolveNode(open.shift(), root);
    if (!isObject(node) || found.has(node)) continue;
    found.add(node);
    open.unshift(...branchesOf(node));
  }
  return [...found];
}

function memberSchema(
  { properties, additionalProperties, prefixItems, items }: JsonObject,
  part: string | number,
): JsonValue | undefined {
  if (typeof part === 'number')
    return (Array.isArray(prefixItems) ? (prefixItems as readonly JsonValue[])[part] : undefined) ?? items;
  return isObject(properties) && Object.hasOwn(properties, part) ? properties[part] : additionalProperties;
}

/** The alternatives and parts that `node` is made of. */
export function branchesOf(node: JsonObject): readonly JsonValue[] {
  return ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const branches = node[keyword];
    return Array.isArray(branches) ? (branches as readonly JsonValue[]) : [];
  });
}
