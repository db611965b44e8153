import type { SessionKey } from '../transcript/session-key.ts';
import type { ToolDescription, ToolOutcome } from '../transcript/tool-call.ts';
import type { FixedInput, ModelAttempt, Usage } from '../transcript/transcript-event.ts';
import type { JsonValue } from '../values/json-value.ts';
import type { OpenModel } from './chat-model.ts';

/** What an agent is told when a conversation begins. */
export type AgentInput = {
  language?: string | undefined;
  /** Texts that the agent must keep to. */
  policy: readonly string[];
  /** The scenario's clock, ISO 8601 with zone. */
  now: string;
};

/**
 * The only way to run a simulated tool. The session owns it, and records the call and its result. Calls that are
 * launched before any result has come back belong to one step and are answered together.
 */
export type ToolGateway = {
  descriptions: readonly ToolDescription[];
  /** `rawArguments` is the argument text as the model wrote it. Never rejects: a failure is an outcome. */
  call(call: { name: string; rawArguments: string; givenId?: string | undefined }): Promise<ToolOutcome>;
};

export type AgentContext = {
  key: SessionKey;
  seed: number;
  /** Name of the run, which no other run has: for agents that remember sessions longer than a run. */
  run?: string | undefined;
  input: AgentInput;
  tools: ToolGateway;
  /** Aborts when the session is over. */
  signal: AbortSignal;
  /** Opens a model behind the run's budgets and cassette; absent where nothing stands between. */
  openModel?: OpenModel | undefined;
  /** To be told of an answer that came when nobody was waiting any more: `an answer`. */
  noteLate?: ((what: string) => void) | undefined;
};

/** The user's words, as they reach the agent. `text` is empty when the agent is to speak first. */
export type IncomingMessage = { turn: number; text: string };

/**
 * What an agent tells while it replies.
 * `step_started` its model begins a new message, having seen all results so far · `text` words for the user ·
 * `reported_call`, `reported_result` tools that the world does not own · `usage` a model call · `handed_off` the talk
 * goes to somebody else and ends · `custom` anything else worth recording.
 */
export type AgentStep =
  | { type: 'step_started' }
  | { type: 'text'; text: string; final?: boolean | undefined }
  | { type: 'reported_call'; id: string; name: string; rawArguments: string }
  | { type: 'reported_result'; callId: string; outcome: ToolOutcome }
  | {
      type: 'usage';
      model: string;
      usage?: Usage | undefined;
      attempts: readonly ModelAttempt[];
      promptHash?: string | undefined;
      cassetteKey?: string | undefined;
    }
  | { type: 'handed_off'; to?: string | undefined; reason?: string | undefined }
  | { type: 'custom'; name: string; data: unknown };

/** One conversation with the agent. */
export type AgentSession = {
  reply(message: IncomingMessage, options: { signal: AbortSignal }): AsyncIterable<AgentStep>;
  snapshot?(): JsonValue | Promise<JsonValue>;
  restore?(snapshot: JsonValue): void | Promise<void>;
  [Symbol.asyncDispose]?(): Promise<void>;
};

/** What is under test. */
export type Agent = {
  name: string;
  /** Nobody chose the name, so a config calls the agent by its key there. */
  hasDefaultName?: boolean | undefined;
  /** How it is reached: `function`, `chat`, … */
  adapter: string;
  /** Whether calls of its tools appear in the transcript; a scorer that needs them cannot judge a blind agent. */
  toolCallsVisible: boolean;
  fixed: readonly FixedInput[];
  /** Name of the model that it opens through `openModel`; absent where nobody can say, or where it asks none. */
  model?: string | undefined;
  /**
   * Whether it yields a `usage` step for each request that it makes through `openModel`; the session records them itself
   * for agents that do not say so.
   */
  tellsModelCalls?: boolean | undefined;
  /** Texts that it sends and that must not be kept, should it repeat them: keys, as they are at this moment. */
  secrets?(): readonly string[];
  /** Each session gets its own, so that nothing carries over between trials. */
  open(context: AgentContext): AgentSession | Promise<AgentSession>;
};
