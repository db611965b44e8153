import type { Reply, ReplyOf, Task } from './desk.ts';

/** One phrase for each kind of reply, so that a kind without a phrase does not compile. */
export type Phrases = { [Kind in Reply['kind']]: (reply: ReplyOf<Kind>) => string };

export const ENGLISH: Phrases = {
  status: ({ order }) => {
    switch (order.status) {
      case 'not_shipped':
        return `Order ${order.order_id} has not been shipped yet. It is expected on ${order.expected_on}.`;
      case 'shipped':
        return `Order ${order.order_id} was shipped on ${order.shipped_on} with ${order.carrier}. It is expected on ${order.expected_on}.`;
      case 'delivered':
        return `Order ${order.order_id} was delivered on ${order.delivered_on}.`;
      case 'cancelled':
        return `Order ${order.order_id} has been cancelled.`;
    }
  },
  arrival: ({ order }) => {
    if (order.status === 'delivered') return `Order ${order.order_id} was delivered on ${order.delivered_on}.`;
    if (order.expected_on === undefined) return `Order ${order.order_id} has no expected date: it is cancelled.`;
    return `Order ${order.order_id} is expected on ${order.expected_on}.`;
  },
  tracking: ({ order }) =>
    order.tracking === undefined
      ? `Order ${order.order_id} has no tracking number, because it has not been shipped.`
      : `Order ${order.order_id} went with ${order.carrier}; the tracking number is ${order.tracking}.`,
  total: ({ order }) => `The total of order ${order.order_id} is ${order.total} ${order.currency}.`,
  items: ({ order }) => {
    const items = order.items.map(({ name, quantity, price }) => `${quantity} × ${name} at ${price} ${order.currency}`);
    return `Order ${order.order_id} contains ${items.join(' and ')}.`;
  },
  placed: ({ order }) => `Order ${order.order_id} was placed on ${order.placed_on}.`,
  address: ({ order }) => `The delivery address of order ${order.order_id} is ${order.address}.`,
  refund_state: ({ order }) =>
    order.refunded === '0.00'
      ? `Nothing has been refunded for order ${order.order_id}.`
      : `For order ${order.order_id}, ${order.refunded} ${order.currency} has been refunded so far.`,
  list: ({ email, orders, asksWhich }) => {
    if (orders.length === 0) return `I found no orders for ${email}. Please check the address.`;
    const lines = orders.map(
      ({ order_id, item, total, currency, status }) =>
        `- ${order_id}: ${item}, ${total} ${currency}, ${status.replace('_', ' ')}`,
    );
    return [`These are the orders for ${email}:`, ...lines, ...(asksWhich ? ['Which one do you mean?'] : [])].join(
      '\n',
    );
  },
  refunded: ({ refund }) =>
    `I have refunded ${refund.amount} ${refund.currency} for order ${refund.order_id}. The refund number is ${refund.refund_id}.`,
  cancelled: ({ cancelled }) =>
    `I have cancelled order ${cancelled.order_id}. ${cancelled.paid_back} ${cancelled.currency} has been paid back.`,
  address_changed: ({ changed }) =>
    `I have changed the delivery address of order ${changed.order_id} to ${changed.address}.`,
  policy: ({ policy }) =>
    `A delivered order can be refunded within ${policy.days_after_delivery} days of its delivery, up to its total. An order that has not been shipped is cancelled instead.`,
  too_much: ({ order, amount }) => {
    const wanted = amount === undefined ? 'more than was paid' : `${amount} ${order.currency}`;
    const earlier =
      order.refunded === '0.00' ? '' : `, and ${order.refunded} ${order.currency} of it has already been refunded`;
    return `I cannot refund ${wanted} for order ${order.order_id}: its total is ${order.total} ${order.currency}${earlier}. I have not changed anything.`;
  },
  refused: ({ task, order, why }) => {
    const because = {
      not_shipped: 'it has not been shipped yet; I can cancel it instead',
      shipped: `it was already shipped on ${order.shipped_on}`,
      delivered: `it was already delivered on ${order.delivered_on}`,
      cancelled: 'it has been cancelled',
      refunded: `all of its ${order.total} ${order.currency} has already been refunded`,
      too_old: `that was possible until ${order.refund_until}`,
    }[why];
    return `I cannot ${TASKS[task]} order ${order.order_id}: ${because}.`;
  },
  private: ({ orderId, email }) =>
    `I cannot share or change the address of order ${orderId}: it was not placed with ${email ?? 'your e-mail address'}.`,
  failed: ({ task, orderId, problem, message }) => {
    const what = orderId === undefined ? '' : ` order ${orderId}`;
    if (problem === 'not_found') return `I could not find${what}. Please check the number.`;
    if (problem === 'refused') return `I could not ${TASKS[task]}${what}: ${message}. I have not changed anything.`;
    return `I could not ${TASKS[task]}${what}, because our system did not answer. I have not changed anything. Please try again later.`;
  },
  ask: ({ slot, orderId }) => {
    const of = orderId === undefined ? '' : ` of order ${orderId}`;
    return {
      order: 'Which order is it about? Please tell me its number, or the e-mail address it was placed with.',
      reason: `What is the reason for the refund${of}: is it damaged, was it late, or is it something else?`,
      amount: `Which amount should I refund${of}?`,
      email: 'Which e-mail address was used for the order?',
      address: `What should the new delivery address${of} be?`,
    }[slot];
  },
  greeting: () => `Hello, this is the orders desk. ${OFFER} Which order is it about?`,
  capabilities: () => OFFER,
  not_offered: () => `I am sorry, I cannot do that here. ${OFFER}`,
  thanks: () => 'You are welcome.',
  dropped: () => 'All right, I leave everything as it is.',
  unclear: () => `I am sorry, I did not understand that. ${OFFER}`,
};

const OFFER =
  'I can look up orders, issue refunds, cancel orders that have not been shipped and change their delivery address.';

const TASKS: Record<Task, string> = {
  look_up: 'look up',
  list: 'list your orders',
  refund: 'refund',
  cancel: 'cancel',
  change_address: 'change the address of',
  policy: 'read the refund rules',
};
