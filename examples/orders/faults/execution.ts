import { fromCents, toCents } from '../data.ts';
import { failedReply, type ReplyOf } from '../desk.ts';
import type { Fault } from './fault.ts';

/** Faults in how calls are carried out. */
export const EXECUTION_FAULTS: Readonly<Record<string, Fault>> = {
  'refunds-before-looking-up': {
    what: 'pays before it has seen the order',
    change: ({ handle, call }) => ({
      handle: async (request, desk) => {
        if (request.intent === 'refund' && request.orderId !== undefined && request.reason !== undefined) {
          await call('issue_refund', {
            order_id: request.orderId,
            amount: request.amount ?? '49.90',
            reason: request.reason,
          });
        }
        return handle(request, desk);
      },
    }),
  },
  'pays-while-looking-up': {
    what: 'looks up an order and pays in one message, before it has seen the order',
    change: ({ handle, call }) => ({
      handle: async (request, desk) => {
        const { intent, orderId, amount, reason } = request;
        if (intent !== 'refund' || orderId === undefined || amount === undefined || reason === undefined) {
          return handle(request, desk);
        }
        const [, paid] = await Promise.all([
          call('lookup_order', { order_id: orderId }),
          call('issue_refund', { order_id: orderId, amount: fromCents(toCents(amount)), reason }),
        ]);
        return paid.ok
          ? [{ kind: 'refunded', refund: paid.content as ReplyOf<'refunded'>['refund'] }]
          : [failedReply('refund', orderId, paid)];
      },
    }),
  },
  'retries-a-refund': {
    what: 'makes a refund again that has succeeded',
    change: ({ call }) => ({
      call: async (tool, args) => {
        const outcome = await call(tool, args);
        return tool === 'issue_refund' && outcome.ok ? call(tool, args) : outcome;
      },
    }),
  },
  loops: {
    what: 'makes the same call over and over',
    change: ({ call }) => ({
      call: async (tool, args) => {
        let outcome = await call(tool, args);
        for (let round = 0; round < 10 && tool === 'lookup_order'; round += 1) outcome = await call(tool, args);
        return outcome;
      },
    }),
  },
  'crashes-in-turn-3': {
    what: 'throws in turn 3',
    change: () => ({
      finish: (answer, turn) => {
        if (turn === 3) throw new TypeError('cannot read the answer of turn 3');
        return answer;
      },
    }),
  },
};
