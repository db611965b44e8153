import type * as xstate from 'xstate';
import { UsageError } from '../../domain/errors.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';

/** The part of XState that runs a machine without an actor. */
export type Kernel = Pick<typeof xstate, 'and' | 'createMachine' | 'initialTransition'>;

/** XState, loaded when the first machine speaks: a run without machines neither needs nor loads it. */
export function loadKernel(): Promise<Kernel> {
  return import('xstate').catch((error: unknown) => {
    const why = safeErrorText(error).message;
    throw new UsageError(
      `a machine user needs the package \`xstate\`: install it with \`npm install xstate\` (${why})`,
    );
  });
}

export type Outcome = { snapshot: xstate.AnyMachineSnapshot; actions: readonly { type: string; params?: unknown }[] };

/** A machine's pure transitions: the next snapshot, and the actions as data. */
export type PureRun = {
  start(machine: xstate.AnyStateMachine, input: object): Outcome;
  step(machine: xstate.AnyStateMachine, snapshot: xstate.AnyMachineSnapshot, event: xstate.EventObject): Outcome;
};

type Scope = Parameters<xstate.AnyStateMachine['transition']>[2];

/**
 * XState's `initialTransition` and `transition` without what they do first at every call: build an actor that is never
 * started, and enter the machine's first state in it. The scope that they work in is taken from XState once, through a
 * logic of our own, and used for every transition. Five times faster, and the machine's code runs once a turn.
 */
export function createPureRun({ initialTransition }: Kernel): PureRun {
  const scope = takeScope(initialTransition);
  const collect = (run: (own: Scope) => unknown): Outcome => {
    const actions: Outcome['actions'][number][] = [];
    const own = { ...scope, actionExecutor: (action: Outcome['actions'][number]) => actions.push(action) };
    return { snapshot: run(own as unknown as Scope) as Outcome['snapshot'], actions };
  };
  return {
    start: (machine, input) => collect((own) => machine.getInitialSnapshot(own, input)),
    step: (machine, snapshot, event) => collect((own) => machine.transition(snapshot, event, own)),
  };
}

function takeScope(initialTransition: Kernel['initialTransition']): object {
  let scope: object = {};
  const logic = {
    getInitialSnapshot: (given: object) => {
      scope = given;
      return { status: 'active', output: undefined, error: undefined };
    },
    transition: (snapshot: unknown) => snapshot,
    getPersistedSnapshot: (snapshot: unknown) => snapshot,
  };
  initialTransition(logic as never, undefined as never);
  return scope;
}
