import { z } from 'zod';
import { Name } from '../../../domain/authoring/identifier.ts';
import { MatchOptions } from '../arguments/match-options.ts';
import { CallItems } from './call-item.ts';

/** Which calls are expected, and how strictly. */
export const CallsSpecification = z.strictObject({
  /** Calls, and groups of them. */
  calls: CallItems,
  /**
   * `sequence` (the default): in this order, others may come between · `exact`: these and nothing else · `any`: in any
   * order · `partial`: each call waits for the ids in its `after`, and for nothing else.
   */
  order: z.enum(['sequence', 'exact', 'any', 'partial']).optional(),
  /** What is compared with what: the `session` (the default), `turn` by turn, or message by message (`step`). */
  unit: z.enum(['session', 'turn', 'step']).optional(),
  /** With `unit: turn`, how many turns are compared at least: those before it that name no call expect none. */
  turns: z.int().min(1).max(1000).optional(),
  /** What must have come of every call that does not say it itself: `ok` (the default), `error` or `any`. */
  outcome: z.enum(['ok', 'error', 'any']).optional(),
  /** Calls that nothing asked for: `reads` lets tools pass that only read (the default), `allow` all, `forbid` none. */
  extra: z.enum(['reads', 'allow', 'forbid']).optional(),
  /** Whether expected calls may be left out. */
  missing: z.enum(['forbid', 'allow']).optional(),
  /** A failed call that the same tool follows is one call with it; true when nothing is said. */
  foldRetries: z.boolean().optional(),
  /** What the value is, and with `atLeast` the verdict: everything as expected (`pass`, the default), or a share. */
  score: z.enum(['pass', 'recall', 'precision', 'f1', 'credit']).optional(),
  /** The value from which the check passes, 0 to 1; 1 when nothing is said. With `pass`, the share of turns (`unit: turn`). */
  atLeast: z.number().min(0).max(1).optional(),
  /** How arguments are compared, by tool. */
  perTool: z.record(Name, MatchOptions).optional(),
  ...MatchOptions.shape,
});
export type CallsSpecification = z.infer<typeof CallsSpecification>;
export type CallsSpecificationInput = z.input<typeof CallsSpecification>;
