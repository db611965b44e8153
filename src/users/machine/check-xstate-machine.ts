import type { AnyStateMachine } from 'xstate';
import type { Problem } from '../../domain/authoring/problem.ts';
import { error, unknownName, warning } from '../author-problems.ts';
import { checkDisclosures, checkTemplate } from '../check-words.ts';
import type { UserFacts } from '../facts.ts';
import { checkSilentCycles } from './check-silent-cycles.ts';
import { checkTalk } from './check-talk.ts';
import { reachableFrom } from './reachable.ts';
import { effectOf } from './xstate-actions.ts';
import {
  enteredNodes,
  metaOf,
  nameOf,
  nodesBelow,
  phrasingsOf,
  rootOf,
  type StateNode,
  transitionsOf,
} from './xstate-nodes.ts';
import { pathOfNode, pathOfTransition } from './xstate-paths.ts';

/**
 * Mistakes in an XState machine that is to speak for a user: what needs an actor or a clock, what would be left undone,
 * and what ends in silence. Paths are those of its configuration (`states.ask.on.REPLY[0].guard`).
 */
export function checkXStateMachine(machine: AnyStateMachine, { facts = {} }: { facts?: UserFacts } = {}): Problem[] {
  const root = rootOf(machine);
  const nodes = nodesBelow(root);
  const reached = reachableFrom(enteredNodes(root), (node) =>
    transitionsOf(node).flatMap(({ transition }) => (transition.target ?? []).flatMap(enteredNodes)),
  );
  return [
    ...nodes.flatMap((node) => checkNode(node, { machine, facts })),
    ...nodes.filter((node) => !reached.has(node) && node.type !== 'history').map(unreachableState),
    ...checkSilentCycles(nodes, machine),
    ...checkTalk([...reached], machine),
    ...checkEnd([...reached], root),
  ];
}

type Context = { machine: AnyStateMachine; facts: UserFacts };

function checkNode(node: StateNode, context: Context): Problem[] {
  const base = node.path.length === 0 ? '' : `${pathOfNode(node)}.`;
  const { after, invoke } = node.config;
  const name = nameOf(node);
  return [
    ...(hasEntries(after)
      ? [
          error(
            'needs-actor',
            `${base}after`,
            `state \`${name}\` waits for time to pass, and a machine user has no clock`,
            'use the number of turns (`event.turn`) instead',
          ),
        ]
      : []),
    ...(hasEntries(invoke)
      ? [
          error(
            'needs-actor',
            `${base}invoke`,
            `state \`${name}\` invokes an actor, and a machine user runs without one`,
            'move it into the world, as a tool or a notice',
          ),
        ]
      : []),
    ...ownActions(node.entry, node.config.entry).flatMap((action, index) =>
      checkAction(action, { ...context, path: `${base}entry[${index}]`, name }),
    ),
    ...ownActions(node.exit, node.config.exit).flatMap((action, index) =>
      checkAction(action, { ...context, path: `${base}exit[${index}]`, name }),
    ),
    ...checkMeta(node, { ...context, path: `${base}meta` }),
    ...transitionsOf(node).flatMap(({ event, index, transition }) => {
      const path = pathOfTransition(node, { event, index });
      return [
        ...transition.actions.flatMap((action, position) =>
          checkAction(action, { ...context, path: `${path}.actions[${position}]`, name }),
        ),
        ...checkGuardName(transition.guard, { ...context, path: `${path}.guard` }),
      ];
    }),
  ];
}

/** XState adds actions of its own for `after`, behind those of the author. */
function ownActions(actions: readonly unknown[], written: unknown): readonly unknown[] {
  return actions.slice(0, written === undefined ? 0 : Array.isArray(written) ? written.length : 1);
}

function hasEntries(value: unknown): boolean {
  if (typeof value === 'string') return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function checkAction(action: unknown, { machine, path, name }: Context & { path: string; name: string }): Problem[] {
  const effect = effectOf(action, machine);
  if (effect.kind === 'refused')
    return [error('not-pure', path, `state \`${name}\` uses ${effect.what}: ${effect.why}`)];
  if (effect.kind !== 'unknown') return [];
  return [
    unknownName('unknown-action', path, {
      what: 'action',
      name: effect.name,
      known: ['say', ...Object.keys(machine.implementations.actions)],
    }),
  ];
}

function checkGuardName(guard: unknown, { machine, path }: Context & { path: string }): Problem[] {
  if (typeof guard === 'function') {
    const { guards } = guard as { guards?: unknown };
    return Array.isArray(guards)
      ? guards.flatMap((part: unknown) => checkGuardName(part, { machine, facts: {}, path }))
      : [];
  }
  const name: unknown = typeof guard === 'object' && guard !== null && 'type' in guard ? guard.type : guard;
  const known = Object.keys(machine.implementations.guards);
  if (typeof name !== 'string' || known.includes(name)) return [];
  return [unknownName('unknown-guard', path, { what: 'guard', name, known })];
}

function checkMeta(node: StateNode, { facts, path }: Context & { path: string }): Problem[] {
  const given = typeof node.meta === 'object' && node.meta !== null ? (node.meta as Record<string, unknown>) : {};
  const { say, end, discloses = [] } = metaOf(node);
  return [
    ...(given.say !== undefined && say === undefined
      ? [
          error(
            'bad-meta',
            `${path}.say`,
            `state \`${nameOf(node)}\` has a \`say\` that is neither a text nor a list of texts`,
          ),
        ]
      : []),
    ...(given.end !== undefined && end === undefined
      ? [
          error(
            'bad-meta',
            `${path}.end`,
            `state \`${nameOf(node)}\` has an \`end\` that is neither \`done\` nor \`gave_up\``,
          ),
        ]
      : []),
    ...phrasingsOf(node).flatMap((text, index) =>
      checkTemplate(text, { facts, path: typeof say === 'string' ? `${path}.say` : `${path}.say[${index}]` }),
    ),
    ...checkDisclosures(discloses, { facts, path: `${path}.discloses` }),
  ];
}

function unreachableState(node: StateNode): Problem {
  return error(
    'unreachable-state',
    pathOfNode(node),
    `state \`${nameOf(node)}\` cannot be reached`,
    'let a transition lead there, or remove it',
  );
}

function checkEnd(reached: readonly StateNode[], root: StateNode): Problem[] {
  const canEnd = reached.some(
    (node) => metaOf(node).end !== undefined || (node.type === 'final' && node.parent === root),
  );
  if (canEnd) return [];
  const message = 'no reachable state ends the talk, so only `limits.maxTurns` does';
  return [warning('no-end', 'states', message, 'add a state with `type: "final"`')];
}
