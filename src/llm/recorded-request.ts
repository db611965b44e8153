import type { ChatMessage, ChatRequest, ChatRole } from '../domain/contracts/chat-model.ts';
import type { SessionKey } from '../domain/transcript/session-key.ts';

/** A request as it was when it arrived: deep frozen, so nothing that happens to its messages later changes it. */
export type RecordedRequest = Readonly<ChatRequest> & {
  readonly key: SessionKey;
  readonly role: ChatRole;
  /** Position among the requests of its session, from 0. */
  readonly call: number;
};

/** Takes a snapshot of `request`. Messages that are frozen already are shared, so long talks stay cheap. */
export function recordRequest(
  request: ChatRequest,
  { key, role, call }: { key: SessionKey; role: ChatRole; call: number },
): RecordedRequest {
  const { messages, tools, outputSchema, ...rest } = request;
  return Object.freeze({
    ...rest,
    ...(tools === undefined ? {} : { tools: keep(tools) }),
    ...(outputSchema === undefined ? {} : { outputSchema: keep(outputSchema) }),
    messages: Object.freeze(messages.map(keepMessage)),
    key,
    role,
    call,
  });
}

function keepMessage(message: ChatMessage): ChatMessage {
  return isFrozenMessage(message) ? message : deepFreeze(structuredClone(message));
}

function isFrozenMessage(message: ChatMessage): boolean {
  if (!Object.isFrozen(message)) return false;
  if (message.role !== 'assistant' || message.toolCalls === undefined) return true;
  return Object.isFrozen(message.toolCalls) && message.toolCalls.every((call) => Object.isFrozen(call));
}

function keep<T>(value: T): T {
  return isDeepFrozen(value) ? value : deepFreeze(structuredClone(value));
}

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
