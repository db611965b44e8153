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

/** Groups within groups beyond this say nothing that fewer could not. */
export const maxItemDepth = 32;

/** A list of calls and groups. It is measured before it is read: reading recurses. */
export const CallItems = z.preprocess((value, context) => {
  const path = deepPath(value);
  if (path === undefined) return value;
  context.issues.push({
    code: 'custom',
    input: value,
    path,
    message: `holds groups within groups more than ${maxItemDepth} levels deep`,
  });
  return z.NEVER;
}, z.array(CallItem)) as unknown as z.ZodType<CallItem[], CallItemInput[]>;

type Open = { value: unknown; path: (string | number)[]; depth: number };

/** The way to the item that is too deep, cut short. Does not recurse. */
function deepPath(root: unknown): (string | number)[] | undefined {
  const open: Open[] = [{ value: root, path: [], depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxItemDepth) return path.slice(0, 1);
    if (Array.isArray(value)) {
      for (const [index, inner] of value.entries()) open.push({ value: inner, path: [...path, index], depth });
      continue;
    }
    for (const key of groupKeys) {
      if (Object.hasOwn(value, key))
        open.push({ value: Reflect.get(value, key), path: [...path, key], depth: depth + 1 });
    }
  }
  return undefined;
}

const groupKeys = ['anyOrder', 'optional', 'oneOf', 'repeat', 'together'] as const;
