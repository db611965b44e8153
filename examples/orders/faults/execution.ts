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
