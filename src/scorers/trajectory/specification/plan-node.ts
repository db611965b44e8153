import type { PlanNode } from './call-plan.ts';

/** A group of one is that one. */
export function grouped(kind: 'seq' | 'par', nodes: readonly PlanNode[]): PlanNode {
  const [only] = nodes;
  return nodes.length === 1 && only !== undefined ? only : { kind, nodes };
}

/** What may be left out, said once. */
export function optionally(node: PlanNode): PlanNode {
  if (node.kind === 'slot') return { kind: 'slot', slot: { ...node.slot, required: false } };
  if (node.kind === 'repeat' && node.min <= 1) return { ...node, min: 0 };
  if (node.kind === 'ways' && node.nodes.some(isNothing)) return node;
  return { kind: 'ways', nodes: [{ kind: 'seq', nodes: [] }, node] };
}

function isNothing(node: PlanNode): boolean {
  return node.kind === 'seq' && node.nodes.length === 0;
}

/** Repeats of a repeat are one repeat, wherever the counts that they allow have no gaps. */
export function repeated(node: PlanNode, { min, max }: { min: number; max: number }): PlanNode {
  if (node.kind !== 'repeat' || hasGaps(node, min, max)) return { kind: 'repeat', node, min, max };
  return { kind: 'repeat', node: node.node, min: node.min * min, max: node.max * max };
}

/** Two to three times at least five is 10, 11, 12 and so on; two to three times exactly five is 10 or 15. */
function hasGaps(inner: { min: number; max: number }, min: number, max: number): boolean {
  if (min === max) return false;
  // The gaps are widest after the smallest number of rounds; no round at all is followed by a whole one.
  const most = min === 0 ? 0 : inner.max * min;
  return inner.min * (min + 1) > most + 1;
}
