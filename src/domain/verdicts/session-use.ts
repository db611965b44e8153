import { z } from 'zod';
import { ModelTotals } from './model-totals.ts';

/** What a session took out of the budgets of a run, by role. Tokens that nobody told are estimated. */
export const BudgetCharge = z.strictObject({
  role: z.enum(['agent', 'user', 'judge']),
  calls: z.int().min(0),
  tokens: z.number().min(0),
  costUsd: z.number().min(0),
  /** Calls whose tokens were estimated. */
  estimated: z.int().min(0),
});
export type BudgetCharge = z.infer<typeof BudgetCharge>;

/** What became of a session's recordings. */
export const SessionRecording = z.strictObject({
  /** Answers that were recorded. */
  recorded: z.int().min(0),
  /** A sentence about recorded requests that were not made. */
  unused: z.string().optional(),
  /** A sentence about a recording that could not be used; it makes the run invalid. */
  problem: z.string().optional(),
  notes: z.array(z.string()),
});
export type SessionRecording = z.infer<typeof SessionRecording>;

/** What a session asked of models, so that a run that goes on knows what was spent before. */
export const SessionUse = z.strictObject({
  models: z.array(ModelTotals),
  charges: z.array(BudgetCharge),
  recording: SessionRecording.optional(),
});
export type SessionUse = z.infer<typeof SessionUse>;
