import { z } from 'zod';
import { Verdict } from './verdict.ts';

/** The trials of one scenario against one agent. */
export const MatrixCell = z.strictObject({
  variant: z.string(),
  passed: z.int().min(0),
  sessions: z.int().min(1),
  /** `passed`: as many passed as must, and none is invalid; `invalid`: nobody can tell. */
  verdict: Verdict,
});
export type MatrixCell = z.infer<typeof MatrixCell>;

/** What one agent came to over all scenarios. */
export const MatrixColumn = z.strictObject({
  /** Its name in the config. */
  agent: z.string(),
  /** Variant of its sessions. */
  variant: z.string(),
  passed: z.int().min(0),
  sessions: z.int().min(0),
  /** Mean over the scenarios, each of which counts alike, 0 to 1; absent where nothing ran. */
  passRate: z.number().min(0).max(1).optional(),
  /** 95 %, over whole scenarios; absent for a single one. */
  interval: z.strictObject({ low: z.number(), high: z.number() }).optional(),
});
export type MatrixColumn = z.infer<typeof MatrixColumn>;

/** The same scenarios against several agents. */
export const RunMatrix = z.strictObject({
  /** In the order in which they were named. */
  columns: z.array(MatrixColumn),
  /** Ordered by scenario; an agent without a session has no cell. */
  rows: z.array(z.strictObject({ scenario: z.string(), cells: z.array(MatrixCell) })),
});
export type RunMatrix = z.infer<typeof RunMatrix>;
