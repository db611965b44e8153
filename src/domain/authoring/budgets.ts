import { z } from 'zod';

/** The most that may be spent; what is not named is not limited. Checked before each request, so one may go over. */
export const Budget = z.strictObject({
  /** Tokens in and out. */
  maxTokens: z.int().min(1).optional(),
  /** US dollars, by the config's prices. */
  maxCostUsd: z.number().gt(0).optional(),
  /** Requests, retries not counted. */
  maxCalls: z.int().min(1).optional(),
});
export type Budget = z.infer<typeof Budget>;

/** Budgets of a whole run, each role apart. */
export const Budgets = z.strictObject({
  /** Agent and simulated user together. Judges have a budget of their own, so that what happened can still be judged. */
  run: Budget.extend({
    /** Milliseconds from the run's first session. */
    maxWallMs: z.int().min(1).optional(),
  }).optional(),
  agent: Budget.optional(),
  user: Budget.optional(),
  judge: Budget.optional(),
});
export type Budgets = z.infer<typeof Budgets>;

/** What a million tokens cost, in US dollars. */
export const Price = z.strictObject({ inputUsd: z.number().min(0), outputUsd: z.number().min(0) });
export type Price = z.infer<typeof Price>;

/** Model name → price. */
export type Prices = Readonly<Record<string, Price>>;
