import type { AnyStateMachine } from 'xstate';

/**
 * What an action does when a machine is run purely. `speaks` may say something, `pure` changes the machine's own
 * memory, `raises` sends it an event of its own, `refused` would need an actor or would be silently left undone.
 */
export type ActionEffect =
  | { kind: 'speaks' }
  | { kind: 'pure' }
  | { kind: 'raises'; event: string }
  | { kind: 'refused'; what: string; why: string }
  | { kind: 'unknown'; name: string };

/** Judges an action as it stands in a state or transition. Looks names up in the machine's implementations. */
export function effectOf(action: unknown, machine: AnyStateMachine): ActionEffect {
  if (typeof action === 'function') return effectOfFunction(action);
  const name = nameOfAction(action);
  if (name === 'say') return { kind: 'speaks' };
  const actions = machine.implementations.actions as Readonly<Record<string, unknown>>;
  const implementation = Object.hasOwn(actions, name) ? actions[name] : undefined;
  return typeof implementation === 'function' ? effectOfFunction(implementation, name) : { kind: 'unknown', name };
}

export function saysSomething(action: unknown, machine: AnyStateMachine): boolean {
  return effectOf(action, machine).kind === 'speaks';
}

function nameOfAction(action: unknown): string {
  if (typeof action === 'string') return action;
  const type: unknown = typeof action === 'object' && action !== null && 'type' in action ? action.type : undefined;
  return typeof type === 'string' ? type : '(no name)';
}

function effectOfFunction(action: object, name?: string): ActionEffect {
  const { type, event, delay } = action as { type?: unknown; event?: unknown; delay?: unknown };
  const what = name === undefined ? 'a function as an action' : `action \`${name}\``;
  if (!('resolve' in action)) {
    return {
      kind: 'refused',
      what,
      why: 'actions are read as data and never run: use `{ type: "say", params: { text } }`, or `assign`',
    };
  }
  switch (type) {
    case 'xstate.assign':
    case 'xstate.log':
    case 'xstate.emit':
      return { kind: 'pure' };
    case 'xstate.enqueueActions':
      return { kind: 'speaks' };
    case 'xstate.raise':
      return effectOfRaise(event, delay);
    default:
      return {
        kind: 'refused',
        what: `\`${String(type).replace('xstate.', '')}\``,
        why: 'it needs an actor, and a machine user runs without one',
      };
  }
}

function effectOfRaise(event: unknown, delay: unknown): ActionEffect {
  if (delay !== undefined) return { kind: 'refused', what: '`raise` with a delay', why: 'a machine user has no clock' };
  const type: unknown = typeof event === 'object' && event !== null && 'type' in event ? event.type : undefined;
  if (typeof type !== 'string') {
    return {
      kind: 'refused',
      what: '`raise` of a computed event',
      why: 'a cycle of such events cannot be seen before it runs',
    };
  }
  return { kind: 'raises', event: type };
}
