import type { ChatReply, ModelToolCall } from '../domain/contracts/chat-model.ts';
import type { Usage } from '../domain/transcript/transcript-event.ts';

/** A tool call as the author of a fake model writes it. A text in `arguments` is the raw argument text, sent as it is. */
export type AnsweredCall = { name: string; arguments?: unknown; id?: string | undefined };

/** What a fake model says: words, calls, or both in one message. */
export type ModelAnswer =
  | string
  | readonly AnsweredCall[]
  | {
      text?: string | undefined;
      calls?: readonly AnsweredCall[] | undefined;
      usage?: Usage | undefined;
      /** How the message ended; `tool_calls` or `stop` where the author does not say. */
      finish?: ChatReply['finish'] | undefined;
    };

/**
 * The reply that `answer` stands for. Calls without an id get one from `nextId`, except those with an empty id, which
 * some real providers send. Throws TypeError, naming what it found, for anything that is no answer.
 */
export function replyOf(answer: unknown, nextId: () => string): ChatReply {
  if (typeof answer === 'string') return reply(answer, []);
  if (Array.isArray(answer))
    return reply(
      '',
      answer.map((call) => modelCall(call, nextId)),
    );
  if (typeof answer !== 'object' || answer === null)
    throw new TypeError(`a model's answer is text or calls, found ${kindOf(answer)}`);
  const { text, calls, usage, finish } = answer as {
    text?: unknown;
    calls?: unknown;
    usage?: Usage;
    finish?: ChatReply['finish'];
  };
  if (text === undefined && calls === undefined && finish === undefined) {
    throw new TypeError(
      `a model's answer needs \`text\` or \`calls\`, found the keys ${Object.keys(answer).join(', ') || '(none)'}`,
    );
  }
  if (text !== undefined && typeof text !== 'string')
    throw new TypeError(`\`text\` of a model's answer is text, found ${kindOf(text)}`);
  if (calls !== undefined && !Array.isArray(calls))
    throw new TypeError(`\`calls\` of a model's answer is a list, found ${kindOf(calls)}`);
  const whole = reply(
    text ?? '',
    (calls ?? []).map((call) => modelCall(call, nextId)),
  );
  return { ...whole, ...(finish === undefined ? {} : { finish }), ...(usage === undefined ? {} : { usage }) };
}

function reply(text: string, calls: readonly ModelToolCall[]): ChatReply {
  return { text, calls, finish: calls.length > 0 ? 'tool_calls' : 'stop', attempts: [{ status: 'ok' }] };
}

function modelCall(call: unknown, nextId: () => string): ModelToolCall {
  const { name, arguments: given, id } = (typeof call === 'object' && call !== null ? call : {}) as AnsweredCall;
  if (typeof name !== 'string') throw new TypeError(`a model's call needs a \`name\`, found ${kindOf(name)}`);
  const rawArguments = typeof given === 'string' ? given : jsonText(given ?? {});
  return { id: id ?? nextId(), name, rawArguments };
}

/** JSON that keeps every digit: of integers beyond 2^53, as code (`123n`) and files (the tag `bigint`) give them. */
function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (!isPlainObject(value)) return JSON.stringify(value) ?? 'null';
  if (value.$type === 'bigint' && /^-?\d+$/.test(String(value.value))) return String(value.value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined && typeof member !== 'function');
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${jsonText(member)}`).join(',')}}`;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value;
}
