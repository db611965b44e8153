import { z } from 'zod';
import { JsonValue } from '../values/json-value.ts';

/** What became of the argument text. An unparsable call matches no expectation. */
export const CallArguments = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('parsed'), value: JsonValue }),
  z.strictObject({ status: z.literal('unparsable'), problem: z.string() }),
]);
export type CallArguments = z.infer<typeof CallArguments>;

export const ToolCall = z.strictObject({
  /** Ours, unique in the session: agents repeat theirs. */
  id: z.string(),
  /** The id that the agent or its model gave, where it gave one. */
  givenId: z.string().optional(),
  name: z.string(),
  /** The argument text exactly as it came. */
  rawArguments: z.string(),
  arguments: CallArguments,
  /** `world` calls ran through the session's tools; `reported` ones the agent told of. */
  source: z.enum(['world', 'reported']),
});
export type ToolCall = z.infer<typeof ToolCall>;

/**
 * `unknown_tool` no such tool · `invalid_arguments` refused by the schema · `blocked` a precondition was not met ·
 * `tool_error` the tool's own refusal · `tool_crash` an unplanned exception · `timeout` took too long · `cancelled` the
 * session ended first.
 */
export const ToolErrorKind = z.enum([
  'unknown_tool',
  'invalid_arguments',
  'blocked',
  'tool_error',
  'tool_crash',
  'timeout',
  'cancelled',
]);
export type ToolErrorKind = z.infer<typeof ToolErrorKind>;

export const ToolOutcome = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('ok'), content: JsonValue }),
  z.strictObject({ status: z.literal('error'), kind: ToolErrorKind, message: z.string() }),
]);
export type ToolOutcome = z.infer<typeof ToolOutcome>;

export const ToolResult = z.strictObject({
  /** `id` of the call; an id that no call has makes the result an orphan. */
  callId: z.string(),
  outcome: ToolOutcome,
  /** The fault of the scenario that answered in the tool's place. */
  injectedBy: z.string().optional(),
  /** Order of completion among the calls of the step, from 0; the events stand in call order. */
  completed: z.int().min(0),
});
export type ToolResult = z.infer<typeof ToolResult>;

/** What the agent knows of a tool, and what it does to the world. */
export const ToolDescription = z.strictObject({
  name: z.string(),
  description: z.string(),
  /** JSON Schema of the arguments. */
  parameters: JsonValue,
  effect: z.enum(['read', 'write', 'unknown']),
});
export type ToolDescription = z.infer<typeof ToolDescription>;
