import type { AnyStateMachine } from 'xstate';
import type { Problem } from '../../domain/authoring/problem.ts';
import { error } from '../author-problems.ts';
import { saysSomething } from './xstate-actions.ts';
import {
  ancestorsOf,
  enteredNodes,
  metaOf,
  nameOf,
  nodesBelow,
  rootOf,
  type StateNode,
  transitionsOf,
} from './xstate-nodes.ts';
import { pathOfNode, pathOfTransition } from './xstate-paths.ts';

/**
 * Mistakes that would leave the user without words: states that neither speak nor end, and replies that no transition
 * takes. Regions of a parallel state are left to the run, where one may speak for all.
 */
export function checkTalk(reached: readonly StateNode[], machine: AnyStateMachine): Problem[] {
  const speaking = rootOf(machine);
  const incoming = nodesBelow(speaking).flatMap(transitionsOf);
  return reached
    .filter((node) => node.type === 'atomic' && !ancestorsOf(node).some(({ type }) => type === 'parallel'))
    .filter((node) => metaOf(node).end === undefined && !(node.always ?? []).some(({ guard }) => guard === undefined))
    .flatMap((node) => [...checkWords(node, { machine, incoming }), ...checkReplies(node), ...checkOrder(node)]);
}

function checkWords(
  node: StateNode,
  { machine, incoming }: { machine: AnyStateMachine; incoming: ReturnType<typeof transitionsOf> },
): Problem[] {
  const speaks = [node, ...ancestorsOf(node)].some(
    (one) => metaOf(one).say !== undefined || one.entry.some((action) => saysSomething(action, machine)),
  );
  const here = nodesBelow(node);
  const ways = incoming.filter(({ transition }) =>
    (transition.target ?? []).some((target) => enteredNodes(target).includes(node)),
  );
  const isSaidOnTheWay =
    ways.length > 0 &&
    ways.every(({ transition }) => transition.actions.some((action) => saysSomething(action, machine)));
  if (!speaks && !isSaidOnTheWay) {
    const message = `state \`${nameOf(node)}\` neither says anything nor ends the talk`;
    return [
      error(
        'silent-state',
        pathOfNode(node),
        message,
        'give it `meta: { say: "…" }` or an action `say`, or make it `type: "final"`',
      ),
    ];
  }
  return transitionsOf(node)
    .filter(({ event }) => event === 'REPLY' || event === '*')
    .filter(({ transition }) => isSilentStay(transition, { here, machine }))
    .map(({ event, index }) => {
      const message = `state \`${nameOf(node)}\` stays where it is and says nothing`;
      return error(
        'silent-state',
        pathOfTransition(node, { event, index }),
        message,
        'add `reenter: true`, so that it speaks again, or an action `say`',
      );
    });
}

function isSilentStay(
  { target, reenter, actions }: ReturnType<typeof transitionsOf>[number]['transition'],
  { here, machine }: { here: readonly StateNode[]; machine: AnyStateMachine },
): boolean {
  const stays = target === undefined || (!reenter && target.every((node) => here.includes(node)));
  return stays && !actions.some((action) => saysSomething(action, machine) || isRaise(action));
}

function isRaise(action: unknown): boolean {
  return typeof action === 'function' && (action as { type?: unknown }).type === 'xstate.raise';
}

function checkReplies(node: StateNode): Problem[] {
  const handles = [node, ...ancestorsOf(node)].some((one) =>
    ['REPLY', '*'].some((event) => (one.transitions.get(event) ?? []).some(({ guard }) => guard === undefined)),
  );
  if (handles) return [];
  const message = `state \`${nameOf(node)}\` leaves replies unhandled: no transition on \`REPLY\` is without a guard`;
  return [error('unhandled-reply', `${pathOfNode(node)}.on`, message, 'add a last `REPLY` transition without a guard')];
}

function checkOrder(node: StateNode): Problem[] {
  return [...node.transitions].flatMap(([event, transitions]) => {
    const open = transitions.findIndex(({ guard }) => guard === undefined);
    if (open < 0) return [];
    return transitions.slice(open + 1).map((_, index) => {
      const path = pathOfTransition(node, { event, index: open + 1 + index });
      return error(
        'unreachable-transition',
        path,
        `is never taken: the one at [${open}] before it has no guard`,
        'move the transition without a guard to the end',
      );
    });
  });
}
