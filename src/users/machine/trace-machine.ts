import type { AnyStateMachine } from 'xstate';
import type { UserTrace } from '../../domain/contracts/simulated-user.ts';
import type { Kernel } from './xstate-kernel.ts';
import {
  guardText,
  labelOf,
  nameOf,
  nodesBelow,
  type PlacedTransition,
  rootOf,
  type StateNode,
  transitionsOf,
} from './xstate-nodes.ts';

/** More looks at transitions in one turn than this are an endless chain. */
const MAX_LOOKS = 2_000;

/** Types of the actions by which a traced machine tells which states it enters and leaves. */
export const ENTERED = 'rehearsal.entered';
export const LEFT = 'rehearsal.left';

/** How states and transitions are called towards people. */
export type MachineLabels = {
  nameOf(node: StateNode): string;
  idOf(placed: PlacedTransition): string;
  guardOf(placed: PlacedTransition): string;
};

/** What one turn of the machine did, filled while it runs. */
export type Probe = {
  looks: number;
  guards: UserTrace['guards'];
  taken: string[];
  failure: { state: string; transition: string; guard: string } | undefined;
};

export function createProbe(): Probe {
  return { looks: 0, guards: [], taken: [], failure: undefined };
}

export const xstateLabels: MachineLabels = {
  nameOf,
  idOf: labelOf,
  guardOf: ({ transition }) => guardText(transition.guard),
};

/**
 * Makes a machine, which must be ours to change, report to `probe`: every guard looked at with its value, the
 * transitions taken, and, as actions, the states entered and left. Throws out of an endless silent chain.
 */
export function traceMachine(
  machine: AnyStateMachine,
  { kernel, probe, labels }: { kernel: Kernel; probe: Probe; labels: MachineLabels },
): void {
  for (const node of nodesBelow(rootOf(machine))) {
    if (node.parent !== undefined) {
      node.entry.unshift({ type: ENTERED, params: { node } });
      node.exit.push({ type: LEFT, params: { node } });
    }
    for (const placed of transitionsOf(node)) {
      placed.transition.guard = tracedGuard(placed, { kernel, probe, labels });
    }
  }
}

/** A guard as XState's own `and` and `not` are: a function that is never called, with a `check` that is. */
type BuiltinGuard = { check(snapshot: unknown, args: unknown, guard: unknown): boolean };

function tracedGuard(
  placed: PlacedTransition,
  { kernel, probe, labels }: { kernel: Kernel; probe: Probe; labels: MachineLabels },
): unknown {
  const { guard } = placed.transition;
  const inner = guard === undefined ? undefined : (kernel.and([guard as never]) as unknown as BuiltinGuard);
  const id = labels.idOf(placed);
  const text = inner === undefined ? '' : labels.guardOf(placed);
  const check: BuiltinGuard['check'] = (snapshot, args) => {
    probe.looks += 1;
    if (probe.looks > MAX_LOOKS) {
      probe.failure ??= { state: labels.nameOf(placed.node), transition: id, guard: '' };
      throw new Error('an endless chain of silent transitions');
    }
    try {
      const value = inner === undefined || inner.check(snapshot, args, inner);
      if (inner !== undefined) probe.guards.push({ transition: id, guard: text, value });
      if (value) probe.taken.push(id);
      return value;
    } catch (error) {
      probe.failure ??= { state: labels.nameOf(placed.node), transition: id, guard: text };
      throw error;
    }
  };
  return Object.assign(() => false, { check });
}
