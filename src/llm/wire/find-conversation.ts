import type { ChatMessage, ChatRequest } from '../../domain/contracts/chat-model.ts';
import { stableHash } from '../../domain/values/hash.ts';
import type { Conversation, Outcome } from './conversation.ts';
import { isAnswer } from './is-answer.ts';

/** What a request says of itself, besides its messages. */
export type RequestHints = {
  /** The client's name of the conversation. */
  named?: string | undefined;
  /** The conversation of the earlier response that the request goes on from. */
  known?: Conversation | undefined;
  /** Whether the client sends it for the first time, or says nothing of that. */
  attempt?: Attempt;
};

export type Attempt = 'first' | 'again' | 'untold';

/** Tells which conversation a request belongs to, and remembers that it is the last one of it. */
export type ConversationBook = {
  find(request: ChatRequest, hints?: RequestHints): Conversation;
  all(): readonly Conversation[];
};

/** Conversations without a name by a hash of the messages of their last request, in the order in which they wait. */
type Waiting = Map<string, Set<Conversation>>;
type Look = { waiting: Waiting; messages: readonly ChatMessage[]; hashes: readonly string[] };

/**
 * A client that names its conversation, or the response it goes on from, gets that one. Else a request goes on with the
 * conversation whose messages, and whose answer to them, it begins with: the longest such, of equal ones the one that has
 * waited longest. What fits none begins a new one: a conversation never gets a request that its own answer contradicts.
 * Clients that put the time into their system text are recognised without it.
 */
export function createConversationBook(
  open: (place: number, named: string | undefined) => Conversation,
): ConversationBook {
  const conversations: Conversation[] = [];
  const byName = new Map<string, Conversation>();
  const waiting: { whole: Waiting; plain: Waiting } = { whole: new Map(), plain: new Map() };
  const keys = new Map<Conversation, { whole: string; plain: string }>();
  const begin = (named?: string): Conversation => {
    const conversation = open(conversations.length, named);
    conversations.push(conversation);
    return conversation;
  };
  const note = (conversation: Conversation, { whole, plain }: { whole: Look; plain: Look }): Conversation => {
    const before = keys.get(conversation);
    if (before !== undefined) {
      forget(waiting.whole, before.whole, conversation);
      forget(waiting.plain, before.plain, conversation);
    }
    const next = { whole: lastOf(whole.hashes), plain: lastOf(plain.hashes) };
    remember(waiting.whole, next.whole, conversation);
    remember(waiting.plain, next.plain, conversation);
    keys.set(conversation, next);
    return conversation;
  };
  return {
    find({ messages }, { named, known, attempt = 'untold' } = {}) {
      if (named !== undefined) {
        const conversation = byName.get(named) ?? begin(named);
        byName.set(named, conversation);
        return conversation;
      }
      const looks = {
        whole: lookFor(waiting.whole, messages),
        plain: lookFor(
          waiting.plain,
          messages.filter(({ role }) => role !== 'system'),
        ),
      };
      return note(known ?? search(looks, attempt) ?? begin(), looks);
    },
    all: () => [...conversations],
  };
}

/**
 * A client that counts its attempts means a retry only when it says so; of one that does not count, the same messages after
 * a failure are taken for a retry.
 */
function search({ whole, plain }: { whole: Look; plain: Look }, attempt: Attempt): Conversation | undefined {
  const repeated = (outcomes: readonly Outcome['status'][], isOpening: boolean): Conversation | undefined =>
    (isOpening ? sameAs(whole, outcomes, () => true) : undefined) ??
    sameAs(whole, outcomes, hasAnswered) ??
    sameAs(plain, outcomes, hasAnswered);
  const continued = (): Conversation | undefined => continuedBy(whole) ?? continuedBy(plain);
  switch (attempt) {
    case 'again':
      return repeated(['failed', 'waiting', 'answered'], true) ?? continued();
    case 'untold':
      return repeated(['failed'], true) ?? continued();
    case 'first':
      // Once a conversation has answered, its own words tell it from others that began alike.
      return continued() ?? repeated(['failed'], false);
  }
}

/** The conversation whose last request was the same, by the outcome that speaks most for a retry. */
function sameAs(
  { waiting, hashes }: Look,
  outcomes: readonly Outcome['status'][],
  isMeant: (conversation: Conversation) => boolean,
): Conversation | undefined {
  const same = [...(waiting.get(lastOf(hashes)) ?? [])].filter(isMeant);
  for (const status of outcomes) {
    const found = same.find((conversation) => conversation.latest()?.outcome.status === status);
    if (found !== undefined) return found;
  }
  return undefined;
}

function hasAnswered(conversation: Conversation): boolean {
  return conversation.hasAnswered();
}

/** An answer that follows speaks for a conversation; a failure left nothing that could follow, or contradict. */
function continuedBy({ waiting, messages, hashes }: Look): Conversation | undefined {
  for (let length = hashes.length - 1; length > 0; length -= 1) {
    const there = [...(waiting.get(hashes[length - 1] ?? '') ?? [])];
    if (there.length === 0) continue;
    const outcomeOf = (conversation: Conversation) => conversation.latest()?.outcome;
    const answered = there.find((conversation) => {
      const outcome = outcomeOf(conversation);
      return outcome?.status === 'answered' && isAnswer(outcome.reply, messages[length]);
    });
    return answered ?? there.find((conversation) => outcomeOf(conversation)?.status === 'failed');
  }
  return undefined;
}

function remember(waiting: Waiting, key: string, conversation: Conversation): void {
  const set = waiting.get(key) ?? new Set();
  waiting.set(key, set.add(conversation));
}

function forget(waiting: Waiting, key: string, conversation: Conversation): void {
  const set = waiting.get(key);
  set?.delete(conversation);
  if (set?.size === 0) waiting.delete(key);
}

/** For each length, a hash of so many messages. */
function lookFor(waiting: Waiting, messages: readonly ChatMessage[]): Look {
  let hash = '';
  const hashes = messages.map((message) => {
    hash = hashOf(hash, message);
    return hash;
  });
  return { waiting, messages, hashes };
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
