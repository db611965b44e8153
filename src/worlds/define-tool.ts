import type { z } from 'zod';
import type { Effect, Requirement } from '../domain/authoring/tool-stub.ts';
import type { ArgumentCheck } from '../domain/contracts/world.ts';
import { ToolError, UsageError } from '../domain/errors.ts';
import type { JsonObject, JsonValue } from '../domain/values/json-value.ts';
import type { Random } from '../domain/values/random.ts';
import { compileParameters } from './parameters/compile-parameters.ts';

/** What a tool may use while it runs. */
export type ToolContext<State = unknown> = {
  /** This session's state; change it in place. */
  readonly state: State;
  /** Ends the call with a failure that the business knows: "order not found". The agent is told these words. */
  fail(message: string): never;
  /** Tells the user something, as an e-mail or a text message would. */
  notify(text: string, from?: string): void;
  /** The scenario's clock, ISO 8601 with zone. */
  readonly now: string;
  /** Chance, decided by the session's seed and the number of the call. */
  readonly random: Random;
  readonly callId: string;
  /** Aborts when nobody waits for the call any more. */
  readonly signal: AbortSignal;
};

/** A simulated tool, before a world is opened. */
export type Tool<State = unknown> = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, as the model sees it. */
  readonly parameters: JsonValue;
  readonly effect: Effect;
  readonly requires: readonly Requirement[];
  readonly concurrent: boolean;
  check(input: JsonValue): ArgumentCheck;
  run(value: unknown, context: ToolContext<State>): unknown;
};

/** What `run` gets: what the zod schema makes of the arguments, or plain JSON for a JSON Schema. */
export type ArgumentsOf<Parameters> = Parameters extends z.ZodObject ? z.output<Parameters> : Record<string, JsonValue>;

export type ToolOptions<Parameters extends z.ZodObject | JsonObject, State> = {
  name: string;
  /** What the model reads to choose this tool. */
  description: string;
  /** zod 4 object, or JSON Schema of an object. Unknown keys are refused at every level either way. */
  parameters: Parameters;
  /** `write` changes something; `unknown` counts as a write. */
  effect: Effect;
  /** Tools that must have succeeded, and been seen by the agent, before; with equal arguments, where a requirement says so. */
  requires?: readonly (string | Requirement)[];
  /** May run at the same time as other calls of its step. Default: calls run one after the other. */
  concurrent?: boolean;
  /**
   * Answers with any value, or a promise of one. An exception other than by `fail` is a crash of the world. Annotate the
   * second parameter, `{ state }: ToolContext<MyState>`, to type the state.
   */
  run(values: ArgumentsOf<Parameters>, context: ToolContext<State>): unknown;
};

/**
 * Declares a tool of a simulated world. Throws UsageError for a name that no model can call, an empty description, or a
 * schema that cannot be shown to a model.
 */
export function defineTool<Parameters extends z.ZodObject | JsonObject, State = unknown>({
  name,
  description,
  parameters,
  effect,
  requires = [],
  concurrent = false,
  run,
}: ToolOptions<Parameters, State>): Tool<State> {
  if (!/^[\p{L}\p{N}_.-]{1,120}$/u.test(name)) {
    throw new UsageError(`tool name ${JSON.stringify(name)}: expected 1 to 120 letters, digits, \`_\`, \`-\` or \`.\``);
  }
  if (description.trim() === '')
    throw new UsageError(`the tool \`${name}\` has an empty description: a model cannot choose it`);
  return {
    name,
    description,
    ...compileParameters(parameters, name),
    effect,
    requires: requires.map((requirement) => (typeof requirement === 'string' ? { tool: requirement } : requirement)),
    concurrent,
    run: (value, context) => run(value as ArgumentsOf<Parameters>, context),
  };
}

/** The `fail` of a tool's context. */
export function failTool(message: string): never {
  throw new ToolError(message);
}
