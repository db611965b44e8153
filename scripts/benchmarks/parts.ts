import { z } from 'zod';
import { functionAgent } from '../../src/agents/function-agent.ts';
import type { MachineDefinition } from '../../src/domain/authoring/machine-definition.ts';
import { Scenario } from '../../src/domain/authoring/scenario.ts';
import type { Scorer } from '../../src/domain/contracts/scorer.ts';
import type { SimulatedUser } from '../../src/domain/contracts/simulated-user.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../src/scorers/create-scorers.ts';
import { machineUsers } from '../../src/users/machine-user.ts';
import { scriptedUser } from '../../src/users/scripted-user.ts';
import { defineTool } from '../../src/worlds/define-tool.ts';
import { defineWorld } from '../../src/worlds/define-world.ts';
import { answer, callsOf, lookUp, policyOf, question, TURNS } from './workload.ts';

const order = z.string().regex(/^A-\d{4}$/);
const lookup = defineTool({
  name: 'lookup_order',
  description: 'Looks up an order.',
  parameters: z.object({ order_id: order }),
  effect: 'read',
  run: ({ order_id }) => lookUp(order_id),
});
const policy = defineTool({
  name: 'get_refund_policy',
  description: 'Tells how long an order can be given back.',
  parameters: z.object({ order_id: order, lang: z.enum(['en', 'zh']) }),
  effect: 'read',
  run: () => policyOf(0),
});

export const world = defineWorld({ name: 'bench', state: () => ({}), tools: [lookup, policy] });

/** Knows its session by the number in the customer's words. */
export const agent = functionAgent<'lookup_order' | 'get_refund_policy'>(async (messages, { tools, turn }) => {
  const session = Number(/Customer (\d+)/.exec(messages.at(-1)?.content ?? '')?.[1]);
  const [first, second] = callsOf(session, turn);
  await Promise.all([tools.lookup_order(first.args), tools.get_refund_policy(second.args)]);
  return answer(session, turn);
});

const questions = (session: number): string[] => Array.from({ length: TURNS }, (_, turn) => question(session, turn));

export function scripted(session: number): SimulatedUser {
  return scriptedUser(questions(session));
}

/** Six states that each wait for an answer about a delivered order. */
const machine: MachineDefinition = {
  initial: 's0',
  states: Object.fromEntries([
    ...Array.from({ length: TURNS }, (_, turn) => [
      `s${turn}`,
      {
        say: `Customer {{session}}, question ${turn + 1}: where is order {{order${turn}}}?`,
        on: [{ when: { heard: 'delivered' }, go: `s${turn + 1}` }, { go: 'lost' }],
      },
    ]),
    [`s${TURNS}`, { end: 'done' }],
    ['lost', { end: 'gave_up' }],
  ]),
};

const machineFor = machineUsers(machine);

export function machineDriven(session: number): SimulatedUser {
  const facts = Object.fromEntries(
    Array.from({ length: TURNS }, (_, turn) => [`order${turn}`, callsOf(session, turn)[0].args.order_id ?? '']),
  );
  return machineFor({ facts: { session: String(session), ...facts } });
}

export const scenario = Scenario.parse({ id: 'bench', title: 'Where are my orders?', user: ['unused'] });

/** All twelve calls, strictly: these, in this order, and no other. */
export function strictCheck(session: number): readonly Scorer[] {
  const calls = Array.from({ length: TURNS }, (_, turn) => callsOf(session, turn)).flat();
  const expected = calls.map(({ name, args }) => ({ tool: name, arguments: args }));
  return createScorers(
    [{ type: 'calls', required: true, order: 'exact', extra: 'forbid', calls: expected }],
    builtInScorers,
  );
}
