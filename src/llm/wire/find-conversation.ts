import type { ChatMessage, ChatRequest } from '../../domain/contracts/chat-model.ts';
import { stableHash } from '../../domain/values/hash.ts';
import type { Conversation } from './conversation.ts';

/** Tells which conversation a request belongs to. */
export type ConversationBook = {
  /** `named` is what the client calls the conversation, where it does. */
  find(request: ChatRequest, named: string | undefined): Conversation;
  /** To be called when a request was given to a conversation, so that the next one is recognised. */
  note(conversation: Conversation, request: ChatRequest): void;
  all(): readonly Conversation[];
};

/**
 * A client that names its conversation gets that one. Else a request goes on with the conversation whose messages it
 * begins with: the longest such, and rather one whose last answer follows in the request. The same request once more
 * belongs to the same conversation when it had failed, and begins a new one when it had been answered. Clients that put
 * the time into their system text are recognised without it.
 */
export function createConversationBook(
  open: (place: number, named: string | undefined) => Conversation,
): ConversationBook {
  const conversations: Conversation[] = [];
  const byName = new Map<string, Conversation>();
  /** Conversations by a hash of the messages of their last request, with and without the system's. */
  const waiting = { whole: new Map<string, Set<Conversation>>(), plain: new Map<string, Set<Conversation>>() };
  const keys = new Map<Conversation, { whole: string; plain: string }>();
  const begin = (named?: string): Conversation => {
    const conversation = open(conversations.length, named);
    conversations.push(conversation);
    return conversation;
  };
  return {
    find(request, named) {
      if (named !== undefined) {
        const known = byName.get(named) ?? begin(named);
        byName.set(named, known);
        return known;
      }
      const whole = search(waiting.whole, request.messages);
      return whole ?? search(waiting.plain, request.messages.filter(isPlain)) ?? begin();
    },
    note(conversation, { messages }) {
      const before = keys.get(conversation);
      const next = { whole: lastOf(hashesOf(messages)), plain: lastOf(hashesOf(messages.filter(isPlain))) };
      for (const kind of ['whole', 'plain'] as const) {
        if (before !== undefined) waiting[kind].get(before[kind])?.delete(conversation);
        const set = waiting[kind].get(next[kind]) ?? new Set();
        waiting[kind].set(next[kind], set.add(conversation));
      }
      keys.set(conversation, next);
    },
    all: () => [...conversations],
  };
}

function search(
  waiting: ReadonlyMap<string, ReadonlySet<Conversation>>,
  messages: readonly ChatMessage[],
): Conversation | undefined {
  const hashes = hashesOf(messages);
  const same = [...(waiting.get(lastOf(hashes)) ?? [])];
  const failed = same.find((conversation) => conversation.latest()?.outcome.status === 'failed');
  if (failed !== undefined) return failed;
  for (let length = hashes.length - 1; length > 0; length -= 1) {
    const candidates = [...(waiting.get(hashes[length - 1] ?? '') ?? [])];
    const [first] = candidates;
    if (first === undefined) continue;
    return candidates.find((one) => isAnswerOf(one, messages[length])) ?? first;
  }
  return undefined;
}

function isAnswerOf(conversation: Conversation, message: ChatMessage | undefined): boolean {
  const outcome = conversation.latest()?.outcome;
  if (outcome?.status !== 'answered' || message?.role !== 'assistant') return false;
  const { text, calls } = outcome.reply;
  return hashOf('', message) === hashOf('', { role: 'assistant', content: text, toolCalls: calls });
}

function isPlain({ role }: ChatMessage): boolean {
  return role !== 'system';
}

/** For each length, a hash of so many messages. */
function hashesOf(messages: readonly ChatMessage[]): readonly string[] {
  let hash = '';
  return messages.map((message) => {
    hash = hashOf(hash, message);
    return hash;
  });
}

/** Ids of calls count for nothing: they are made up by whoever answers. */
function hashOf(before: string, message: ChatMessage): string {
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  const called = calls.map(({ name, rawArguments }) => [name, rawArguments]);
  return stableHash(JSON.stringify([before, message.role, message.content, called]));
}

function lastOf(hashes: readonly string[]): string {
  return hashes.at(-1) ?? '';
}
