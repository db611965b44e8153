import type { MachineDefinition, MachineState, MachineTransition } from '../../domain/authoring/machine-definition.ts';
import type { Problem } from '../../domain/authoring/problem.ts';
import { error, pathTo, unknownName, warning } from '../author-problems.ts';
import { checkDisclosures, checkTemplate } from '../check-words.ts';
import type { UserFacts } from '../facts.ts';
import { splitStopMarker } from '../stop-marker.ts';
import { checkGuard } from './check-guard.ts';
import { checkPattern } from './check-pattern.ts';
import { reachableFrom } from './reachable.ts';

type Context = { facts: UserFacts; states: readonly string[]; captures: readonly string[] };

/**
 * Mistakes in a machine that was written as data, each with the path to it (`states.ask.on[1].go`, below `path`).
 * Warnings are about machines that can run and probably should not.
 */
export function checkMachine(
  { initial, states }: MachineDefinition,
  { facts = {}, path = '' }: { facts?: UserFacts; path?: string } = {},
): Problem[] {
  const named = Object.entries(states);
  const captures = named.flatMap(([, { on = [] }]) => on.flatMap(({ capture = {} }) => Object.keys(capture)));
  const context = { facts, states: Object.keys(states), captures: [...new Set(captures)] };
  const problems = named.flatMap(([name, state]) =>
    checkState(name, state, { context, path: pathTo(path, 'states', name) }),
  );
  if (!Object.hasOwn(states, initial)) {
    return [
      unknownName('unknown-state', pathTo(path, 'initial'), { what: 'state', name: initial, known: context.states }),
      ...problems,
    ];
  }
  return [...problems, ...checkReach({ initial, states }, path)];
}

function checkState(
  name: string,
  state: MachineState,
  { context, path }: { context: Context; path: string },
): Problem[] {
  const { say, discloses = [], on = [], end } = state;
  const phrasings = typeof say === 'string' ? [say] : (say ?? []);
  const words = phrasings.flatMap((text, index) =>
    checkTemplate(text, {
      ...context,
      path: typeof say === 'string' ? pathTo(path, 'say') : pathTo(path, 'say', index),
    }),
  );
  return [
    ...words,
    ...checkDisclosures(discloses, { ...context, path: pathTo(path, 'discloses') }),
    ...checkPurpose(name, state, path),
    ...on.flatMap((transition, index) => checkTransition(transition, { context, path: pathTo(path, 'on', index) })),
    ...(end === undefined && !endsAlways(phrasings) ? checkReplies(name, on, path) : checkAfterEnd(name, on, path)),
  ];
}

function checkPurpose(name: string, { say, end, on }: MachineState, path: string): Problem[] {
  if (say !== undefined || end !== undefined) return [];
  const what = on === undefined ? '' : ', so its transitions would wait for a reply to nothing';
  return [
    error(
      'silent-state',
      path,
      `state \`${name}\` neither says anything nor ends the talk${what}`,
      'give it `say`, or `end: done`',
    ),
  ];
}

/** Every phrasing is a stop marker or ends in one. */
function endsAlways(phrasings: readonly string[]): boolean {
  return phrasings.length > 0 && phrasings.every((text) => splitStopMarker(text).ends);
}

function checkReplies(name: string, on: readonly MachineTransition[], path: string): Problem[] {
  const open = on.findIndex(({ when }) => when === undefined);
  if (open < 0) {
    const message = `state \`${name}\` leaves replies unhandled: ${on.length === 0 ? 'it has no transition' : 'every transition has a condition'}`;
    return [
      error(
        'unhandled-reply',
        pathTo(path, 'on'),
        message,
        'add a last transition without `when`, such as `- go: give_up`',
      ),
    ];
  }
  return on.slice(open + 1).map((_, index) => {
    const message = `is never taken: \`on[${open}]\` before it has no condition and takes every reply`;
    return error(
      'unreachable-transition',
      pathTo(path, 'on', open + 1 + index),
      message,
      'move the transition without `when` to the end',
    );
  });
}

function checkAfterEnd(name: string, on: readonly MachineTransition[], path: string): Problem[] {
  if (on.length === 0) return [];
  return [
    error(
      'after-end',
      pathTo(path, 'on'),
      `is never used: the talk ends in state \`${name}\``,
      'remove `on`, or `end`',
    ),
  ];
}

function checkTransition(
  { when, go, capture = {} }: MachineTransition,
  { context, path }: { context: Context; path: string },
): Problem[] {
  const target = context.states.includes(go)
    ? []
    : [unknownName('unknown-state', pathTo(path, 'go'), { what: 'state', name: go, known: context.states })];
  const guard = when === undefined ? [] : checkGuard(when, { ...context, path: pathTo(path, 'when') });
  const captures = Object.entries(capture).flatMap(([name, source]) => [
    ...checkPattern(source, pathTo(path, 'capture', name)),
    ...(Object.hasOwn(context.facts, name)
      ? [
          error(
            'capture-hides-fact',
            pathTo(path, 'capture', name),
            `capture \`${name}\` has the name of a fact`,
            'choose another name',
          ),
        ]
      : []),
  ]);
  return [...target, ...guard, ...captures];
}

function checkReach({ initial, states }: MachineDefinition, path: string): Problem[] {
  const reached = reachableFrom([initial], (name) =>
    Object.hasOwn(states, name) ? (states[name]?.on ?? []).map(({ go }) => go) : [],
  );
  const unreachable = Object.keys(states)
    .filter((name) => !reached.has(name))
    .map((name) => {
      const message = `state \`${name}\` cannot be reached from \`${initial}\``;
      return error(
        'unreachable-state',
        pathTo(path, 'states', name),
        message,
        'let a transition `go` there, or remove it',
      );
    });
  const canEnd = Object.entries(states).some(([name, { say, end }]) => {
    const phrasings = typeof say === 'string' ? [say] : (say ?? []);
    return reached.has(name) && (end !== undefined || phrasings.some((text) => splitStopMarker(text).ends));
  });
  if (canEnd) return unreachable;
  const message = 'no reachable state ends the talk, so only `limits.maxTurns` does';
  return [
    ...unreachable,
    warning('no-end', pathTo(path, 'states'), message, 'give a state `end: done` or `end: gave_up`'),
  ];
}
