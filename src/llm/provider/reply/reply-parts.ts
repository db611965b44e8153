import type { ChatReply } from '../../../domain/contracts/chat-model.ts';
import { ProviderFault } from '../provider-fault.ts';

/** What one answer of a provider says. */
export type ReplyParts = Pick<ChatReply, 'text' | 'calls' | 'finish' | 'usage'>;

/** What one event of a stream brought. */
export type StreamNews = {
  /** New words; empty where there are none. */
  text: string;
  /** The answer has begun: it brings words or calls. */
  isContent: boolean;
  /** `open` more is to come · `whole` the answer is complete, further events only add to it · `over` nothing follows. */
  state: 'open' | 'whole' | 'over';
};

/** Puts the events of one stream together. `add` and `finish` throw ProviderFault for what is no answer. */
export type StreamFold = {
  add(event: unknown): StreamNews;
  /** The stream is over, by itself or because it was cut: the reply, unless it is not whole. */
  finish(): ReplyParts;
};

/** The answer has another shape than its format says. */
export function malformed(what: string, body?: string): ProviderFault {
  return new ProviderFault(what, { kind: 'incomplete', httpStatus: 200, body });
}
