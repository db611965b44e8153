import type { ChatModelSession, ChatReply, ChatRequest } from '../../domain/contracts/chat-model.ts';
import type { SessionKey } from '../../domain/transcript/session-key.ts';
import { stableHash } from '../../domain/values/hash.ts';
import { createRequestRecorder, type RecordedRequest } from '../recorded-request.ts';

/** One conversation with a model behind a transport. */
export type Conversation = {
  readonly key: SessionKey;
  /** As messages and logs call it. */
  readonly name: string;
  readonly session: ChatModelSession;
  /** Takes the request in; the exchange is over when its `settle` has been called. */
  begin(request: ChatRequest): Exchange;
  /** Whether an earlier request than the last one was answered. */
  hasAnswered(): boolean;
  /** What was asked last, and what came of it. */
  latest(): { request: ChatRequest; outcome: Outcome } | undefined;
};

export type Outcome =
  | { status: 'waiting' }
  | { status: 'answered'; reply: ChatReply }
  | { status: 'failed'; error: unknown };

export type Exchange = {
  /** Differs between all requests of all conversations of one model, and is the same in every run. */
  readonly id: string;
  readonly recorded: RecordedRequest;
  settle(outcome: Outcome): void;
  /** The client did not listen to the end: failed, where nothing else came of it. */
  abandon(): void;
};

export function createConversation({
  key,
  name,
  session,
}: {
  key: SessionKey;
  name: string;
  session: ChatModelSession;
}): Conversation {
  const record = createRequestRecorder({ key, role: 'agent' });
  let calls = 0;
  let hasAnswered = false;
  let latest: { request: ChatRequest; outcome: Outcome } | undefined;
  return {
    key,
    name,
    session,
    begin(request) {
      const call = calls;
      calls += 1;
      hasAnswered ||= latest?.outcome.status === 'answered';
      const entry: { request: ChatRequest; outcome: Outcome } = { request, outcome: { status: 'waiting' } };
      latest = entry;
      return {
        id: stableHash(JSON.stringify([key.scenario, key.variant, key.trial, call])),
        recorded: record(request, call),
        settle(outcome) {
          entry.outcome = outcome;
        },
        abandon() {
          if (entry.outcome.status !== 'waiting') return;
          entry.outcome = { status: 'failed', error: new Error('nobody listened to the end of the answer') };
        },
      };
    },
    hasAnswered: () => hasAnswered,
    latest: () => latest,
  };
}
