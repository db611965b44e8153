import { ask, type Desk, failedReply, lookUp, type OrderLine, type RefundPolicy, type Reply } from './desk.ts';
import type { OrderRequest, Request } from './understand.ts';

export type Question = 'status' | 'arrival' | 'tracking' | 'total' | 'items' | 'placed' | 'address' | 'refund_state';

/** Answers a question about one order. It is read afresh each time, since it may have changed meanwhile. */
export async function answerQuestion(request: OrderRequest & { intent: Question }, desk: Desk): Promise<Reply[]> {
  const { orderId, intent } = request;
  const found = await lookUp(desk, orderId);
  if ('failed' in found) return [found.failed];
  if (intent !== 'address' || found.order.email === desk.memory.email) return [{ kind: intent, order: found.order }];
  if (desk.memory.email === undefined) return ask(desk, 'email', request);
  return [{ kind: 'private', orderId, email: desk.memory.email }];
}

/** The order that a request without one is about: the customer's only one, or what to ask to find out. */
export async function findOrder(request: Request, desk: Desk): Promise<{ orderId: string } | { replies: Reply[] }> {
  if (desk.memory.email === undefined) return { replies: ask(desk, 'order', request) };
  const replies = await listOrders(desk, true);
  const [only, ...others] = desk.memory.listed;
  if (only !== undefined && others.length === 0) return { orderId: only.order_id };
  desk.memory.pending = request;
  return { replies };
}

export async function listOrders(desk: Desk, asksWhich = false): Promise<Reply[]> {
  const { memory } = desk;
  if (memory.email === undefined) return ask(desk, 'email', { intent: 'list' });
  const outcome = await desk.call('list_orders', { email: memory.email });
  if (!outcome.ok) return [failedReply('list', undefined, outcome)];
  const { orders } = outcome.content as { orders: OrderLine[] };
  memory.listed = orders.map(({ order_id, item }) => ({ order_id, name: item }));
  return [{ kind: 'list', email: memory.email, orders, asksWhich }];
}

export async function tellPolicy({ call }: Desk): Promise<Reply[]> {
  const outcome = await call('get_refund_policy', {});
  if (!outcome.ok) return [failedReply('policy', undefined, outcome)];
  return [{ kind: 'policy', policy: outcome.content as RefundPolicy }];
}
