import type { MachineDefinition, MachineState, MachineTransition } from '../../domain/authoring/machine-definition.ts';
import { describeGuard } from '../guards/describe-guard.ts';
import { compileGuard } from '../guards/guards.ts';
import type { Moment } from '../guards/moment.ts';
import { type SearchPattern, searchPattern } from '../guards/search-pattern.ts';
import type { MachineLabels } from './trace-machine.ts';
import type { PlacedTransition, StateNode } from './xstate-nodes.ts';

/** Where the reply stands that guards are to look at now. */
export type CurrentMoment = { moment: Moment | undefined };

export type CaptureRule = { name: string; pattern: SearchPattern };

export type CompiledMachine = {
  /** For XState's `createMachine`, in the conventions of machines made in TypeScript. */
  config: object;
  labels: MachineLabels;
  /** What a taken transition, by its id, keeps of the agent's words. */
  captures: ReadonlyMap<string, readonly CaptureRule[]>;
};

/**
 * Compiles a machine that was written as data. States get keys of our own inside, since a name may hold a dot. Guards
 * and patterns are compiled here, once; `current` hands them the reply.
 */
export function compileMachine(
  definition: MachineDefinition,
  { current }: { current: CurrentMoment },
): CompiledMachine {
  const names = Object.keys(definition.states);
  const keys = new Map(names.map((name, index) => [name, `s${index}`]));
  const keyOf = (name: string): string => keys.get(name) ?? name;
  const captures = new Map<string, readonly CaptureRule[]>();
  const states: Record<string, object> = {};
  for (const [name, state] of Object.entries(definition.states)) {
    const transitions = (state.on ?? []).map((transition, index) => {
      const rules = Object.entries(transition.capture ?? {});
      const id = transitionId(name, index);
      if (rules.length > 0)
        captures.set(
          id,
          rules.map(([key, source]) => ({ name: key, pattern: searchPattern(source) })),
        );
      return compileTransition(transition, keyOf(transition.go), current);
    });
    states[keyOf(name)] = compileState(state, transitions);
  }
  return { config: { initial: keyOf(definition.initial), states }, labels: dataLabels(definition, names), captures };
}

export function transitionId(state: string, index: number): string {
  return `${state}.on[${index}]`;
}

function compileState({ say, end, discloses }: MachineState, transitions: readonly object[]): object {
  const meta = { say, end, discloses };
  return end === undefined ? { meta, on: { REPLY: transitions } } : { meta, type: 'final' };
}

function compileTransition({ when }: MachineTransition, target: string, current: CurrentMoment): object {
  if (when === undefined) return { target, reenter: true };
  const test = compileGuard(when);
  return { target, reenter: true, guard: () => current.moment !== undefined && test(current.moment) };
}

function dataLabels(definition: MachineDefinition, names: readonly string[]): MachineLabels {
  const nameOf = ({ key }: StateNode): string => names[Number(key.slice(1))] ?? '(machine)';
  return {
    nameOf,
    idOf: ({ node, index }: PlacedTransition) => transitionId(nameOf(node), index),
    guardOf: ({ node, index }: PlacedTransition) => {
      const when = definition.states[nameOf(node)]?.on?.[index]?.when;
      return when === undefined ? '' : describeGuard(when);
    },
  };
}
