import type { CallTool } from '../desk.ts';
import type { Fault } from './fault.ts';

/** Faults in what a tool is called with. */
export const ARGUMENT_FAULTS: Readonly<Record<string, Fault>> = {
  'refunds-another-order': {
    what: 'looks up one order and refunds another',
    change: ({ call }) => ({ call: withArguments(call, 'issue_refund', (args) => ({ ...args, order_id: 'A-1003' })) }),
  },
  'invents-a-reason': {
    what: 'makes the reason of a refund up instead of asking for it',
    change: ({ handle }) => ({
      handle: (request, desk) =>
        handle(request.intent === 'refund' ? { ...request, reason: request.reason ?? 'other' } : request, desk),
    }),
  },
  'invents-an-order-number': {
    what: 'makes an order number up when the user gave none',
    change: ({ handle }) => ({
      handle: (request, desk) =>
        handle(request.intent === 'status' ? { ...request, orderId: request.orderId ?? 'A-1008' } : request, desk),
    }),
  },
  'pays-the-whole-price': {
    what: 'pays the whole price where a part of it was asked for',
    change: ({ call }) => {
      let total = '';
      const pay = withArguments(call, 'issue_refund', (args) => ({ ...args, amount: total }));
      return {
        call: async (tool, args) => {
          const outcome = await pay(tool, args);
          if (tool === 'lookup_order' && outcome.ok) total = (outcome.content as { total: string }).total;
          return outcome;
        },
      };
    },
  },
  'adds-an-argument': {
    what: 'adds an argument that the tool does not have',
    change: ({ call }) => ({ call: withArguments(call, 'issue_refund', (args) => ({ ...args, force: true })) }),
  },
  'drops-an-argument': {
    what: 'leaves out the reason of a refund',
    change: ({ call }) => ({ call: withArguments(call, 'issue_refund', ({ reason: _, ...args }) => args) }),
  },
};

function withArguments(
  call: CallTool,
  name: string,
  change: (args: Record<string, unknown>) => Record<string, unknown>,
): CallTool {
  return (tool, args) => call(tool, tool === name ? change(args) : args);
}
