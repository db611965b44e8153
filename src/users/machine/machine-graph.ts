import type { AnyStateMachine } from 'xstate';
import type { MachineDefinition, MachineGraph } from '../../domain/authoring/machine-definition.ts';
import { describeGuard } from '../guards/describe-guard.ts';
import { transitionId } from './compile-machine.ts';
import { saysSomething } from './xstate-actions.ts';
import {
  guardText,
  isXStateMachine,
  labelOf,
  metaOf,
  nameOf,
  nodesBelow,
  rootOf,
  transitionsOf,
} from './xstate-nodes.ts';

/**
 * The graph of a machine, with the names of states and transitions that traces use. In an XState machine a transition
 * without a target is an edge from its state to itself, and one with several targets is one edge, to the first.
 */
export function machineGraphOf(machine: MachineDefinition | AnyStateMachine): MachineGraph {
  return isXStateMachine(machine) ? graphOfMachine(machine) : graphOfDefinition(machine);
}

function graphOfDefinition({ initial, states }: MachineDefinition): MachineGraph {
  const named = Object.entries(states);
  return {
    initial,
    states: named.map(([id, { say, end }]) => ({ id, says: say !== undefined, ends: end !== undefined })),
    transitions: named.flatMap(([from, { on = [] }]) =>
      on.map(({ when, go }, index) => ({
        id: transitionId(from, index),
        from,
        to: go,
        ...(when === undefined ? {} : { guard: describeGuard(when) }),
      })),
    ),
  };
}

function graphOfMachine(machine: AnyStateMachine): MachineGraph {
  const root = rootOf(machine);
  const nodes = nodesBelow(root);
  const [initial = root] = root.type === 'compound' ? root.initial.target : [];
  return {
    initial: nameOf(initial),
    states: nodes
      .filter((node) => node !== root || nodes.length === 1)
      .map((node) => ({
        id: nameOf(node),
        says: metaOf(node).say !== undefined || node.entry.some((action) => saysSomething(action, machine)),
        ends: metaOf(node).end !== undefined || (node.type === 'final' && node.parent === root),
      })),
    transitions: nodes.flatMap(transitionsOf).map((placed) => ({
      id: labelOf(placed),
      from: nameOf(placed.node),
      to: nameOf(placed.transition.target?.[0] ?? placed.node),
      ...(placed.transition.guard === undefined ? {} : { guard: guardText(placed.transition.guard) }),
    })),
  };
}
