import { z } from 'zod';

/** One part of a run whose other parts run elsewhere. */
export const RunShard = z.strictObject({
  /** Counts from 1. */
  index: z.int().min(1),
  /** How many parts there are. */
  count: z.int().min(1),
});
export type RunShard = z.infer<typeof RunShard>;
