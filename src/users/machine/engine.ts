import type { AnyStateMachine } from 'xstate';
import type { MachineDefinition } from '../../domain/authoring/machine-definition.ts';
import { type CaptureRule, type CurrentMoment, compileMachine } from './compile-machine.ts';
import { createProbe, type MachineLabels, type Probe, traceMachine, xstateLabels } from './trace-machine.ts';
import { createPureRun, type Kernel, loadKernel, type PureRun } from './xstate-kernel.ts';
import { isXStateMachine } from './xstate-nodes.ts';

/** A machine made ready to run, shared by all sessions of all its users: it keeps nothing of any of them between turns. */
export type Engine = {
  run: PureRun;
  /** A copy of our own, that reports to `probe`. */
  machine: AnyStateMachine;
  labels: MachineLabels;
  probe: Probe;
  current: CurrentMoment;
  captures: ReadonlyMap<string, readonly CaptureRule[]>;
};

/** Loads XState and compiles the machine. Throws UsageError when XState is not installed. */
export async function startEngine(source: MachineDefinition | AnyStateMachine): Promise<Engine> {
  const kernel = await loadKernel();
  const current: CurrentMoment = { moment: undefined };
  const compiled = isXStateMachine(source)
    ? { machine: source.provide({}), labels: xstateLabels, captures: new Map<string, readonly CaptureRule[]>() }
    : compileData(source, { kernel, current });
  const probe = createProbe();
  traceMachine(compiled.machine, { kernel, probe, labels: compiled.labels });
  return { ...compiled, run: createPureRun(kernel), probe, current };
}

function compileData(
  definition: MachineDefinition,
  { kernel, ...context }: { kernel: Kernel; current: CurrentMoment },
): Pick<Engine, 'machine' | 'labels' | 'captures'> {
  const { config, labels, captures } = compileMachine(definition, context);
  const machine = kernel.createMachine(config as Parameters<Kernel['createMachine']>[0]);
  return { machine: machine as unknown as AnyStateMachine, labels, captures };
}
