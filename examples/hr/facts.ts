import { balanceCall, leaveCall, replyTo, type ToolReply } from './plan.ts';
import type { Talk, Wish } from './understand.ts';

type Balance = { employee_id: string; remaining_days: number };
type Leave = { request_id: string; employee_id: string; days: number; start_date: string; remaining_days: number };

/** What there is to say, once everything that can be known is known. */
export type Fact =
  | { kind: 'balance'; balance: Balance }
  | { kind: 'product'; a: number; b: number; product: number }
  | { kind: 'leave_requested'; leave: Leave }
  | { kind: 'leave_cancelled'; leave: Leave }
  | { kind: 'too_few_days'; balance: Balance; days: number }
  | { kind: 'no_such_employee'; employee: string }
  | { kind: 'failed'; task: 'balance' | 'multiply' | 'request_leave' | 'cancel_leave'; message: string }
  | { kind: 'ask'; slot: 'employee' | 'days' | 'start' | 'numbers' | 'request' }
  | { kind: 'introduce' | 'not_offered' | 'thanks' | 'greeting' | 'dropped' | 'unclear' };

/** The fact of one kind. */
export type FactOf<Kind extends Fact['kind']> = Fact extends infer One
  ? One extends { kind: infer Kinds }
    ? Kind extends Kinds
      ? One
      : never
    : never
  : never;

/** What the tools' answers mean for each wish. */
export function factsOf({ wishes }: Talk, replies: readonly ToolReply[]): Fact[] {
  return wishes.map((wish) => factOf(wish, replies));
}

function factOf(wish: Wish, replies: readonly ToolReply[]): Fact {
  switch (wish.kind) {
    case 'balance':
      return wish.employee === undefined ? { kind: 'ask', slot: 'employee' } : balanceOf(wish.employee, replies);
    case 'multiply': {
      const { a, b } = wish;
      if (a === undefined || b === undefined) return { kind: 'ask', slot: 'numbers' };
      const reply = replyTo({ name: 'multiply_numbers', arguments: { a, b } }, replies);
      if (reply === undefined || reply.isError) return failure('multiply', reply);
      return { kind: 'product', a, b, product: (reply.content as { product: number }).product };
    }
    case 'request_leave':
      return requestedLeave(wish, replies);
    case 'cancel_leave': {
      if (wish.request === undefined) return { kind: 'ask', slot: 'request' };
      const reply = replyTo({ name: 'cancel_leave', arguments: { request_id: wish.request } }, replies);
      if (reply === undefined || reply.isError) return failure('cancel_leave', reply);
      return { kind: 'leave_cancelled', leave: reply.content as Leave };
    }
    default:
      return { kind: wish.kind };
  }
}

function requestedLeave(wish: Wish & { kind: 'request_leave' }, replies: readonly ToolReply[]): Fact {
  const { employee, days, start } = wish;
  if (employee === undefined) return { kind: 'ask', slot: 'employee' };
  if (days === undefined) return { kind: 'ask', slot: 'days' };
  if (start === undefined) return { kind: 'ask', slot: 'start' };
  const known = balanceOf(employee, replies);
  if (known.kind !== 'balance') return known;
  const reply = replyTo(leaveCall({ employee, days, start }), replies);
  if (reply === undefined) return { kind: 'too_few_days', balance: known.balance, days };
  return reply.isError ? failure('request_leave', reply) : { kind: 'leave_requested', leave: reply.content as Leave };
}

function balanceOf(employee: string, replies: readonly ToolReply[]): Fact {
  const reply = replyTo(balanceCall(employee), replies);
  if (reply === undefined) return failure('balance', reply);
  if (!reply.isError) return { kind: 'balance', balance: reply.content as Balance };
  return /员工不存在/.test(String(reply.content)) ? { kind: 'no_such_employee', employee } : failure('balance', reply);
}

function failure(task: Extract<Fact, { kind: 'failed' }>['task'], reply: ToolReply | undefined): Fact {
  return { kind: 'failed', task, message: reply === undefined ? '' : String(reply.content) };
}
