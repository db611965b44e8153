import { z } from 'zod';
import { SessionKey } from '../transcript/session-key.ts';

/**
 * What the agent did with a message: called a tool, or none. `unknown_tool`: called one that does not exist. `no_answer`:
 * neither called a tool nor said anything, which is no choice. `invalid`: the session was no valid test.
 */
export const RoutingChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('tool'), tool: z.string() }),
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('unknown_tool') }),
  z.strictObject({ kind: z.literal('no_answer') }),
  z.strictObject({ kind: z.literal('invalid') }),
]);
export type RoutingChoice = z.infer<typeof RoutingChoice>;

const Interval = z.strictObject({ low: z.number().min(0).max(1), high: z.number().min(0).max(1) });

/** `right` out of `of`. `rate` and its 95 % interval (Wilson) are absent where there is nothing to divide by. */
export const Rate = z.strictObject({
  right: z.int().min(0),
  of: z.int().min(0),
  rate: z.number().min(0).max(1).optional(),
  interval: Interval.optional(),
});
export type Rate = z.infer<typeof Rate>;

/** A session whose message did not get the tool that it wanted. */
export const Misroute = z.strictObject({
  key: SessionKey,
  row: z.string(),
  say: z.string(),
  wanted: z.array(z.string()),
  called: RoutingChoice,
  /** The tool as the agent named it, where it does not exist. */
  name: z.string().optional(),
});
export type Misroute = z.infer<typeof Misroute>;

/** Who was called for what: all sessions of one table in one variant. */
export const RoutingResult = z.strictObject({
  scenario: z.string(),
  /** `default`, or what the run overrides; the rows' own variants begin with it. */
  variant: z.string(),
  sessions: z.int().min(0),
  /** Sessions that were no valid test. They are in the matrix and in no rate. */
  invalid: z.int().min(0),
  accuracy: Rate,
  /** Names of the lines: the tools that rows want, and `none`. */
  wanted: z.array(z.string()),
  /** The columns. */
  called: z.array(RoutingChoice),
  /** Sessions by line and column. A row that several tools may serve counts for the one that was called, else for the first. */
  counts: z.array(z.array(z.int().min(0))),
  /** For each line: how many of the messages that want it got it, and how many that got it wanted it. */
  tools: z.array(z.strictObject({ tool: z.string(), recall: Rate, precision: Rate })),
  /** In the order of the table. */
  rows: z.array(
    z.strictObject({
      row: z.string(),
      say: z.string(),
      wanted: z.array(z.string()),
      sessions: z.int().min(0),
      right: z.int().min(0),
      invalid: z.int().min(0),
    }),
  ),
  /** Ordered by key. */
  misroutes: z.array(Misroute),
});
export type RoutingResult = z.infer<typeof RoutingResult>;
