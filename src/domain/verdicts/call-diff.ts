import { z } from 'zod';

/**
 * How a row stands: `as_expected` · `differs` paired, but arguments, outcome or turn are wrong · `missing` nobody made it ·
 * `unwanted` nothing asked for it and it may not be · `expected_here` made, but at another place · `made_here` that other
 * place · `retried` failed and was tried again · `let_pass` nothing asked for it, and that is allowed.
 */
export const CallMark = z.enum([
  'as_expected',
  'differs',
  'missing',
  'unwanted',
  'expected_here',
  'made_here',
  'retried',
  'let_pass',
]);
export type CallMark = z.infer<typeof CallMark>;

/** A call that was made, as a table shows it. */
export const DiffedCall = z.strictObject({
  /** Counts the calls of the whole session, from 1. */
  number: z.int().min(1),
  /** `refund(order_id="A-1")`. */
  text: z.string(),
  /** `ok`, `no result`, or the kind of error. */
  status: z.string(),
  /** Its event in the transcript; absent for calls that came from elsewhere. */
  seq: z.int().min(0).optional(),
});
export type DiffedCall = z.infer<typeof DiffedCall>;

export const CallDiffRow = z.strictObject({
  mark: CallMark,
  /** The turn it is shown under: where the call was made, or where a missing one belongs. */
  turn: z.int().min(0),
  /** The expectation in words, where the row is about one. */
  expected: z.string().optional(),
  actual: DiffedCall.optional(),
  /** What exactly differs, one phrase each: `amount: 99 → expected 49.9`. */
  remarks: z.array(z.string()),
});
export type CallDiffRow = z.infer<typeof CallDiffRow>;

/**
 * Expected beside made calls, in the order of the talk. The texts are as they were said: only a writer for a sink, such as
 * `callDiffLines`, may show them.
 */
export const CallDiff = z.strictObject({
  /** The turns of the talk; `user` is what the user said, absent where nothing was said or nobody knows. */
  turns: z.array(z.strictObject({ turn: z.int().min(0), user: z.string().optional() })),
  rows: z.array(CallDiffRow),
  /** Rows at the end that are left out of a very long list. */
  leftOut: z.int().min(0).optional(),
});
export type CallDiff = z.infer<typeof CallDiff>;
