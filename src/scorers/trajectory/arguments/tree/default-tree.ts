import { branchesOf, resolveNode } from '../../../../domain/json-schema/schema-node.ts';
import { isObject } from '../../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../../domain/values/json-value.ts';
import { parseArgumentPath } from '../argument-path.ts';

/** Default values by path. */
export type DefaultTree = { value?: JsonValue | undefined; members?: Map<string, DefaultTree> | undefined };

/** Deeper schemas than this refer to themselves. */
const MAX_DEPTH = 12;

/** Default values as an author gives them, by path. Throws `UsageError` for a path that is none. */
export function readDefaults(byPath: Readonly<Record<string, JsonValue>>): DefaultTree {
  const tree: DefaultTree = {};
  for (const path of Object.keys(byPath)) {
    let place = tree;
    for (const key of parseArgumentPath(path, 'defaults')) place = childOf(place, key);
    place.value = byPath[path];
  }
  return tree;
}

/** The defaults that a tool's JSON Schema declares. */
export function schemaDefaults(parameters: JsonValue): DefaultTree {
  const tree: DefaultTree = {};
  collect(tree, parameters, { root: parameters, depth: 0 });
  return tree;
}

function collect(tree: DefaultTree, schema: JsonValue, { root, depth }: { root: JsonValue; depth: number }): void {
  const node = resolveNode(schema, root);
  if (!isObject(node) || depth > MAX_DEPTH) return;
  if (Object.hasOwn(node, 'default') && tree.value === undefined) tree.value = node.default;
  for (const branch of branchesOf(node)) collect(tree, branch, { root, depth: depth + 1 });
  if (!isObject(node.properties)) return;
  for (const key of Object.keys(node.properties)) {
    const child: DefaultTree = tree.members?.get(key) ?? {};
    collect(child, node.properties[key] as JsonValue, { root, depth: depth + 1 });
    if (child.value === undefined && child.members === undefined) continue;
    tree.members ??= new Map();
    tree.members.set(key, child);
  }
}

function childOf(tree: DefaultTree, key: string): DefaultTree {
  tree.members ??= new Map();
  const known = tree.members.get(key);
  if (known !== undefined) return known;
  const child: DefaultTree = {};
  tree.members.set(key, child);
  return child;
}
