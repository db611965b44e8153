import type { z } from 'zod';
import type { ExpectedArguments } from '../arguments/expected-arguments.ts';
import type { CallItemInput } from '../specification/call-item.ts';
import type { ExpectedCall } from '../specification/expected-call.ts';

type CallInput = z.input<typeof ExpectedCall>;
/** What an expected call may say besides its tool and its arguments: `outcome`, `turn`, `id`, `after`, how to compare. */
export type CallOptions = Omit<CallInput, 'tool' | 'arguments'>;

/**
 * An expected call, as the object that a file holds: `call('refund', { order_id: 'A-1' }, { outcome: 'ok' })`. Without
 * arguments any will do. Its parts say how several calls belong together.
 */
export const call = Object.assign(callOf, {
  /** These, in any order, before what follows. */
  anyOrder: (...items: CallItemInput[]) => ({ anyOrder: items }),
  /** This may be left out. */
  optional: (item: CallItemInput) => ({ optional: item }),
  /** One of these; a list is calls in this order. */
  oneOf: (...ways: (CallItemInput | CallItemInput[])[]) => ({ oneOf: ways }),
  /** This, `min` (once, by default) to `max` times (any number, by default). */
  repeat: (item: CallItemInput, { min, max }: { min?: number; max?: number } = {}) => ({
    repeat: item,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  }),
  /** These, launched by one message of the agent. */
  together: (...calls: CallInput[]) => ({ together: calls }),
});

function callOf(tool: string, expected?: ExpectedArguments, options: CallOptions = {}): CallInput {
  return { tool, ...(expected === undefined ? {} : { arguments: expected }), ...options };
}
