import type { ChatReply, ChatRequest } from '../../domain/contracts/chat-model.ts';
import type { Usage } from '../../domain/transcript/transcript-event.ts';

/** Tokens that a message costs besides its text. */
const MESSAGE_TOKENS = 4;
/** What scripts without spaces, symbols and emoji take: about one token a code unit. */
const DENSE = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\uffff]/g;

/** A careful guess: a token for three characters, and for each one of Chinese, Japanese, Korean, Thai and the like. */
export function estimateTextTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  return dense + Math.ceil((text.length - dense) / 3);
}

/** What tokens are told of: a request, and its reply where one came. */
export type CountedExchange = {
  request: Pick<ChatRequest, 'messages'>;
  reply?: Pick<ChatReply, 'text' | 'calls' | 'usage'> | undefined;
};

/**
 * What a provider told of tokens. A figure that is no whole number from 0 on is not told, and neither is one that cannot be:
 * no token for messages that were sent, or for words and calls that came back.
 */
export function toldTokens({ request, reply }: CountedExchange): Usage {
  const { tokensIn, tokensOut } = reply?.usage ?? {};
  const hasWords = reply !== undefined && (reply.text !== '' || reply.calls.length > 0);
  return {
    ...(isTold(tokensIn, request.messages.length > 0 ? 1 : 0) ? { tokensIn } : {}),
    ...(isTold(tokensOut, hasWords ? 1 : 0) ? { tokensOut } : {}),
  };
}

function isTold(tokens: unknown, least: number): tokens is number {
  return Number.isSafeInteger(tokens) && Number(tokens) >= least;
}

/** Tokens that a request sends: its messages with their calls, its tools and its schema. */
export function estimateRequestTokens({ messages, tools = [], outputSchema }: ChatRequest): number {
  let tokens = tools.length === 0 ? 0 : estimateJsonTokens(tools);
  if (outputSchema !== undefined) tokens += estimateJsonTokens(outputSchema);
  for (const message of messages) {
    tokens += MESSAGE_TOKENS + estimateTextTokens(String(message.content ?? ''));
    if (message.role === 'assistant') tokens += estimateCalls(message.toolCalls ?? []);
  }
  return tokens;
}

/** Tokens that a reply took to write. */
export function estimateReplyTokens({ text, calls }: Pick<ChatReply, 'text' | 'calls'>): number {
  return MESSAGE_TOKENS + estimateTextTokens(text) + estimateCalls(calls);
}

function estimateCalls(calls: ChatReply['calls']): number {
  return calls.reduce(
    (sum, { name, rawArguments }) => sum + MESSAGE_TOKENS + estimateTextTokens(`${name}${rawArguments}`),
    0,
  );
}

function estimateJsonTokens(value: unknown): number {
  return estimateTextTokens(JSON.stringify(value) ?? '');
}
