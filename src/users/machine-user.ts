import type { AnyStateMachine } from 'xstate';
import type { MachineDefinition } from '../domain/authoring/machine-definition.ts';
import type { SimulatedUser, UserContext, UserSession } from '../domain/contracts/simulated-user.ts';
import { canonicalText } from '../domain/values/canonical.ts';
import { stableHash } from '../domain/values/hash.ts';
import { toJsonValue } from '../domain/values/json-value.ts';
import { throwProblems } from './author-problems.ts';
import type { UserFacts } from './facts.ts';
import { checkMachine } from './machine/check-machine.ts';
import { checkXStateMachine } from './machine/check-xstate-machine.ts';
import { type Engine, startEngine } from './machine/engine.ts';
import { machineGraphOf } from './machine/machine-graph.ts';
import { openMachineSession } from './machine/machine-session.ts';
import { isXStateMachine } from './machine/xstate-nodes.ts';

/**
 * A user whose words depend on what the agent says: a machine as data, or an XState 5 machine. It runs on pure
 * transitions, without an actor. Throws UsageError, with every mistake found, for a machine that cannot be rehearsed;
 * `name` says which one that is.
 */
export function machineUser(
  machine: MachineDefinition | AnyStateMachine,
  { facts = {}, name = 'the machine' }: { facts?: UserFacts; name?: string } = {},
): SimulatedUser {
  const isXState = isXStateMachine(machine);
  const problems = isXState ? checkXStateMachine(machine, { facts }) : checkMachine(machine, { facts });
  throwProblems(`${name} cannot be used`, problems);
  let engine: Engine | undefined;
  let starting: Promise<Engine> | undefined;
  const start = async (): Promise<Engine> => {
    starting ??= startEngine(machine, facts);
    engine = await starting;
    return engine;
  };
  return {
    driver: 'machine',
    fixed: ['counterparty'],
    machineHash: stableHash(canonicalText(toJsonValue(isXState ? machine.config : machine).value)),
    graph: machineGraphOf(machine),
    open: (context) => openLazily(context, { started: () => engine, start }),
  };
}

/** The first move waits until XState is loaded; every other one is made at once. */
function openLazily(
  context: UserContext,
  { started, start }: { started: () => Engine | undefined; start: () => Promise<Engine> },
): UserSession {
  const session = openMachineSession(context);
  return {
    next: (heard) => {
      const engine = started();
      if (engine !== undefined) return session.next(engine, heard);
      return start().then((ready) => session.next(ready, heard));
    },
    snapshot: session.snapshot,
    restore: session.restore,
  };
}
