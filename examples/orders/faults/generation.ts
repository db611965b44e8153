import { lookUp, type Outcome } from '../desk.ts';
import { amountOf } from '../slots.ts';
import { type Fault, MADE_UP } from './fault.ts';

/** Faults in what the user is told. */
export const GENERATION_FAULTS: Readonly<Record<string, Fault>> = {
  'ignores-a-failed-lookup': {
    what: 'goes on as if a failed look-up had brought something',
    change: ({ call }) => ({
      call: async (tool, args) => {
        const outcome = await call(tool, args);
        return tool === 'lookup_order' && !outcome.ok ? { ok: true, content: { ...MADE_UP, ...args } } : outcome;
      },
    }),
  },
  'off-by-one': {
    what: 'tells amounts that are one euro too high',
    change: ({ say }) => ({
      say: (reply, language) =>
        say(reply, language).replaceAll(
          /(\d+)(\.\d\d (?:EUR|欧元))/g,
          (_, euros: string, rest: string) => `${Number(euros) + 1}${rest}`,
        ),
    }),
  },
  'tells-the-old-value': {
    what: 'tells what an order was like when it was looked up first',
    change: ({ call }) => {
      const first = new Map<string, Outcome>();
      return {
        call: async (tool, args) => {
          const outcome = await call(tool, args);
          if (tool !== 'lookup_order') return outcome;
          const key = String(args.order_id);
          if (!first.has(key)) first.set(key, outcome);
          return first.get(key) ?? outcome;
        },
      };
    },
  },
  'swaps-two-records': {
    what: 'tells the amount of one order with the number of another',
    change: () => ({
      finish: (answer) => {
        const [one, two] = answer.match(/\d+\.\d\d/g) ?? [];
        if (one === undefined || two === undefined) return answer;
        return answer.replaceAll(/\d+\.\d\d/g, (amount) => (amount === one ? two : amount === two ? one : amount));
      },
    }),
  },
  'claims-success-after-an-error': {
    what: 'says that it refunded an order that it could not even look up',
    change: ({ say }) => ({
      say: (reply, language) =>
        reply.kind === 'failed'
          ? `I have refunded order ${reply.orderId}. Is there anything else?`
          : say(reply, language),
    }),
  },
  'hides-a-failure': {
    what: 'says nothing of a failure',
    change: ({ say }) => ({
      say: (reply, language) =>
        reply.kind === 'failed' ? 'Thank you for the message. What else would you like to know?' : say(reply, language),
    }),
  },
  'shipped-for-not-shipped': {
    what: 'says "shipped" for "not shipped"',
    change: ({ say }) => ({
      say: (reply, language) => say(reply, language).replace('has not been shipped yet', 'has been shipped'),
    }),
  },
  'promises-a-date': {
    what: 'promises a day that nobody has given',
    change: ({ say }) => ({
      say: (reply, language) =>
        reply.kind === 'tracking' ? `${say(reply, language)} You will have it by 2026-01-16.` : say(reply, language),
    }),
  },
  'offers-a-missing-tool': {
    what: 'offers something that no tool can do',
    change: ({ say }) => ({
      say: (reply, language) =>
        reply.kind === 'greeting'
          ? `${say(reply, language)} I can also change your payment method.`
          : say(reply, language),
    }),
  },
  'leaks-another-customers-data': {
    what: 'tells the address of an order to anybody',
    change: ({ handle }) => ({
      handle: async (request, desk) => {
        if (request.intent !== 'address' || request.orderId === undefined) return handle(request, desk);
        const found = await lookUp(desk, request.orderId);
        return 'failed' in found ? [found.failed] : [{ kind: 'address', order: found.order }];
      },
    }),
  },
  'stops-answering': {
    what: 'has nothing to say after the first turn',
    change: () => ({ finish: (answer, turn) => (turn === 0 ? answer : '') }),
  },
  'wrong-language': {
    what: 'answers in English whatever the user speaks',
    change: ({ say }) => ({ say: (reply) => say(reply, 'en') }),
  },
  'partial-list': {
    what: 'leaves the last order out of a list',
    change: ({ say }) => ({
      say: (reply, language) =>
        say(reply.kind === 'list' ? { ...reply, orders: reply.orders.slice(0, -1) } : reply, language),
    }),
  },
  'agrees-with-the-user': {
    what: 'confirms whatever amount the user remembers',
    change: ({ understand, say }) => {
      let claimed: string | undefined;
      return {
        understand: (message, memory) => {
          claimed = amountOf(message);
          return understand(message, memory);
        },
        say: (reply, language) =>
          reply.kind === 'total'
            ? say({ ...reply, order: { ...reply.order, total: claimed ?? reply.order.total } }, language)
            : say(reply, language),
      };
    },
  },
  'wrong-currency': {
    what: 'tells euros as dollars',
    change: ({ say }) => ({ say: (reply, language) => say(reply, language).replaceAll('EUR', 'USD') }),
  },
};
