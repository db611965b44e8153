import { type Change, ordersAgent, type Parts } from './agent.ts';
import { ARGUMENT_FAULTS } from './faults/arguments.ts';
import { EXECUTION_FAULTS } from './faults/execution.ts';
import type { Fault } from './faults/fault.ts';
import { GENERATION_FAULTS } from './faults/generation.ts';
import { SELECTION_FAULTS } from './faults/selection.ts';

/** Name → the good agent with exactly one planted fault. */
export const ORDERS_FAULTS: Readonly<Record<string, Fault>> = {
  ...SELECTION_FAULTS,
  ...ARGUMENT_FAULTS,
  ...EXECUTION_FAULTS,
  ...GENERATION_FAULTS,
};

/** One agent for each fault, named `faulty-<fault>`. */
export const faultyOrdersAgents = Object.fromEntries(
  Object.entries(ORDERS_FAULTS).map(([fault, { change }]) => [
    `faulty-${fault}`,
    ordersAgent(`faulty-${fault}`, change),
  ]),
);

/** Several faults in one agent, each on top of the ones before it. */
export function severalFaults(names: readonly string[]): Change {
  return (good) => {
    const parts: Parts = { ...good };
    for (const name of names) Object.assign(parts, ORDERS_FAULTS[name]?.change({ ...parts }));
    return parts;
  };
}
