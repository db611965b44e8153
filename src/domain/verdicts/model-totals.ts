import { z } from 'zod';

/** What one role asked of one model in a run. */
export const ModelTotals = z.strictObject({
  role: z.enum(['agent', 'user', 'judge']),
  model: z.string(),
  /** Requests that were answered or given up. */
  calls: z.int().min(0),
  tokensIn: z.int().min(0),
  tokensOut: z.int().min(0),
  /** Calls whose tokens the provider did not say; they are missing in the sums. */
  callsWithoutUsage: z.int().min(0),
  /** Calls that recordings answered, at no cost; absent when none was. */
  replayed: z.int().min(1).optional(),
  /** US dollars; absent when the config has no price for the model. */
  costUsd: z.number().min(0).optional(),
});
export type ModelTotals = z.infer<typeof ModelTotals>;
