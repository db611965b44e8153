import type { ChatReply, ChatRequest } from '../../domain/contracts/chat-model.ts';

/** Tokens of one exchange. */
export type TokenUse = { tokensIn: number; tokensOut: number };

/** What one token is taken to hold where nobody says. */
const CHARACTERS = 4;

/**
 * The tokens that a reply says it took. Clients count on being told, so where it does not say, a token is taken to hold
 * four characters.
 */
export function tokenUse({ messages, tools = [] }: ChatRequest, { usage, text, calls }: ChatReply): TokenUse {
  return {
    tokensIn: usage?.tokensIn ?? estimate([JSON.stringify(messages), tools.length === 0 ? '' : JSON.stringify(tools)]),
    tokensOut: usage?.tokensOut ?? estimate([text, ...calls.flatMap(({ name, rawArguments }) => [name, rawArguments])]),
  };
}

function estimate(texts: readonly string[]): number {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return Math.max(1, Math.ceil(characters / CHARACTERS));
}
