import type { AnyStateMachine } from 'xstate';
import type { Problem } from '../../domain/authoring/problem.ts';
import { error } from '../author-problems.ts';
import { findCycle } from './reachable.ts';
import { effectOf } from './xstate-actions.ts';
import { enteredNodes, nameOf, type StateNode, transitionsOf } from './xstate-nodes.ts';
import { pathOfNode, pathOfTransition } from './xstate-paths.ts';

/** Chains that may go round without a word: `always` transitions, and events that a machine raises for itself. */
export function checkSilentCycles(nodes: readonly StateNode[], machine: AnyStateMachine): Problem[] {
  return [...checkAlwaysCycle(nodes), ...checkRaiseCycle(nodes, machine)];
}

/** A guarded way round counts as well: whether it ends depends on what only the run knows. */
function checkAlwaysCycle(nodes: readonly StateNode[]): Problem[] {
  const silentNext = (node: StateNode): StateNode[] =>
    (node.always ?? [])
      .flatMap(({ target }) => (target ?? [node]).flatMap(enteredNodes))
      .filter(({ parent }) => parent !== undefined);
  const cycle = findCycle(nodes, silentNext);
  const [start] = cycle ?? [];
  if (cycle === undefined || start === undefined) return [];
  const names = [...cycle, start].map((node) => `\`${nameOf(node)}\``).join(' → ');
  const path = start.path.length === 0 ? 'always' : `${pathOfNode(start)}.always`;
  return [
    error(
      'silent-cycle',
      path,
      `a cycle of silent transitions: ${names}`,
      'let one of these states speak and wait for `REPLY`',
    ),
  ];
}

function checkRaiseCycle(nodes: readonly StateNode[], machine: AnyStateMachine): Problem[] {
  const raised = new Map<string, { to: string[]; path: string }>();
  for (const { node, event, index, transition } of nodes.flatMap(transitionsOf)) {
    const entered = (transition.target ?? []).flatMap(enteredNodes);
    const actions = [...transition.actions, ...entered.flatMap(({ entry }) => entry)];
    const events = actions.flatMap((action) => {
      const effect = effectOf(action, machine);
      return effect.kind === 'raises' ? [effect.event] : [];
    });
    const known = raised.get(event);
    raised.set(event, {
      to: [...(known?.to ?? []), ...events],
      path: known?.path ?? pathOfTransition(node, { event, index }),
    });
  }
  const next = (event: string): string[] => raised.get(event)?.to ?? [];
  const cycle = findCycle(raised.keys(), next);
  const [start] = cycle ?? [];
  if (cycle === undefined || start === undefined) return [];
  const names = [...cycle, start].map((event) => `\`${event}\``).join(' → ');
  return [
    error(
      'silent-cycle',
      raised.get(start)?.path ?? '',
      `a cycle of raised events: ${names}`,
      'let the machine wait for `REPLY` in between',
    ),
  ];
}
