import { type JsonValue, toJsonValue } from '../../domain/values/json-value.ts';
import type { MadeCall } from './made-call.ts';
import { isOfUser } from './message-role.ts';
import { readArguments } from './read-arguments.ts';

type Fields = { readonly [key: string]: unknown };

/**
 * The tool calls of chat messages, in order: `{ function: { name, arguments } }` and `{ name, args }`, with arguments as
 * JSON text or as a value. A message of the user (`human` in LangChain) begins a turn, and each message with calls is a step. Arguments that are
 * no JSON are left out of a call, which then matches no expectation; nothing is dropped and nothing thrown. Results are
 * not read: every call counts as done.
 */
export function callsOfMessages(messages: readonly unknown[]): MadeCall[] {
  const calls: MadeCall[] = [];
  let turn = -1;
  let step = 0;
  for (let index = 0; index < messages.length; index += 1) {
    const message = fieldsOf(messages[index]);
    if (isOfUser(message)) turn += 1;
    const listed = message.tool_calls;
    if (!Array.isArray(listed) || listed.length === 0) continue;
    for (let at = 0; at < listed.length; at += 1) {
      const outer = fieldsOf(listed[at]);
      const inner = outer.function === undefined ? outer : fieldsOf(outer.function);
      calls.push({
        name: typeof inner.name === 'string' ? inner.name : '',
        arguments: argumentsOf(inner.arguments ?? inner.args),
        turn: Math.max(turn, 0),
        step,
        index: calls.length,
        outcome: 'ok',
        effect: 'unknown',
      });
    }
    step += 1;
  }
  return calls;
}

const noFields: Fields = {};

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : noFields;
}

/** A model that has nothing to say may say so with nothing at all. */
function argumentsOf(given: unknown): JsonValue | undefined {
  if (typeof given === 'string' && given !== '') return readArguments(given);
  return given === undefined || given === null || given === '' ? {} : toJsonValue(given).value;
}
