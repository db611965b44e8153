import type { ChatMessage, ChatRequest, ChatRole } from '../domain/contracts/chat-model.ts';
import type { SessionKey } from '../domain/transcript/session-key.ts';

/** A request as it was when it arrived: deep frozen, so nothing that happens to its messages later changes it. */
export type RecordedRequest = Readonly<ChatRequest> & {
  readonly key: SessionKey;
  readonly role: ChatRole;
  /** Position among the requests of its session, from 0. */
  readonly call: number;
};

/**
 * Takes snapshots of the requests of one session. What is frozen already is shared and looked at once, so that long
 * talks stay cheap.
 */
export function createRequestRecorder({
  key,
  role,
}: {
  key: SessionKey;
  role: ChatRole;
}): (request: ChatRequest, call: number) => RecordedRequest {
  /** Deep-frozen objects; they stay so. */
  const known = new WeakSet<object>();
  const keep = <T extends object>(value: T): T => {
    if (known.has(value)) return value;
    const kept = isDeepFrozen(value) ? value : deepFreeze(structuredClone(value));
    known.add(kept);
    return kept;
  };
  const keepMessages = (messages: readonly ChatMessage[]): readonly ChatMessage[] => {
    const isShared = Object.isFrozen(messages) && messages.every((message) => keep(message) === message);
    return isShared ? messages : Object.freeze(messages.map(keep));
  };
  return (request, call) => {
    const { messages, tools, outputSchema } = request;
    const recorded = { ...request, messages: keepMessages(messages), key, role, call };
    if (tools !== undefined) recorded.tools = keep(tools);
    if (typeof outputSchema === 'object' && outputSchema !== null) recorded.outputSchema = keep(outputSchema);
    return Object.freeze(recorded);
  };
}

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
