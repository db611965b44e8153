import { z } from 'zod';

/** What ends a session that does not end by itself. Times in milliseconds. */
export const Limits = z.strictObject({
  /** User messages in a session. Reaching it is a reason to end, not a verdict. */
  maxTurns: z.int().min(1).max(10_000).default(20),
  /** The user may not end before this many turns. */
  minTurns: z.int().min(0).default(0),
  /** Messages of the agent's model in one turn; one more ends the session with `max_steps`. */
  maxSteps: z.int().min(1).max(10_000).default(20),
  /** Calls of tools in one turn; one more ends the session with `max_steps`. */
  maxCalls: z.int().min(1).max(100_000).default(200),
  /** The same call, with the same arguments, this many times in a row ends the session with `loop`. */
  maxEqualCalls: z.int().min(2).default(3),
  turnTimeoutMs: z.int().min(1).default(60_000),
  sessionTimeoutMs: z.int().min(1).default(600_000),
  /** One call of a simulated tool. */
  toolTimeoutMs: z.int().min(1).default(30_000),
  /** Tokens of the agent and the simulated user, in and out, in one session. */
  maxTokens: z.int().min(1).optional(),
  /** US dollars of the agent and the simulated user in one session, by the config's prices. */
  maxCostUsd: z.number().gt(0).optional(),
});
export type Limits = z.infer<typeof Limits>;
