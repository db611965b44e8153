import type { z } from 'zod';
import type { ChatMessage, ChatRequest } from '../../domain/contracts/chat-model.ts';
import { ProviderError } from './provider-error.ts';

/** What a client asks for, whichever of the two interfaces it speaks. */
export type WireAsk = {
  /** As the client named it. */
  model: string;
  request: ChatRequest;
  isStream: boolean;
};

/** Reads a body, or refuses it as a provider does, with the first thing that is wrong. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const { data, error } = schema.safeParse(body);
  if (error === undefined) return data as T;
  const [issue] = error.issues;
  const found = (issue?.path ?? []).reduce<unknown>((part, key) => Reflect.get(Object(part), key), body);
  const param = (issue?.path ?? [])
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('');
  const where = param.replace(/^\./, '');
  if (where === '') throw invalid('the body is no request: a JSON object is expected');
  throw invalid(found === undefined ? `\`${where}\` is missing` : `\`${where}\`: ${issue?.message}`, where);
}

export function invalid(message: string, param?: string): ProviderError {
  return new ProviderError(message, { status: 400, param: param === '' ? undefined : param });
}

/** Turn that a request belongs to: the messages of the user so far, counted from 0. */
export function turnOf(messages: readonly ChatMessage[]): number {
  return Math.max(0, messages.filter(({ role }) => role === 'user').length - 1);
}

/**
 * Providers refuse a conversation in which a call has no result, or a result no call; an agent that makes one of these
 * works with no provider.
 */
export function checkResults(messages: readonly ChatMessage[]): void {
  let open = new Map<string, boolean>();
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.has(message.toolCallId)) {
        throw invalid(
          `the result for call \`${message.toolCallId}\` follows no message that made this call`,
          'messages',
        );
      }
      open.set(message.toolCallId, true);
      continue;
    }
    checkAnswered(open);
    const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
    open = new Map(calls.map(({ id }) => [id, false]));
  }
  checkAnswered(open);
}

function checkAnswered(open: ReadonlyMap<string, boolean>): void {
  const missing = [...open].filter(([, isAnswered]) => !isAnswered).map(([id]) => `\`${id}\``);
  if (missing.length === 0) return;
  const calls = missing.length === 1 ? `the call ${missing[0]} has` : `the calls ${missing.join(', ')} have`;
  throw invalid(`${calls} no result: results follow the message that made the calls, before anything else`, 'messages');
}
