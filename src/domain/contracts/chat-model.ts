import type { SessionKey } from '../transcript/session-key.ts';
import type { FixedInput, ModelAttempt, Usage } from '../transcript/transcript-event.ts';
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

/** One conversation's use of a model. `close` may throw, for a script whose steps were not all used. */
export type ChatModelSession = {
  complete(request: ChatRequest, options: { signal: AbortSignal }): Promise<ChatReply>;
  stream?(request: ChatRequest, options: { signal: AbortSignal }): AsyncIterable<ChatChunk>;
  close?(): void | Promise<void>;
};

/** Something that completes chats: a provider's endpoint, a script, a function, a cassette. */
export type ChatModel = {
  name: string;
  /** `model` when the same request always gets the same reply (a script, a function, a cassette). */
  fixed: readonly FixedInput[];
  /** Each session gets its own, so that scripts and counters never leak between sessions. */
  open(context: ChatModelContext): ChatModelSession;
};

/** The provider could not be reached or gave no usable reply; the session is invalid, not failed. */
export class ModelUnavailableError extends Error {
  override readonly name = 'ModelUnavailableError';
  readonly attempts: readonly ModelAttempt[];
  constructor(message: string, attempts: readonly ModelAttempt[]) {
    super(message);
    this.attempts = attempts;
  }
}
