import type { Problem } from '../../domain/authoring/problem.ts';
import { canonicalText } from '../../domain/values/canonical.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { mistake, oddity } from '../import-problem.ts';
import { kindOf, memberOf, membersOf, nameOf, textOf } from './json-members.ts';
import type { LoggedMessage, LoggedResult } from './logged-message.ts';
import { readCalls } from './read-calls.ts';
import { readResultContent, readsAsError, readWords } from './read-content.ts';

const ROLES = ['assistant', 'developer', 'function', 'system', 'tool', 'user'] as const;

/** Reads the messages of one conversation. What cannot be read is told in `problems`, each with its place. */
export function readMessages(
  list: readonly JsonValue[],
  { path, problems, isError = readsAsError }: ReadOptions,
): LoggedMessage[] {
  const messages: LoggedMessage[] = [];
  let guesses = 0;
  const onGuess = (): void => {
    guesses += 1;
  };
  for (const [index, value] of list.entries()) {
    const at = `${path}[${index}]`;
    if (index > 0 && isSame(value, list[index - 1])) {
      problems.push(oddity('duplicated-message', at, 'the same message as the one before it'));
    }
    const message = readMessage(value, { path: at, problems, isError, onGuess });
    if (message !== undefined) messages.push(message);
  }
  if (guesses > 0) {
    const results = guesses === 1 ? '1 result has' : `${guesses} results have`;
    problems.push(
      oddity(
        'error-by-words',
        path,
        `${results} no flag and ${guesses === 1 ? 'is' : 'are'} taken as an error by the words`,
      ),
    );
  }
  return messages;
}

type ReadOptions = {
  path: string;
  problems: Problem[];
  isError?: ((content: JsonValue) => boolean) | undefined;
};
type MessageContext = { path: string; problems: Problem[]; isError(content: JsonValue): boolean; onGuess(): void };

function readMessage(value: JsonValue, context: MessageContext): LoggedMessage | undefined {
  const { path, problems } = context;
  const message = membersOf(value);
  const role = textOf(memberOf(message, 'role'));
  if (message === undefined || role === undefined) {
    problems.push(mistake('unreadable-message', path, `expected a message with a \`role\`, found ${kindOf(value)}`));
    return undefined;
  }
  switch (role) {
    case 'system':
    case 'developer':
      return { kind: 'system', path, text: readWords(message, context) };
    case 'user':
      return { kind: 'user', path, text: readWords(message, context), calls: readCalls(message, context) };
    case 'assistant':
      return { kind: 'agent', path, text: readWords(message, context), calls: readCalls(message, context) };
    case 'tool':
    case 'function':
      return readResult(message, context);
    default:
      problems.push(unknownRole(role, path));
      return undefined;
  }
}

function readResult(message: JsonObject, { path, isError, onGuess }: MessageContext): LoggedResult {
  const { content, text } = readResultContent(message);
  const callId = nameOf(memberOf(message, 'tool_call_id', 'toolCallId', 'call_id'));
  const name = nameOf(memberOf(message, 'name'));
  const flag = flagOf(message);
  const isGuessed = flag === undefined && isError(content);
  if (isGuessed) onGuess();
  return {
    kind: 'result',
    path,
    ...(callId === undefined ? {} : { callId }),
    ...(name === undefined ? {} : { name }),
    content,
    text,
    isError: flag ?? isGuessed,
  };
}

/** What the recorder says of a result; undefined when it says nothing. */
function flagOf(message: JsonObject): boolean | undefined {
  const flag = memberOf(message, 'error', 'is_error', 'isError');
  if (typeof flag === 'boolean') return flag;
  if (flag !== undefined) return flag !== '' && flag !== 0;
  const status = memberOf(message, 'status');
  if (status === 'error') return true;
  return status === 'success' ? false : undefined;
}

function isSame(a: JsonValue, b: JsonValue | undefined): boolean {
  const message = membersOf(a);
  const other = membersOf(b);
  if (b === undefined || message === undefined || other === undefined) return false;
  if (message.role !== other.role || message.content !== other.content) return false;
  return canonicalText(a) === canonicalText(b);
}

/** Other people's names for the two sides. */
const MEANINGS: Readonly<Record<string, string>> = {
  human: 'user',
  customer: 'user',
  client: 'user',
  ai: 'assistant',
  agent: 'assistant',
  bot: 'assistant',
  model: 'assistant',
};

function unknownRole(role: string, path: string): Problem {
  const shown = role.slice(0, 60);
  const near = Object.hasOwn(MEANINGS, role) ? MEANINGS[role] : nearestName(role, ROLES);
  const message = `unknown role \`${shown}\`; known are ${ROLES.map((name) => `\`${name}\``).join(', ')}`;
  return mistake('unknown-role', `${path}.role`, message, near === undefined ? undefined : `should it be \`${near}\`?`);
}
