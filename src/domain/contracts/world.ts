import type { Effect, Requirement } from '../authoring/tool-stub.ts';
import type { FixedInput } from '../transcript/transcript-event.ts';
import type { JsonValue } from '../values/json-value.ts';

/** A write that took place, in order. */
export type WriteRecord = { callId: string; tool: string; arguments: JsonValue; result: JsonValue };

/** Something the world tells the user: an e-mail, a delivery. */
export type Notice = { text: string; from?: string | undefined };

export type InvariantBreach = { rule: string; message: string };

/** Why arguments were refused, in a sentence that the model can act on. */
export type ArgumentCheck = { status: 'ok'; value: unknown } | { status: 'refused'; problem: string };

/** A tool of an open world. */
export type WorldTool = {
  name: string;
  description: string;
  /** JSON Schema of the arguments, as the model sees it. */
  parameters: JsonValue;
  effect: Effect;
  requires: readonly Requirement[];
  /** May run at the same time as its neighbours of one step; otherwise calls of a step run in call order. */
  concurrent: boolean;
  /** Validates parsed arguments; `value` is what `run` gets. */
  check(input: JsonValue): ArgumentCheck;
  /** Throws `ToolError` for a failure the business knows; anything else thrown is a crash of the world. */
  run(value: unknown, options: { callId: string; signal: AbortSignal }): unknown;
};

/** One session's world: fresh state, its tools, and what was done to it. */
export type WorldSession = {
  tools: readonly WorldTool[];
  /** The state as data. */
  state(): JsonValue;
  writes(): readonly WriteRecord[];
  /** Notices since the last call, oldest first. */
  notices(): readonly Notice[];
  /** Rules of the world that do not hold now. */
  invariants(): readonly InvariantBreach[];
  snapshot(): JsonValue;
  restore(snapshot: JsonValue): void;
};

export type WorldContext = {
  seed: number;
  /** The scenario's clock, ISO 8601 with zone. */
  now: string;
  /** The scenario's `given`. */
  given?: JsonValue | undefined;
};

/** What the agent acts on. */
export type World = {
  name: string;
  fixed: readonly FixedInput[];
  open(context: WorldContext): WorldSession;
};
