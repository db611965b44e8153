import type { CassetteRequest } from '../../domain/contracts/cassette.ts';
import type {
  ChatMessage,
  ChatModel,
  ChatRequest,
  ChatTool,
  ModelToolCall,
} from '../../domain/contracts/chat-model.ts';
import type { SecretRedactor } from '../../domain/contracts/secret-redactor.ts';
import { canonicalText } from '../../domain/values/canonical.ts';
import { stableHash } from '../../domain/values/hash.ts';
import { type JsonValue, toJsonValue } from '../../domain/values/json-value.ts';

export type CanonicalRequest = {
  request: CassetteRequest;
  /** The same for requests that ask for the same: 16 hexadecimal digits. */
  hash: string;
};

/**
 * Brings requests into the one form in which they are compared and stored: only what decides the answer, without secrets,
 * ids of tool calls by position. Messages and tools that are deep frozen are looked at once, so that a long talk stays
 * cheap.
 */
export function createRequestReader(
  redactor: SecretRedactor,
): (model: AskedModel, request: ChatRequest) => CanonicalRequest {
  const known = new WeakMap<object, unknown>();
  const remember = <T extends object, R>(source: T, read: (source: T) => R): R => {
    const kept = known.get(source) as R | undefined;
    if (kept !== undefined) return kept;
    const fresh = read(source);
    if (isDeepFrozen(source)) known.set(source, fresh);
    return fresh;
  };
  const readTools = (tools: readonly ChatTool[]): readonly ChatTool[] => redactor.redactValue(plain(tools)) as never;
  const readMessage = (message: ChatMessage): ChatMessage => redactMessage(message, redactor);
  const hashPart = createPartHash();
  return ({ name, settings }, { messages, tools = [], outputSchema, temperature, maxTokens }) => {
    const request: CassetteRequest = {
      model: redactor.redact(name),
      ...(settings === undefined ? {} : { settings: redactor.redactValue(plain(settings)) }),
      messages: renameCalls(messages.map((message) => remember(message, readMessage))),
      ...(tools.length === 0 ? {} : { tools: remember(tools, readTools) }),
      ...(outputSchema === undefined ? {} : { outputSchema: redactor.redactValue(plain(outputSchema)) }),
      ...(typeof temperature === 'number' && Number.isFinite(temperature) ? { temperature } : {}),
      ...(Number.isSafeInteger(maxTokens) ? { maxTokens } : {}),
    };
    return { request, hash: hashOfRequest(request, hashPart) };
  };
}

export type AskedModel = Pick<ChatModel, 'name' | 'settings'>;

type PartHash = (part: object) => string;

/** Hashes parts of requests, which nobody changes; each once. */
function createPartHash(): PartHash {
  const known = new WeakMap<object, string>();
  return (part) => {
    let hash = known.get(part);
    if (hash === undefined) {
      hash = stableHash(canonicalText(part as JsonValue));
      known.set(part, hash);
    }
    return hash;
  };
}

/** The hash of a request in its one form, as it stands in keys: that of its settings and of the hashes of its parts. */
export function hashOfRequest(request: CassetteRequest, hashPart: PartHash = createPartHash()): string {
  const { messages, tools, outputSchema, ...settings } = request;
  const parts = [
    canonicalText(settings as JsonValue),
    outputSchema === undefined ? '' : canonicalText(outputSchema),
    tools === undefined ? '' : hashPart(tools),
    ...messages.map(hashPart),
  ];
  return stableHash(JSON.stringify(parts));
}

/** Only the known fields, whatever a caller put beside them; what should be text and is not becomes JSON. */
function redactMessage(message: ChatMessage, redactor: SecretRedactor): ChatMessage {
  const text = (value: unknown): string => redactor.redact(textOf(value));
  const content = text(message.content);
  switch (message.role) {
    case 'assistant': {
      const calls = (message.toolCalls ?? []).map(({ id, name, rawArguments }) => ({
        id: textOf(id),
        name: text(name),
        rawArguments: text(rawArguments),
      }));
      return { role: 'assistant', content, ...(calls.length === 0 ? {} : { toolCalls: calls }) };
    }
    case 'tool': {
      const { toolCallId, name, isError } = message;
      return { role: 'tool', toolCallId: textOf(toolCallId), name: text(name), content, isError: isError === true };
    }
    default:
      return { role: message.role === 'system' ? 'system' : 'user', content };
  }
}

/**
 * Ids are chance: a provider makes them up, and so may an agent. A result gets the name of the last call that had its id,
 * so that an id used twice is no riddle.
 */
function renameCalls(messages: readonly ChatMessage[]): ChatMessage[] {
  const names = new Map<string, string>();
  let count = 0;
  const nameAnew = (id: string): string => {
    const name = `call_${count}`;
    count += 1;
    names.set(id, name);
    return name;
  };
  return messages.map((message) => {
    if (message.role === 'tool') {
      const { toolCallId } = message;
      return { ...message, toolCallId: names.get(toolCallId) ?? nameAnew(toolCallId) };
    }
    if (message.role !== 'assistant' || message.toolCalls === undefined) return message;
    const toolCalls: ModelToolCall[] = message.toolCalls.map((call) => ({ ...call, id: nameAnew(call.id) }));
    return { ...message, toolCalls };
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : canonicalText(plain(value));
}

function plain(value: unknown): JsonValue {
  return toJsonValue(value).value;
}

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}
