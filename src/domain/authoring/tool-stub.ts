import { z } from 'zod';
import { JsonObject, JsonValue } from '../values/json-value.ts';
import { Name } from './identifier.ts';

export const Effect = z.enum(['read', 'write', 'unknown']);
export type Effect = z.infer<typeof Effect>;

/** A call that must have succeeded, and been seen by the agent, before this tool may run. */
export const Requirement = z.strictObject({
  tool: Name,
  /** Arguments that must be equal in both calls: one name for both, or this tool's name → the other's. */
  sameArguments: z.union([z.array(Name).min(1), z.record(Name, Name)]).optional(),
});
export type Requirement = z.infer<typeof Requirement>;

/** What a stub answers to calls whose arguments hold everything in `when` (deep partial); without `when`, to any. */
export const StubAnswer = z.union([
  z.strictObject({ when: JsonValue.optional(), result: JsonValue, set: JsonObject.optional() }),
  z.strictObject({ when: JsonValue.optional(), error: z.string().min(1) }),
]);
export type StubAnswer = z.infer<typeof StubAnswer>;

/** A simulated tool written as data, for authors who write no code. */
export const ToolStub = z.strictObject({
  name: Name,
  description: z.string().min(1),
  effect: Effect.default('read'),
  /** JSON Schema of the arguments, or the short form: parameter name → JSON Schema of it (all required). */
  parameters: JsonObject.default({}),
  requires: z.array(z.union([Name, Requirement])).default([]),
  /** Tried in order; the first that fits answers. No fit is a `tool_error` that says so. */
  answers: z.array(StubAnswer).min(1),
});
export type ToolStub = z.infer<typeof ToolStub>;

/** A world written as data. A write stub's `set` puts values into the state by JSON Pointer. */
export const WorldDefinition = z.strictObject({
  state: JsonObject.default({}),
  tools: z.array(ToolStub).min(1),
});
export type WorldDefinition = z.infer<typeof WorldDefinition>;

/** A fault planted by the scenario: the tool does not run, the agent is told this instead. */
export const Fault = z.strictObject({
  tool: Name,
  /** Which calls of the tool: the first, every one, or positions counted from 0. */
  on: z.union([z.enum(['first', 'every']), z.array(z.int().min(0)).min(1)]).default('first'),
  kind: z.enum(['tool_error', 'tool_crash', 'timeout']).default('tool_error'),
  message: z.string().min(1),
});
export type Fault = z.infer<typeof Fault>;
