import { isObject } from '../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';

/** A place in a value, outermost first: names of members and positions in lists. */
export type ValuePath = readonly (string | number)[];

/** Longer chains of references lead nowhere. */
const MAX_HOPS = 100;

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

/** The schema of the value at `path`, as far as properties and items lead; undefined where the schema does not say. */
export function schemaAt(root: JsonValue, path: ValuePath): JsonObject | boolean | undefined {
  let node = resolveNode(root, root);
  for (const part of path) node = resolveNode(memberSchema(node, part, root), root);
  return node;
}

function memberSchema(
  node: JsonObject | boolean | undefined,
  part: string | number,
  root: JsonValue,
): JsonValue | undefined {
  if (!isObject(node)) return undefined;
  if (typeof part === 'number') {
    const { prefixItems, items } = node;
    const placed = Array.isArray(prefixItems) ? (prefixItems as readonly JsonValue[])[part] : undefined;
    if (placed !== undefined || items !== undefined) return placed ?? items;
  } else {
    const { properties, additionalProperties } = node;
    if (isObject(properties) && Object.hasOwn(properties, part)) return properties[part];
    if (isObject(additionalProperties)) return additionalProperties;
  }
  for (const branch of branchesOf(node)) {
    const found = memberSchema(resolveNode(branch, root), part, root);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The alternatives and parts that `node` is made of. */
export function branchesOf(node: JsonObject): readonly JsonValue[] {
  return ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const branches = node[keyword];
    return Array.isArray(branches) ? (branches as readonly JsonValue[]) : [];
  });
}
