import { z } from 'zod';

/** Sessions by verdict. */
export const Totals = z.strictObject({
  sessions: z.int().min(0),
  passed: z.int().min(0),
  failed: z.int().min(0),
  invalid: z.int().min(0),
});
export type Totals = z.infer<typeof Totals>;
