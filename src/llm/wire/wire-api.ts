import type { ChatChunk, ChatReply, ChatRequest } from '../../domain/contracts/chat-model.ts';
import type { Conversation } from './conversation.ts';
import type { ProviderError } from './provider-error.ts';
import type { Frame } from './wire-reply.ts';

export type ApiName = 'chat' | 'responses';

/** One of the two interfaces that clients speak. */
export type WireApi = {
  /** Throws `ProviderError` for a body that a provider would refuse. */
  read(body: unknown): ReadRequest;
};

/** A request that was understood, and how its answer is written. `id` is the exchange's. */
export type ReadRequest = {
  request: ChatRequest;
  isStream: boolean;
  /** The conversation that the request names itself. */
  conversation: Conversation | undefined;
  body(reply: ChatReply, id: string): string;
  frames(chunks: AsyncIterable<ChatChunk>, id: string): AsyncIterable<Frame>;
  /** Tells of a failure in the middle of a stream. */
  errorFrame(error: ProviderError): Frame;
  /** Told of a whole answer, since a later request may refer to it. */
  onAnswered(reply: ChatReply, id: string, conversation: Conversation): void;
};
