import type { StateNode } from './xstate-nodes.ts';

/** The path of a state in its machine's configuration, `states.a.states.b`; empty for the machine itself. */
export function pathOfNode(node: StateNode): string {
  return node.path.map((key) => `states.${key}`).join('.');
}

export function pathOfTransition(node: StateNode, { event, index }: { event: string; index: number }): string {
  const base = node.path.length === 0 ? '' : `${pathOfNode(node)}.`;
  return `${base}${event === '' ? 'always' : `on.${event}`}[${index}]`;
}
