import type { SessionKey } from '../transcript/session-key.ts';
import type { EventOf, FixedInput, ModelAttempt, Usage } from '../transcript/transcript-event.ts';
import type { JsonValue } from '../values/json-value.ts';

/** A call as the model wrote it. */
export type ModelToolCall = { id: string; name: string; rawArguments: string };

/** Chat messages in the shape that model providers speak. */
export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: readonly ModelToolCall[] | undefined }
  | { role: 'tool'; toolCallId: string; name: string; content: string; isError: boolean };

export type ChatTool = { name: string; description: string; parameters: JsonValue };

export type ChatRequest = {
  messages: readonly ChatMessage[];
  tools?: readonly ChatTool[] | undefined;
  /** Turn of the conversation that this request belongs to, from 0. */
  turn: number;
  /** JSON Schema that the reply's text must follow. */
  outputSchema?: JsonValue | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
};

export type ChatReply = {
  text: string;
  calls: readonly ModelToolCall[];
  finish: 'stop' | 'tool_calls' | 'length' | 'refusal';
  usage?: Usage | undefined;
  attempts: readonly ModelAttempt[];
  cassetteKey?: string | undefined;
};

/** Pieces of a reply as they arrive; the last one is the whole. */
export type ChatChunk = { type: 'text'; text: string } | { type: 'reply'; reply: ChatReply };

export type ChatRole = 'agent' | 'user' | 'judge';
export type ChatModelContext = { role: ChatRole; key: SessionKey; seed: number };

/** One answered or failed request, as transcripts and results keep it. */
export type ModelCallRecord = Omit<EventOf<'model_call'>, 'type' | 'seq' | 'turn' | 'role'>;

/** What goes with a request besides its words. A model that is asked through others gets it unchanged. */
export type ChatRequestOptions = {
  signal: AbortSignal;
  /** Told of each attempt as it ends; `waitedMs` of one that failed is the wait that begins now. */
  onAttempt?: ((attempt: ModelAttempt) => void) | undefined;
  /** Told of each wait in milliseconds, as it begins, that is no attempt's own: the provider told others to slow down. */
  onWait?: ((waitMs: number) => void) | undefined;
  /** Milliseconds until the signal aborts for lack of time: a longer wait is not begun. Without limit where absent. */
  remainingMs?: (() => number) | undefined;
};

/** One conversation's use of a model. `close` may throw, for a script whose steps were not all used. */
export type ChatModelSession = {
  complete(request: ChatRequest, options: ChatRequestOptions): Promise<ChatReply>;
  stream?(request: ChatRequest, options: ChatRequestOptions): AsyncIterable<ChatChunk>;
  close?(): void | Promise<void>;
};

/** Something that completes chats: a provider's endpoint, a script, a function, a cassette. */
export type ChatModel = {
  name: string;
  /** `model` when the same request always gets the same reply (a script, a function, a cassette). */
  fixed: readonly FixedInput[];
  /** What it adds to every request and what changes its answers; part of a recording's key; never a secret. */
  settings?: JsonValue | undefined;
  /** Each session gets its own, so that scripts and counters never leak between sessions. */
  open(context: ChatModelContext): ChatModelSession;
};

/**
 * The way to every model in a run: what it opens stands behind the run's budgets and its cassette. Whoever speaks for a
 * session is handed it bound to that session, as `OpenModel`.
 */
export type ModelAccess = {
  open(model: ChatModel, context: ChatModelContext): ChatModelSession;
};

/** `ModelAccess` for one role of one session. */
export type OpenModel = (model: ChatModel) => ChatModelSession;

/** A budget of the run or of the session is spent: the session ends with `budget`, and what happened is still scored. */
export class BudgetExceededError extends Error {
  override readonly name = 'BudgetExceededError';
}

/** The provider could not be reached or gave no usable reply; the session is invalid, not failed. */
export class ModelUnavailableError extends Error {
  override readonly name = 'ModelUnavailableError';
  readonly attempts: readonly ModelAttempt[];
  constructor(message: string, attempts: readonly ModelAttempt[]) {
    super(message);
    this.attempts = attempts;
  }
}
