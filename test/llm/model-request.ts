import type { ChatModel, ChatModelSession, ChatRequest } from '../../src/domain/contracts/chat-model.ts';

export const key = { scenario: 'refund', variant: 'default', trial: 0 };

/** A request that says `text`, in `turn`. */
export function asking(text: string, turn = 0): ChatRequest {
  return { messages: [{ role: 'user', content: text }], turn };
}

/** A session of `model` in the agent's role, and the means to ask it. */
export function openModel(model: ChatModel, { trial = 0 }: { trial?: number } = {}) {
  const session: ChatModelSession = model.open({ role: 'agent', key: { ...key, trial }, seed: 1 });
  const { signal } = new AbortController();
  return { session, ask: (text: string, turn = 0) => session.complete(asking(text, turn), { signal }) };
}
