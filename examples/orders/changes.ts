import { fromCents, type Order, type Refund, toCents } from './data.ts';
import { ask, type Desk, failedReply, lookUp, type Reply, type Task } from './desk.ts';
import type { OrderRequest } from './understand.ts';

/** Pays money back: the whole order unless an amount was said. */
export async function refund(request: OrderRequest, desk: Desk): Promise<Reply[]> {
  const found = await lookUp(desk, request.orderId);
  if ('failed' in found) return [found.failed];
  const { order } = found;
  const why = noRefund(order, desk.today);
  if (why !== undefined) return [{ kind: 'refused', task: 'refund', order, why }];
  const left = toCents(order.total) - toCents(order.refunded);
  if (request.moreThanPaid === true) return [{ kind: 'too_much', order, amount: undefined }];
  if (request.amount !== undefined && toCents(request.amount) > left)
    return [{ kind: 'too_much', order, amount: request.amount }];
  if (request.partly === true && request.amount === undefined) return ask(desk, 'amount', request);
  if (request.reason === undefined) return ask(desk, 'reason', request);
  const amount = fromCents(request.amount === undefined ? left : toCents(request.amount));
  return change<Refund & { currency: string }>(desk, 'refund', {
    tool: 'issue_refund',
    args: { order_id: order.order_id, amount, reason: request.reason },
    tell: (done) => ({ kind: 'refunded', refund: done }),
  });
}

export async function cancel(request: OrderRequest, desk: Desk): Promise<Reply[]> {
  const found = await lookUp(desk, request.orderId);
  if ('failed' in found) return [found.failed];
  const { order } = found;
  if (order.status !== 'not_shipped') return [{ kind: 'refused', task: 'cancel', order, why: order.status }];
  return change<Extract<Reply, { kind: 'cancelled' }>['cancelled']>(desk, 'cancel', {
    tool: 'cancel_order',
    args: { order_id: order.order_id },
    tell: (cancelled) => ({ kind: 'cancelled', cancelled }),
  });
}

export async function changeAddress(request: OrderRequest, desk: Desk): Promise<Reply[]> {
  const found = await lookUp(desk, request.orderId);
  if ('failed' in found) return [found.failed];
  const { order } = found;
  if (order.status !== 'not_shipped') return [{ kind: 'refused', task: 'change_address', order, why: order.status }];
  if (request.address === undefined) return ask(desk, 'address', request);
  if (desk.memory.email === undefined) return ask(desk, 'email', request);
  if (desk.memory.email !== order.email)
    return [{ kind: 'private', orderId: order.order_id, email: desk.memory.email }];
  return change<Extract<Reply, { kind: 'address_changed' }>['changed']>(desk, 'change_address', {
    tool: 'change_address',
    args: { order_id: order.order_id, email: desk.memory.email, address: request.address },
    tell: (changed) => ({ kind: 'address_changed', changed }),
  });
}

/** Makes a change once, and tells what came of it. */
async function change<Done>(
  desk: Desk,
  task: Task,
  { tool, args, tell }: { tool: string; args: Record<string, unknown>; tell: (done: Done) => Reply },
): Promise<Reply[]> {
  const outcome = await desk.call(tool, args);
  return [outcome.ok ? tell(outcome.content as Done) : failedReply(task, String(args.order_id), outcome)];
}

/** Why an order cannot be refunded at all. */
function noRefund(order: Order, today: string): Extract<Reply, { kind: 'refused' }>['why'] | undefined {
  if (order.status === 'not_shipped' || order.status === 'cancelled') return order.status;
  if (toCents(order.refunded) >= toCents(order.total)) return 'refunded';
  return order.refund_until !== undefined && today > order.refund_until ? 'too_old' : undefined;
}
