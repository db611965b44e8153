import type { Memory } from './memory.ts';
import { addressOf, amountOf, emailOf, impliedOrder, orderIdsOf, pointedOrders, withoutNoise } from './slots.ts';
import {
  A_PART,
  AS_WELL,
  CHANGING,
  GREETING,
  type Intent,
  intentOf,
  MORE_THAN_PAID,
  MOVES_ADDRESS,
  NEVER_MIND,
  type Reason,
  reasonOf,
  SURE,
  THANKS,
} from './words.ts';

/** One thing that the user wants, with all that they have said for it. */
export type Request = {
  intent: Intent;
  orderId?: string | undefined;
  amount?: string | undefined;
  /** A part was asked for, without a number. */
  partly?: boolean | undefined;
  /** More than was paid was asked for, without a number. */
  moreThanPaid?: boolean | undefined;
  reason?: Reason | undefined;
  address?: string | undefined;
};

/** A wish about an order that is known. */
export type OrderRequest = Request & { orderId: string };

/** What a message comes to: wishes, or one of the small words that keep a talk going. */
export type Understood =
  | { kind: 'requests'; requests: Request[] }
  | { kind: 'greeting' | 'thanks' | 'dropped' | 'unclear' };

type Slots = Pick<Request, 'amount' | 'partly' | 'moreThanPaid' | 'reason' | 'address'>;

const NEEDS_NO_ORDER = new Set<Intent>(['list', 'policy', 'capabilities', 'not_offered']);
const BETWEEN_CLAUSES = /[.;!?。；！？，,\n]+|\b(?:and|also|then|plus|but)\b|另外|还有|然后|顺便|并且|以及/i;

/** Reads a message in the light of the talk so far. */
export function understand(message: string, memory: Memory): Understood {
  const text = message.normalize('NFKC');
  if (text.trim() === '') return { kind: 'greeting' };
  const slots: Slots = {
    amount: amountOf(text),
    partly: A_PART.test(text) || undefined,
    moreThanPaid: MORE_THAN_PAID.test(text) || undefined,
    reason: reasonOf(text),
    address: MOVES_ADDRESS.test(text) || memory.pending?.intent === 'change_address' ? addressOf(text) : undefined,
  };
  const { wishes, denied } = wishesOf(text, memory);
  if (wishes.length > 0) return { kind: 'requests', requests: wishes.map((wish) => complete(wish, slots, memory)) };
  if (denied || NEVER_MIND.test(text)) return { kind: 'dropped' };
  const continued = continueTalk(text, slots, memory);
  if (continued.length > 0) return { kind: 'requests', requests: continued };
  if (THANKS.test(text)) return { kind: 'thanks' };
  return { kind: GREETING.test(text) ? 'greeting' : 'unclear' };
}

/** Goes through the clauses of a message; one that names only orders belongs to the wish before it. */
function wishesOf(text: string, memory: Memory): { wishes: Request[]; denied: boolean } {
  const wishes: Request[] = [];
  const unclaimed: string[] = [];
  let denied = false;
  const allowed = new Set(orderIdsOf(text));
  for (const clause of withoutNoise(text).split(BETWEEN_CLAUSES)) {
    const found = intentOf(clause);
    const named = orderIdsOf(clause).filter((id) => allowed.has(id));
    const orders = named.length > 0 ? named : pointedOrders(clause, memory);
    if (found?.denied === true) {
      denied = true;
    } else if (found === undefined) {
      const before = wishes.at(-1);
      if (before === undefined) unclaimed.push(...orders);
      else addOrders(wishes, before, orders);
    } else {
      const of = orders.length > 0 ? orders : unclaimed.splice(0);
      if (of.length === 0) wishes.push({ intent: found.intent });
      for (const orderId of of) wishes.push({ intent: found.intent, orderId });
    }
  }
  return { wishes: withoutRepeats(wishes), denied };
}

function addOrders(wishes: Request[], before: Request, orders: readonly string[]): void {
  for (const orderId of orders) {
    if (before.orderId === undefined) before.orderId = orderId;
    else wishes.push({ intent: before.intent, orderId });
  }
}

/** A wish without an order takes the one named elsewhere in the message; the same wish said twice is one. */
function withoutRepeats(wishes: readonly Request[]): Request[] {
  const kept: Request[] = [];
  for (const wish of wishes) {
    const named = kept.at(-1)?.orderId ?? wishes.find(({ orderId }) => orderId !== undefined)?.orderId;
    const whole = wish.orderId === undefined && !NEEDS_NO_ORDER.has(wish.intent) ? { ...wish, orderId: named } : wish;
    if (!kept.some((other) => other.intent === whole.intent && other.orderId === whole.orderId)) kept.push(whole);
  }
  return kept;
}

/** Fills in what the message as a whole says, and the order that the talk is about. */
function complete(wish: Request, slots: Slots, memory: Memory): Request {
  if (NEEDS_NO_ORDER.has(wish.intent)) return wish;
  const earlier = memory.pending?.intent === wish.intent ? memory.pending : undefined;
  return {
    ...earlier,
    ...defined(slots),
    intent: wish.intent === 'address' && slots.address !== undefined ? 'change_address' : wish.intent,
    orderId: wish.orderId ?? earlier?.orderId ?? impliedOrder(memory),
  };
}

/** A message without a wish of its own answers a question of the desk, or asks the last thing of another order. */
function continueTalk(text: string, slots: Slots, memory: Memory): Request[] {
  const named = orderIdsOf(text);
  const orders = named.length > 0 ? named : pointedOrders(text, memory);
  const said = defined(slots);
  if (memory.pending !== undefined) {
    const helps = orders.length > 0 || Object.keys(said).length > 0 || emailOf(text) !== undefined;
    if (!helps) return [];
    const pending = { ...memory.pending, ...said };
    if (orders.length === 0) return [{ ...pending, orderId: pending.orderId ?? impliedOrder(memory) }];
    return orders.map((orderId) => ({ ...pending, orderId }));
  }
  if (said.amount !== undefined && memory.last?.intent === 'refund') {
    return [{ ...memory.last, ...said, orderId: orders[0] ?? memory.last.orderId }];
  }
  if (orders.length > 0) return orders.map((orderId) => ({ intent: repeated(text, memory), orderId }));
  if (emailOf(text) !== undefined) return [{ intent: 'list' }];
  if (SURE.test(text) && memory.last !== undefined)
    return [{ intent: repeated(text, memory), orderId: impliedOrder(memory) }];
  return [];
}

/** "And A-1002?" asks the last question again; a change is repeated only when the user says so. */
function repeated(text: string, { last }: Memory): Intent {
  if (last === undefined || NEEDS_NO_ORDER.has(last.intent)) return 'status';
  return CHANGING.has(last.intent) && !AS_WELL.test(text) ? 'status' : last.intent;
}

function defined(slots: Slots): Slots {
  return Object.fromEntries(Object.entries(slots).filter(([, value]) => value !== undefined));
}
