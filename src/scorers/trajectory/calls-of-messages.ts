import { type JsonValue, toJsonValue } from '../../domain/values/json-value.ts';
import type { MadeCall } from './made-call.ts';
import { readArguments } from './read-arguments.ts';

type Fields = { readonly [key: string]: unknown };

/**
 * The tool calls of chat messages, in order: `{ function: { name, arguments } }` and `{ name, args }`, with arguments as
 * JSON text or as a value. A message of the user begins a turn, and each message with calls is a step. Arguments that are
 * no JSON are left out of a call, which then matches no expectation; nothing is dropped and nothing thrown. Results are
 * not read: every call counts as done.
 */
export function callsOfMessages(messages: readonly unknown[]): MadeCall[] {
  const calls: MadeCall[] = [];
  let turn = -1;
  let step = 0;
  for (const message of messages) {
    if (typeof message !== 'object' || message === null) continue;
    const { role, tool_calls: listed } = message as Fields;
    if (role === 'user') turn += 1;
    if (!Array.isArray(listed) || listed.length === 0) continue;
    for (const one of listed as readonly unknown[]) calls.push(readCall(one, Math.max(0, turn), step, calls.length));
    step += 1;
  }
  return calls;
}

function readCall(value: unknown, turn: number, step: number, index: number): MadeCall {
  const outer = (typeof value === 'object' && value !== null ? value : {}) as Fields;
  const { function: wrapped } = outer;
  const inner = (typeof wrapped === 'object' && wrapped !== null ? wrapped : outer) as Fields;
  const { name } = inner;
  return {
    name: typeof name === 'string' ? name : '',
    arguments: argumentsOf(inner.arguments ?? inner.args),
    turn,
    step,
    index,
    outcome: 'ok',
    effect: 'unknown',
    result: undefined,
  };
}

/** A model that has nothing to say may say so with nothing at all. */
function argumentsOf(given: unknown): JsonValue | undefined {
  if (given === undefined || given === null || given === '') return {};
  if (typeof given === 'string') return readArguments(given);
  return toJsonValue(given).value;
}
