import type { JsonValue } from '../../../../domain/values/json-value.ts';
import { assignPairs } from '../../pairing/assign.ts';
import type { Node } from './node.ts';
import { nodeMatches } from './node-matches.ts';
import { pairItems } from './pair-items.ts';

/** More items than this are not compared each with each, only to explain a difference. */
const MANY = 40;

/**
 * As `pairItems`; items that stand for nothing are then paired with expectations that they resemble, so that a difference
 * can be told inside them.
 */
export function pairClosest(nodes: readonly Node[], items: readonly JsonValue[]): number[] {
  const columnOf = pairItems(nodes, items, nodeMatches);
  const used = new Set(columnOf);
  const rows = nodes.flatMap((_, row) => (columnOf[row] === -1 ? [row] : []));
  const columns = items.flatMap((_, column) => (used.has(column) ? [] : [column]));
  if (rows.length === 0 || columns.length === 0 || rows.length > MANY || columns.length > MANY) return columnOf;
  const weight = (row: number, column: number) =>
    likeness(nodes[rows[row] as number] as Node, items[columns[column] as number]);
  assignPairs(rows.length, columns.length, weight).forEach((column, row) => {
    if (column >= 0 && weight(row, column) > 0) columnOf[rows[row] as number] = columns[column] as number;
  });
  return columnOf;
}

/** The share of an object's keys that are right; nothing for other values, which resemble each other in no way. */
function likeness(node: Node, item: JsonValue | undefined): number {
  if (node.kind !== 'object' || typeof item !== 'object' || item === null || Array.isArray(item)) return 0;
  const members = item as { readonly [key: string]: JsonValue };
  const right = node.nodes.filter((inner, index) => {
    const key = node.keys[index] as string;
    return nodeMatches(inner, Object.hasOwn(members, key) ? members[key] : undefined);
  });
  return node.keys.length === 0 ? 0 : right.length / node.keys.length;
}
