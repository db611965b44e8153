import { z } from 'zod';
import { Name } from './identifier.ts';

const count = z.int().min(0);

/** A number found in what the agent said, compared with a literal or with a fact. At least one comparison. */
export const NumberGuard = z
  .strictObject({
    is: z.union([z.number(), z.string()]).optional(),
    over: z.union([z.number(), z.string()]).optional(),
    under: z.union([z.number(), z.string()]).optional(),
    /** Only numbers that stand within 40 characters of a match of this pattern. */
    near: z.string().optional(),
  })
  .refine((guard) => guard.is !== undefined || guard.over !== undefined || guard.under !== undefined, {
    message: 'needs `is`, `over` or `under`',
  });
export type NumberGuard = z.infer<typeof NumberGuard>;

/**
 * A condition on what the user can know: the agent's words, notices, counts. Every key given must hold; patterns are
 * linear regular expressions, `/…/i` or bare, and match anywhere in the agent's messages of the turn.
 */
export type Guard = {
  /** The agent's words match. */
  heard?: string | undefined;
  heardAny?: string[] | undefined;
  heardAll?: string[] | undefined;
  /** The words match and the sentence denies it: "is not shipped", "cannot refund", "没有发货". */
  denied?: string | undefined;
  /** A question of the agent matches; `.` for any question. */
  asked?: string | undefined;
  number?: NumberGuard | undefined;
  /** A notice from the world matches. */
  notice?: string | undefined;
  /** The agent said nothing. */
  silent?: boolean | undefined;
  /** The user has been in this state (or in `state`) at least so many times. */
  visits?: number | { state: string; atLeast: number } | undefined;
  /** The turn just heard is at least this one (from 0). */
  turn?: number | undefined;
  /** A capture of this name has been made. */
  captured?: string | undefined;
  not?: Guard | undefined;
  any?: Guard[] | undefined;
  all?: Guard[] | undefined;
};
export const Guard: z.ZodType<Guard, Guard> = z.lazy(() =>
  z
    .strictObject({
      heard: z.string().min(1).optional(),
      heardAny: z.array(z.string().min(1)).min(1).optional(),
      heardAll: z.array(z.string().min(1)).min(1).optional(),
      denied: z.string().min(1).optional(),
      asked: z.string().min(1).optional(),
      number: NumberGuard.optional(),
      notice: z.string().min(1).optional(),
      silent: z.boolean().optional(),
      visits: z.union([count, z.strictObject({ state: Name, atLeast: count })]).optional(),
      turn: count.optional(),
      captured: Name.optional(),
      not: Guard.optional(),
      any: z.array(Guard).min(1).optional(),
      all: z.array(Guard).min(1).optional(),
    })
    .refine((guard) => Object.keys(guard).length > 0, { message: 'needs at least one condition' }),
);

/** One way out of a state. Without `when` it is always taken, so it stands last. */
export const MachineTransition = z.strictObject({
  when: Guard.optional(),
  go: Name,
  /** Name → pattern; the first group (or the whole match) in the agent's words is kept for `{{name}}`. */
  capture: z.record(Name, z.string().min(1)).optional(),
});
export type MachineTransition = z.infer<typeof MachineTransition>;

/** A state says something and waits for the reply, or ends the talk (with a last word if `say` is there too). */
export const MachineState = z.strictObject({
  /** The user's words, or several phrasings of them of which the seed picks one. `{{fact}}` inserts facts and captures. */
  say: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).optional(),
  /** Facts that these words give away. */
  discloses: z.array(Name).optional(),
  /** Tried in order when the agent has replied. */
  on: z.array(MachineTransition).optional(),
  end: z.enum(['done', 'gave_up']).optional(),
});
export type MachineState = z.infer<typeof MachineState>;

/** A simulated user as a state machine, written as data. */
export const MachineDefinition = z.strictObject({
  initial: Name,
  states: z.record(Name, MachineState),
});
export type MachineDefinition = z.infer<typeof MachineDefinition>;

/** A machine's graph as others see it (coverage, paths, drawings). */
export type MachineGraph = {
  initial: string;
  states: readonly { id: string; says: boolean; ends: boolean }[];
  transitions: readonly { id: string; from: string; to: string; guard?: string | undefined }[];
};
