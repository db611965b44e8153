import { z } from 'zod';
import type { ArgumentCheck, WorldSession, WorldTool } from '../../src/domain/contracts/world.ts';
import { parseJson } from '../../src/domain/values/parse-json.ts';
import { defineTool, type ToolContext } from '../../src/worlds/define-tool.ts';
import { defineWorld } from '../../src/worlds/define-world.ts';
import { decimalText } from '../../src/worlds/parameters/decimal-text.ts';

export type Orders = {
  orders: Record<string, { total: string; status: string }>;
  refunds: { order_id: string; amount: string }[];
};

const order_id = z.string().regex(/^A-\d{4}$/);

export const lookupOrder = defineTool({
  name: 'lookup_order',
  description: 'Finds an order by its id.',
  parameters: z.object({ order_id }),
  effect: 'read',
  run: ({ order_id }, { state, fail }: ToolContext<Orders>) =>
    state.orders[order_id] ?? fail(`order ${order_id} not found`),
});

export const issueRefund = defineTool({
  name: 'issue_refund',
  description: 'Refunds part of an order.',
  parameters: z.object({
    order_id,
    amount: decimalText({ positive: true }),
    reason: z.enum(['late', 'damaged', 'other']),
  }),
  effect: 'write',
  requires: [{ tool: 'lookup_order', sameArguments: ['order_id'] }],
  run({ order_id, amount }, { state, fail, notify }: ToolContext<Orders>) {
    const order = state.orders[order_id] ?? fail(`order ${order_id} not found`);
    if (Number(amount) > Number(order.total)) fail(`the refund exceeds the order's total of ${order.total}`);
    state.refunds.push({ order_id, amount });
    notify(`Your refund of ${amount} is on its way.`, 'shop@example.com');
    return { refunded: amount };
  },
});

const START: Orders = { orders: { 'A-1001': { total: '49.90', status: 'delivered' } }, refunds: [] };

export const orderWorld = defineWorld<Orders>({
  name: 'orders',
  state: () => START,
  tools: [lookupOrder, issueRefund],
  invariants: {
    'one refund for each order': ({ refunds }) =>
      new Set(refunds.map((refund) => refund.order_id)).size === refunds.length || 'an order was refunded twice',
  },
});

export const openOptions = { seed: 1, now: '2026-01-15T09:00:00Z' };

export function toolOf(session: WorldSession, name: string): WorldTool {
  const tool = session.tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

/** Checks arguments given as the model's text. */
export function checkText(tool: Pick<WorldTool, 'check'>, raw: string): ArgumentCheck {
  const parsed = parseJson(raw);
  if (parsed.status === 'unparsable') throw new Error(parsed.problem);
  return tool.check(parsed.value);
}

/** Checks and runs a call as a session does; throws what the tool throws, and an Error when arguments are refused. */
export function callTool(session: WorldSession, name: string, given: unknown, callId = 'c0'): unknown {
  const tool = toolOf(session, name);
  const checked = checkText(tool, typeof given === 'string' ? given : JSON.stringify(given));
  if (checked.status === 'refused') throw new Error(checked.problem);
  return tool.run(checked.value, { callId, signal: new AbortController().signal });
}
