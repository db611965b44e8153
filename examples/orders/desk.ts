import type { Order, Refund } from './data.ts';
import { type Memory, mention } from './memory.ts';
import type { Request } from './understand.ts';

/** What a tool call came to. Errors are answers too: the desk has to tell them. */
export type Outcome = { ok: true; content: unknown } | { ok: false; kind: string; message: string };
export type CallTool = (tool: string, args: Record<string, unknown>) => Promise<Outcome>;

export type OrderLine = Pick<Order, 'order_id' | 'status' | 'total' | 'currency'> & { item: string };
export type RefundPolicy = { days_after_delivery: number; reasons: string[]; at_most: string; not_shipped: string };

/** What the desk has to say, before it is put into words. Each kind is told by one phrase in `answers.ts`. */
export type Reply =
  | {
      kind: 'status' | 'arrival' | 'tracking' | 'total' | 'items' | 'placed' | 'address' | 'refund_state';
      order: Order;
    }
  | { kind: 'list'; email: string; orders: readonly OrderLine[]; asksWhich: boolean }
  | { kind: 'refunded'; refund: Refund & { currency: string } }
  | { kind: 'cancelled'; cancelled: { order_id: string; paid_back: string; currency: string } }
  | { kind: 'address_changed'; changed: { order_id: string; address: string } }
  | { kind: 'policy'; policy: RefundPolicy }
  | { kind: 'too_much'; order: Order; amount: string | undefined }
  | {
      kind: 'refused';
      task: Task;
      order: Order;
      why: 'not_shipped' | 'shipped' | 'delivered' | 'cancelled' | 'refunded' | 'too_old';
    }
  | { kind: 'private'; orderId: string; email: string | undefined }
  | {
      kind: 'failed';
      task: Task;
      orderId: string | undefined;
      problem: 'not_found' | 'unavailable' | 'refused';
      message: string;
    }
  | { kind: 'ask'; slot: 'order' | 'reason' | 'amount' | 'email' | 'address'; orderId: string | undefined }
  | { kind: 'greeting' | 'thanks' | 'dropped' | 'unclear' | 'capabilities' | 'not_offered' };
/** The reply of one kind. */
export type ReplyOf<Kind extends Reply['kind']> = Reply extends infer One
  ? One extends { kind: infer Kinds }
    ? Kind extends Kinds
      ? One
      : never
    : never
  : never;
export type Task = 'look_up' | 'list' | 'refund' | 'cancel' | 'change_address' | 'policy';

export type Desk = {
  memory: Memory;
  call: CallTool;
  /** The scenario's day, ISO. */
  today: string;
};

/** Reads an order. */
export async function lookUp(desk: Desk, orderId: string): Promise<{ order: Order } | { failed: Reply }> {
  mention(desk.memory, orderId);
  const outcome = await desk.call('lookup_order', { order_id: orderId });
  if (outcome.ok) return { order: outcome.content as Order };
  return { failed: failedReply('look_up', orderId, outcome) };
}

/**
 * The tools for one turn. The same question is asked once, and once more when it failed for a reason that may pass; a
 * change is made once, and makes earlier answers worthless.
 */
export function callsOfTurn(call: CallTool): CallTool {
  const known = new Map<string, Outcome>();
  return async (tool, args) => {
    if (!/^(?:lookup|list|get)_/.test(tool)) {
      known.clear();
      return call(tool, args);
    }
    const question = `${tool} ${JSON.stringify(args)}`;
    const before = known.get(question);
    if (before !== undefined) return before;
    const first = await call(tool, args);
    const outcome = mayPass(first) ? await call(tool, args) : first;
    known.set(question, outcome);
    return outcome;
  };
}

function mayPass(outcome: Outcome): boolean {
  return !outcome.ok && outcome.kind !== 'tool_crash' && problemOf(outcome) === 'unavailable';
}

export function failedReply(task: Task, orderId: string | undefined, outcome: Outcome & { ok: false }): Reply {
  return { kind: 'failed', task, orderId, problem: problemOf(outcome), message: outcome.message };
}

/** Asks for what is missing and remembers what for. */
export function ask(desk: Desk, slot: Extract<Reply, { kind: 'ask' }>['slot'], request: Request): Reply[] {
  desk.memory.pending = request;
  return [{ kind: 'ask', slot, orderId: request.orderId }];
}

function problemOf({ kind, message }: Outcome & { ok: false }): 'not_found' | 'unavailable' | 'refused' {
  if (/not found|no order/i.test(message)) return 'not_found';
  if (kind === 'tool_crash' || kind === 'timeout') return 'unavailable';
  return /not answering|unavailable|timed? ?out|try again|busy/i.test(message) ? 'unavailable' : 'refused';
}
