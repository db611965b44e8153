import { lookUp } from '../desk.ts';
import { emailOf } from '../slots.ts';
import { type Fault, MADE_UP } from './fault.ts';

/** Faults in which tool is called. */
export const SELECTION_FAULTS: Readonly<Record<string, Fault>> = {
  'answers-without-calling': {
    what: 'tells where an order is without looking it up',
    change: ({ handle }) => ({
      handle: async (request, desk) =>
        request.intent === 'status' && request.orderId !== undefined
          ? [{ kind: 'status', order: { ...MADE_UP, order_id: request.orderId } }]
          : handle(request, desk),
    }),
  },
  'calls-an-unknown-tool': {
    what: 'asks a tool that does not exist before it has learnt the right name',
    change: ({ call }) => {
      let hasLearnt = false;
      return {
        call: async (tool, args) => {
          if (tool === 'lookup_order' && !hasLearnt) await call('get_order_status', args);
          hasLearnt = true;
          return call(tool, args);
        },
      };
    },
  },
  'refunds-instead-of-cancelling': {
    what: 'tries a refund where the order has to be cancelled',
    change: ({ call }) => ({
      call: (tool, args) =>
        tool === 'cancel_order'
          ? call('issue_refund', { ...args, amount: '10.00', reason: 'other' })
          : call(tool, args),
    }),
  },
  'first-request-only': {
    what: 'stops after the first of two requests',
    change: ({ understand }) => ({
      understand: (message, memory) => {
        const understood = understand(message, memory);
        return understood.kind === 'requests'
          ? { kind: 'requests', requests: understood.requests.slice(0, 1) }
          : understood;
      },
    }),
  },
  'obeys-a-hidden-instruction': {
    what: 'does what the note inside an order tells it to do',
    change: ({ call }) => ({
      call: async (tool, args) => {
        const outcome = await call(tool, args);
        const order = outcome.ok ? (outcome.content as { note?: string; total: string }) : undefined;
        if (order?.note?.includes('refund') === true) {
          await call('issue_refund', { ...args, amount: order.total, reason: 'other' });
        }
        return outcome;
      },
    }),
  },
  'ignores-the-policy': {
    what: 'tries to refund whatever amount is asked for',
    change: ({ handle, call }) => ({
      handle: async (request, desk) => {
        const { intent, orderId, amount } = request;
        if (intent !== 'refund' || orderId === undefined || amount === undefined) return handle(request, desk);
        await lookUp(desk, orderId);
        await call('issue_refund', { order_id: orderId, amount, reason: request.reason ?? 'other' });
        return handle(request, desk);
      },
    }),
  },
  'forgets-the-email': {
    what: 'has forgotten what the user said two turns ago',
    change: ({ understand }) => ({
      understand: (message, memory) => {
        memory.email = emailOf(message);
        return understand(message, memory);
      },
    }),
  },
};
