import { isList, isObject } from '../values/json-shape.ts';
import type { JsonValue } from '../values/json-value.ts';
import type { ArgumentFault } from './argument-fault.ts';
import { resolveNode, type ValuePath } from './schema-node.ts';

/**
 * Keys of `value` that a closed object of the schema does not have. zod drops them in silence from nested objects, and
 * would so hide a model's typo. Where several forms are possible, the form with the fewest unknown keys counts.
 */
export function unknownKeys(value: unknown, root: JsonValue): readonly ArgumentFault[] {
  return keysOf(value, root, [], root);
}

function keysOf(
  value: unknown,
  schema: JsonValue | undefined,
  path: ValuePath,
  root: JsonValue,
): readonly ArgumentFault[] {
  if (typeof value !== 'object' || value === null) return [];
  const node = resolveNode(schema, root);
  if (!isObject(node)) return [];
  const own = Array.isArray(value) ? [] : membersOf(value, node, path, root);
  const items = Array.isArray(value)
    ? value.flatMap((item, index) => keysOf(item, itemSchema(node, index), [...path, index], root))
    : [];
  const forms = node.anyOf ?? node.oneOf;
  const chosen = isList(forms) ? fewest(forms.map((form) => keysOf(value, form, path, root))) : [];
  return [...own, ...items, ...chosen];
}

function membersOf(
  value: object,
  node: { readonly [key: string]: JsonValue },
  path: ValuePath,
  root: JsonValue,
): ArgumentFault[] {
  const properties = isObject(node.properties) ? node.properties : {};
  const faults: ArgumentFault[] = [];
  for (const [key, member] of Object.entries(value)) {
    const isKnown = Object.hasOwn(properties, key);
    if (!isKnown && node.additionalProperties === false) faults.push({ path: [...path, key], kind: 'unknown' });
    // Nothing is inside a single value, which most arguments are.
    else if (typeof member === 'object' && member !== null) {
      const schema = isKnown ? properties[key] : node.additionalProperties;
      faults.push(...keysOf(member, schema, [...path, key], root));
    }
  }
  return faults;
}

function itemSchema(
  { prefixItems, items }: { readonly [key: string]: JsonValue },
  index: number,
): JsonValue | undefined {
  return (isList(prefixItems) ? prefixItems[index] : undefined) ?? items;
}

function fewest(lists: readonly (readonly ArgumentFault[])[]): readonly ArgumentFault[] {
  return lists.toSorted((a, b) => a.length - b.length)[0] ?? [];
}
