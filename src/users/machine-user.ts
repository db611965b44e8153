import type { AnyStateMachine } from 'xstate';
import type { MachineDefinition } from '../domain/authoring/machine-definition.ts';
import type { SimulatedUser, UserContext, UserSession } from '../domain/contracts/simulated-user.ts';
import { canonicalText } from '../domain/values/canonical.ts';
import { stableHash } from '../domain/values/hash.ts';
import { toJsonValue } from '../domain/values/json-value.ts';
import { throwProblems } from './author-problems.ts';
import { factValues, type KnownFacts, tellableValues, type UserFacts } from './facts.ts';
import { firstNumber, namedOperands } from './guards/guards.ts';
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
  { facts = {}, name }: { facts?: UserFacts; name?: string } = {},
): SimulatedUser {
  return machineUsers(machine, name === undefined ? {} : { name })({ facts });
}

/**
 * Makes users of one machine who know different things. The machine is compiled once for all of them, and looked at once
 * for each set of names of facts; each user is refused as `machineUser` would refuse it.
 */
export function machineUsers(
  machine: MachineDefinition | AnyStateMachine,
  { name = 'the machine' }: { name?: string } = {},
): (options?: { facts?: UserFacts }) => SimulatedUser {
  const shared = shareMachine(machine);
  const passed = new Set<string>();
  const operands = operandsOf(machine);
  return ({ facts = {} } = {}) => {
    const kinds = kindsOf(facts, operands);
    if (!passed.has(kinds)) {
      const problems = isXStateMachine(machine)
        ? checkXStateMachine(machine, { facts })
        : checkMachine(machine, { facts });
      throwProblems(`${name} cannot be used`, problems);
      passed.add(kinds);
    }
    const known = { facts: factValues(facts), tellable: tellableValues(facts) };
    const { hash, graph } = shared.description();
    return {
      driver: 'machine',
      fixed: ['counterparty'],
      machineHash: hash,
      graph,
      open: (context) => openLazily(context, known, shared),
    };
  };
}

/** All that a check of a machine looks at in facts: machines that pass with some pass with all of the same kinds. */
function kindsOf(facts: UserFacts, operands: ReadonlySet<string>): string {
  const kinds = Object.entries(facts).map(([name, fact]) => {
    const { value, disclosure, fallback } = typeof fact === 'string' ? { value: fact } : fact;
    return [name, disclosure, fallback !== undefined, operands.has(name) && firstNumber(value) !== undefined];
  });
  return JSON.stringify(kinds);
}

/** Names that guards of a machine compare numbers with. */
function operandsOf(machine: MachineDefinition | AnyStateMachine): ReadonlySet<string> {
  if (isXStateMachine(machine)) return new Set();
  const guards = Object.values(machine.states).flatMap(({ on = [] }) => on.flatMap(({ when }) => when ?? []));
  return new Set(guards.flatMap(namedOperands));
}

type SharedMachine = {
  description(): { hash: string; graph: SimulatedUser['graph'] };
  /** The machine ready to run, once it was started. */
  started(): Engine | undefined;
  start(): Promise<Engine>;
};

/** What is worked out once for all users of a machine, when the first of them needs it. */
function shareMachine(machine: MachineDefinition | AnyStateMachine): SharedMachine {
  let engine: Engine | undefined;
  let starting: Promise<Engine> | undefined;
  let description: ReturnType<SharedMachine['description']> | undefined;
  return {
    description() {
      description ??= { hash: hashOf(machine), graph: machineGraphOf(machine) };
      return description;
    },
    started: () => engine,
    async start() {
      starting ??= startEngine(machine);
      engine = await starting;
      return engine;
    },
  };
}

function hashOf(machine: MachineDefinition | AnyStateMachine): string {
  const source = isXStateMachine(machine) ? machine.config : machine;
  return stableHash(canonicalText(toJsonValue(source).value));
}

/** The first move waits until XState is loaded; every other one is made at once. */
function openLazily(context: UserContext, known: KnownFacts, { started, start }: SharedMachine): UserSession {
  const session = openMachineSession(context, known);
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
