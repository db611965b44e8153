import type { Talk, Wish } from './understand.ts';

/** A call as the model wants it made. */
export type PlannedCall = { name: string; arguments: Record<string, unknown> };

/** What came back since the user last spoke. */
export type ToolReply = { name: string; arguments: Record<string, unknown>; isError: boolean; content: unknown };

/** The calls that are still needed before the talk can be answered; none when everything is known. */
export function planCalls({ wishes }: Talk, replies: readonly ToolReply[]): PlannedCall[] {
  return wishes.flatMap((wish) => callsFor(wish, replies)).filter((call) => replyTo(call, replies) === undefined);
}

/** What a tool answered to exactly this call. */
export function replyTo(call: PlannedCall, replies: readonly ToolReply[]): ToolReply | undefined {
  const wanted = JSON.stringify(call.arguments);
  return replies.find((reply) => reply.name === call.name && JSON.stringify(reply.arguments) === wanted);
}

export const balanceCall = (employee: string): PlannedCall => ({
  name: 'get_leave_balance',
  arguments: { employee_id: employee },
});

export const leaveCall = (wish: { employee: string; days: number; start: string }): PlannedCall => ({
  name: 'request_leave',
  arguments: { employee_id: wish.employee, days: wish.days, start_date: wish.start },
});

/** A wish that lacks something needs no call but a question; leave is requested only when the balance covers it. */
function callsFor(wish: Wish, replies: readonly ToolReply[]): PlannedCall[] {
  switch (wish.kind) {
    case 'balance':
      return wish.employee === undefined ? [] : [balanceCall(wish.employee)];
    case 'multiply':
      if (wish.a === undefined || wish.b === undefined) return [];
      return [{ name: 'multiply_numbers', arguments: { a: wish.a, b: wish.b } }];
    case 'request_leave': {
      const { employee, days, start } = wish;
      if (employee === undefined || days === undefined || start === undefined) return [];
      const balance = replyTo(balanceCall(employee), replies);
      if (balance === undefined) return [balanceCall(employee)];
      const covered = !balance.isError && (balance.content as { remaining_days: number }).remaining_days >= days;
      return covered ? [leaveCall({ employee, days, start })] : [];
    }
    case 'cancel_leave':
      return wish.request === undefined ? [] : [{ name: 'cancel_leave', arguments: { request_id: wish.request } }];
    default:
      return [];
  }
}
