import { kindOf } from '../../../domain/authoring/option-names.ts';
import { UsageError } from '../../../domain/errors.ts';
import { roleOf } from '../message-role.ts';
import { unreadCalls } from './unread-calls.ts';

type Fields = { readonly [key: string]: unknown };

/** Roles of chat messages, and the types that LangChain gives them. */
const roles: readonly string[] = ['user', 'human', 'assistant', 'ai', 'system', 'developer', 'tool', 'function'];
/** Who may only be quoted: calls in the words of others are none of the agent's. */
const others: readonly string[] = ['user', 'human', 'system', 'developer', 'tool', 'function'];
const keysOfMessage: readonly string[] = ['role', 'type', 'content', 'name', 'id', 'tool_calls', 'tool_call_id'];
const keysOfCall: readonly string[] = ['id', 'type', 'index', 'name', 'args', 'arguments', 'function'];

/**
 * The messages of a reference of agentevals: a list of chat messages, plain or of LangChain, or an object that holds it as
 * `messages`. Throws `UsageError` for anything else, and for messages whose calls would be overlooked.
 */
export function referenceMessages(reference: unknown): readonly object[] {
  return listIn(reference).map((message, index) => checkMessage(message, `message ${index + 1} of the reference`));
}

function listIn(reference: unknown): readonly unknown[] {
  if (Array.isArray(reference)) return reference as readonly unknown[];
  const { messages } = fieldsOf(reference);
  if (Array.isArray(messages)) return messages as readonly unknown[];
  const keys = Object.keys(fieldsOf(reference));
  const held =
    keys.length === 0
      ? ''
      : ` with ${keys
          .slice(0, 5)
          .map((key) => `\`${key}\``)
          .join(', ')}`;
  throw refusal(
    `the reference is ${kindOf(reference)}${held}`,
    'give the list of messages, or an object that holds it as `messages`',
  );
}

function checkMessage(message: unknown, place: string): object {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    const advice = Array.isArray(message)
      ? 'give the messages as one list'
      : 'give it as `{ role, content, tool_calls }`';
    throw refusal(`${place} is ${kindOf(message)}`, advice);
  }
  const fields = fieldsOf(message);
  const role = roleOf(message);
  if (role === undefined || !roles.includes(role)) {
    const found = role === undefined ? 'has no `role`' : `has the role ${JSON.stringify(role)}`;
    throw refusal(`${place} ${found}`, 'it takes `user`, `assistant`, `system`, `developer` or `tool`');
  }
  const listed = fields.tool_calls ?? [];
  if (!Array.isArray(listed)) throw refusal(`${place} has ${kindOf(listed)} as \`tool_calls\``, 'give a list of calls');
  for (const [index, call] of (listed as readonly unknown[]).entries()) {
    checkCall(call, `call ${index + 1} in ${place}`);
  }
  if (listed.length > 0 || others.includes(role)) return message;
  const unread = unreadCalls(message, { wanted: 'tool_calls', read: keysOfMessage.filter((key) => key !== 'content') });
  if (unread !== undefined) {
    throw refusal(
      `${place} seems to hold calls at \`${unread}\`, where agentevals does not look`,
      'give them as `tool_calls: [{ function: { name, arguments } }]`',
    );
  }
  return message;
}

function checkCall(call: unknown, place: string): void {
  const outer = fieldsOf(call);
  const inner = outer.function === undefined ? outer : fieldsOf(outer.function);
  if (typeof inner.name !== 'string' || inner.name === '') {
    throw refusal(`${place} names no tool`, 'give it as `{ function: { name, arguments } }` or `{ name, args }`');
  }
  if ('arguments' in inner || 'args' in inner) return;
  const unknown = [...Object.keys(outer), ...Object.keys(inner)].find((key) => !keysOfCall.includes(key));
  if (unknown === undefined) return;
  throw refusal(
    `${place} has no \`arguments\`, but \`${unknown}\``,
    'give what the tool gets as `arguments` or `args`',
  );
}

function refusal(problem: string, advice: string): UsageError {
  return new UsageError(`fromAgentevals: ${problem}; ${advice}`);
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
