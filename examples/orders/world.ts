import { decimalText, defineTool, defineWorld, type ToolContext } from 'rehearsal';
import { z } from 'zod';
import { fromCents, type Order, openShop, REFUND_DAYS, type Shop, toCents } from './data.ts';

const orderId = z
  .string()
  .regex(/^A-\d{4}$/)
  .describe('Number of the order, such as A-1234.');

/** A change of an order needs a look at this very order first. */
const afterLookup = { tool: 'lookup_order', sameArguments: ['order_id'] };

const lookupOrder = defineTool({
  name: 'lookup_order',
  description: 'Returns one order: status, items, total, dates, delivery address and what was refunded so far.',
  parameters: z.object({ order_id: orderId }),
  effect: 'read',
  run: ({ order_id }, { state, fail }: ToolContext<Shop>) => findOrder(state, order_id, fail),
});

const listOrders = defineTool({
  name: 'list_orders',
  description: 'Lists the orders of a customer, who is known by e-mail address. An unknown address has no orders.',
  parameters: z.object({ email: z.email().describe('E-mail address that the orders were placed with.') }),
  effect: 'read',
  run: ({ email }, { state }: ToolContext<Shop>) => {
    const orders = Object.values(state.orders)
      .filter((order) => order.email === email.toLowerCase())
      .map(({ order_id, status, total, currency, items }) => ({
        ...{ order_id, status, total, currency },
        item: items.map(({ name }) => name).join(', '),
      }));
    return { email, count: orders.length, orders };
  },
});

const getRefundPolicy = defineTool({
  name: 'get_refund_policy',
  description: 'Returns the rules for refunds: how long, how much, for which reasons.',
  parameters: z.object({}),
  effect: 'read',
  run: () => ({
    days_after_delivery: REFUND_DAYS,
    at_most: 'the total of the order, earlier refunds included',
    reasons: ['damaged', 'late', 'other'],
    not_shipped: 'An order that has not been shipped is cancelled instead.',
  }),
});

const issueRefund = defineTool({
  name: 'issue_refund',
  description: 'Pays money back for an order that was shipped or delivered, all of it or a part.',
  parameters: z.object({
    order_id: orderId,
    amount: decimalText({ positive: true, max: '999999.99' }).describe(
      'What to pay back in the currency of the order.',
    ),
    reason: z.enum(['damaged', 'late', 'other']).describe('Why the customer wants the money back.'),
  }),
  effect: 'write',
  requires: [afterLookup],
  run: ({ order_id, amount, reason }, { state, now, fail, notify }: ToolContext<Shop>) => {
    const order = findOrder(state, order_id, fail);
    if (order.status === 'not_shipped') fail(`order ${order_id} has not been shipped; cancel it instead`);
    if (order.status === 'cancelled') fail(`order ${order_id} was cancelled, and its money was paid back then`);
    if (order.refund_until !== undefined && now.slice(0, 10) > order.refund_until) {
      fail(`order ${order_id} could be refunded until ${order.refund_until}`);
    }
    const refunded = toCents(order.refunded) + toCents(amount);
    if (refunded > toCents(order.total))
      fail(`the refund exceeds the total of order ${order_id}, ${order.total} ${order.currency}`);
    order.refunded = fromCents(refunded);
    const refund = { refund_id: `R-${state.refunds.length + 1}`, order_id, amount, reason };
    state.refunds.push(refund);
    notify(`Refund ${refund.refund_id}: ${amount} ${order.currency} for order ${order_id}.`, 'shop');
    return { ...refund, currency: order.currency, refunded_in_total: order.refunded };
  },
});

const cancelOrder = defineTool({
  name: 'cancel_order',
  description: 'Cancels an order that has not been shipped, and pays its total back.',
  parameters: z.object({ order_id: orderId }),
  effect: 'write',
  requires: [afterLookup],
  run: ({ order_id }, { state, fail, notify }: ToolContext<Shop>) => {
    const order = findOrder(state, order_id, fail);
    if (order.status !== 'not_shipped') fail(`order ${order_id} is ${order.status} and can no longer be cancelled`);
    order.status = 'cancelled';
    order.refunded = order.total;
    notify(`Order ${order_id} was cancelled.`, 'shop');
    return { order_id, status: order.status, paid_back: order.refunded, currency: order.currency };
  },
});

const changeAddress = defineTool({
  name: 'change_address',
  description:
    'Changes the delivery address of an order that has not been shipped. The e-mail address must be the one of the order.',
  parameters: z.object({
    order_id: orderId,
    email: z.email().describe('E-mail address of the customer, as the customer gave it.'),
    address: z.string().trim().min(5).max(200).describe('The new delivery address, as the customer gave it.'),
  }),
  effect: 'write',
  requires: [afterLookup],
  run: ({ order_id, email, address }, { state, fail }: ToolContext<Shop>) => {
    const order = findOrder(state, order_id, fail);
    if (order.email !== email.toLowerCase()) fail(`order ${order_id} was not placed with ${email}`);
    if (order.status !== 'not_shipped')
      fail(`order ${order_id} is ${order.status}; its address can no longer be changed`);
    order.address = address;
    return { order_id, address };
  },
});

export const ordersTools = { lookupOrder, listOrders, getRefundPolicy, issueRefund, cancelOrder, changeAddress };

/** The orders desk of a shop: look-up, list, refund, cancel, change of address. Each session gets its own books. */
export const ordersWorld = defineWorld({
  name: 'orders',
  state: openShop,
  tools: Object.values(ordersTools),
  invariants: ordersRules(),
});

/** What must hold in the books whatever an agent does. The tools' own guards see to it, and these rules see to the tools. */
export function ordersRules(): Record<string, (shop: Shop) => true | string> {
  return {
    'refunds stay within the total': ({ orders }) => {
      const wrong = Object.values(orders).find(({ refunded, total }) => toCents(refunded) > toCents(total));
      return wrong === undefined
        ? true
        : `${wrong.refunded} was refunded for order ${wrong.order_id}, whose total is ${wrong.total}`;
    },
    'the refunds of an order add up': ({ orders, refunds }) => {
      const wrong = Object.values(orders).find((order) => order.status !== 'cancelled' && !addsUp(order, refunds));
      return wrong === undefined ? true : `the refunds of order ${wrong.order_id} do not add up to ${wrong.refunded}`;
    },
    'what was shipped is not cancelled': ({ orders }) => {
      const wrong = Object.values(orders).find(
        ({ status, shipped_on }) => status === 'cancelled' && shipped_on !== undefined,
      );
      return wrong === undefined ? true : `order ${wrong.order_id} was cancelled after it had been shipped`;
    },
  };
}

function findOrder(shop: Shop, id: string, fail: (message: string) => never): Order {
  return Object.hasOwn(shop.orders, id) ? (shop.orders[id] as Order) : fail(`order ${id} not found`);
}

function addsUp({ order_id, refunded }: Order, refunds: Shop['refunds']): boolean {
  const sum = refunds
    .filter((refund) => refund.order_id === order_id)
    .reduce((cents, { amount }) => cents + toCents(amount), 0);
  return sum === toCents(refunded);
}
