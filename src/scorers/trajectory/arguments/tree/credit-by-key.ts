import type { JsonValue } from '../../../../domain/values/json-value.ts';
import { memberAt } from './members-of.ts';
import { asMember, type Node } from './node.ts';
import { membersIn, nodeMatches } from './node-matches.ts';

/** The share of expected keys at the top whose value is right. */
export function creditOfExpected(node: Node, actual: JsonValue | undefined): number {
  const members = node.kind === 'object' ? membersIn(node, actual) : undefined;
  if (node.kind !== 'object' || members === undefined) return nodeMatches(node, actual) ? 1 : 0;
  if (node.keys.length === 0) return 1;
  const right = node.nodes.filter((inner, index) =>
    nodeMatches(inner, asMember(memberAt(members, node.keys[index] as string), node.nullIsAbsent)),
  );
  return right.length / node.keys.length;
}

/** The share of the keys of either side whose value is right; where both values are objects, their own share. */
export function creditOfUnion(node: Node, actual: JsonValue | undefined): number {
  if (nodeMatches(node, actual)) return 1;
  const members = node.kind === 'object' ? membersIn(node, actual) : undefined;
  if (node.kind !== 'object' || members === undefined) return 0;
  const union = new Set([...node.keys, ...Object.keys(members)]);
  const sum = node.nodes.reduce(
    (total, inner, index) =>
      total + creditOfUnion(inner, asMember(memberAt(members, node.keys[index] as string), node.nullIsAbsent)),
    0,
  );
  return union.size === 0 ? 0 : sum / union.size;
}
