import { z } from 'zod';
import { ExpectedCall } from './expected-call.ts';

type Call = z.infer<typeof ExpectedCall>;
type CallInput = z.input<typeof ExpectedCall>;

/** What a list of expected calls may hold: a call, or several that belong together in one way or another. */
export type CallItem =
  | Call
  | { anyOrder: CallItem[] }
  | { optional: CallItem }
  | { oneOf: (CallItem | CallItem[])[] }
  | { repeat: CallItem; min?: number | undefined; max?: number | undefined }
  | { together: Call[] };
export type CallItemInput =
  | CallInput
  | { anyOrder: CallItemInput[] }
  | { optional: CallItemInput }
  | { oneOf: (CallItemInput | CallItemInput[])[] }
  | { repeat: CallItemInput; min?: number | undefined; max?: number | undefined }
  | { together: CallInput[] };

const AnyOrder = z.strictObject({
  /** These, in any order, before what follows. */
  get anyOrder() {
    return z.array(CallItem).min(1, 'names no call');
  },
});

const Optional = z.strictObject({
  /** This may be left out. */
  get optional() {
    return CallItem;
  },
});

const OneOf = z.strictObject({
  /** One of these; a list is calls in this order. */
  get oneOf() {
    return z.array(z.union([CallItem, z.array(CallItem).min(1, 'names no call')])).min(2, 'takes at least two ways');
  },
});

const Repeat = z.strictObject({
  /** This, several times. */
  get repeat() {
    return CallItem;
  },
  /** How often at least; once, when nothing is said. */
  min: z.int().min(0).max(1000).optional(),
  /** How often at most; as often as it likes, when nothing is said. */
  max: z.int().min(1).max(1000).optional(),
});

const Together = z.strictObject({
  /** These, launched by one message. */
  together: z.array(ExpectedCall).min(2, 'takes at least two calls'),
});

export const CallItem: z.ZodType<CallItem, CallItemInput> = z.union([
  ExpectedCall,
  AnyOrder,
  Optional,
  OneOf,
  Repeat,
  Together,
]);
