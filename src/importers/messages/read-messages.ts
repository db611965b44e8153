import type { Problem } from '../../domain/authoring/problem.ts';
import { canonicalText } from '../../domain/values/canonical.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { mistake, oddity } from '../import-problem.ts';
import { foreignCalls } from './foreign-calls.ts';
import { kindOf, listOf, memberOf, membersOf, textOf } from './json-members.ts';
import type { LoggedCall, LoggedMessage } from './logged-message.ts';
import { readCalls } from './read-calls.ts';
import { isItem, readItem } from './read-items.ts';
import { type Piece, readPieces } from './read-parts.ts';
import { type ResultContext, readResult, readsAsError } from './read-result.ts';

const ROLES = ['assistant', 'developer', 'function', 'system', 'tool', 'user'] as const;

/** A value of a log and where it stands. */
export type PlacedValue = { value: JsonValue; path: string };

/** Reads the messages of one conversation. What cannot be read is told in `problems`, each with its place. */
export function readMessages(
  list: readonly PlacedValue[],
  { path, problems, isError = readsAsError }: ReadOptions,
): LoggedMessage[] {
  const messages: LoggedMessage[] = [];
  let guesses = 0;
  const onGuess = (): void => {
    guesses += 1;
  };
  for (const [index, { value, path: at }] of list.entries()) {
    if (index > 0 && isSame(value, list[index - 1]?.value)) {
      problems.push(oddity('duplicated-message', at, 'the same message as the one before it'));
    }
    const context = { path: at, problems, isError, onGuess };
    messages.push(...(isItem(value) ? readItem(value, messages.at(-1), context) : readMessage(value, context)));
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
  /** Where the messages stand, for what is told of all of them. */
  path: string;
  problems: Problem[];
  isError?: ((content: JsonValue) => boolean) | undefined;
};

/** A message may hold several things: results beside words, and what the agent did after them. */
function readMessage(value: JsonValue, context: ResultContext): LoggedMessage[] {
  const { path, problems } = context;
  const message = membersOf(value);
  const role = textOf(memberOf(message, 'role'));
  if (message === undefined || role === undefined) {
    problems.push(mistake('unreadable-message', path, `expected a message with a \`role\`, found ${kindOf(value)}`));
    return [];
  }
  switch (role) {
    case 'system':
    case 'developer':
      return [{ kind: 'system', path, text: wordsIn(readPieces(message, context)) }];
    case 'user':
      return readUser(message, context);
    case 'assistant':
      return readAgent(message, context);
    case 'tool':
    case 'function':
      return readResults(message, context);
    default:
      problems.push(unknownRole(role, path));
      return [];
  }
}

/** Results that are sent back in the user's name are no words of the user. */
function readUser(message: JsonObject, context: ResultContext): LoggedMessage[] {
  const { path } = context;
  const pieces = readPieces(message, context);
  const results = pieces.flatMap((piece) => (piece.kind === 'result' ? piece.result : []));
  const calls = [...callsIn(pieces), ...readCalls(message, context)];
  context.problems.push(...foreignCalls(message, calls, path));
  const text = wordsIn(pieces);
  if (results.length > 0 && text === '' && calls.length === 0) return results;
  return [...results, { kind: 'user', path, text, calls }];
}

/** What comes after a result was said with that result seen, so it is a message of its own. */
function readAgent(message: JsonObject, context: ResultContext): LoggedMessage[] {
  const { path } = context;
  const beside = readCalls(message, context);
  const ids = new Set(beside.map(({ givenId }) => givenId));
  const steps: Piece[][] = [[]];
  const pieces = readPieces(message, context);
  context.problems.push(...foreignCalls(message, [...beside, ...callsIn(pieces)], path));
  for (const piece of pieces) {
    const step = steps.at(-1) ?? [];
    const isAnswered = step.some(({ kind }) => kind === 'result' || kind === 'shown_call');
    if (piece.kind === 'next_step' || (isAnswered && (piece.kind === 'words' || piece.kind === 'call'))) steps.push([]);
    // Some recorders write a call among the parts, and once more beside them.
    const isTwice = piece.kind === 'call' && piece.call.givenId !== undefined && ids.has(piece.call.givenId);
    if (!isTwice) steps.at(-1)?.push(piece);
  }
  return steps.flatMap((step, index): LoggedMessage[] => {
    const calls = [...callsIn(step), ...(index === steps.length - 1 ? beside : [])];
    const results = step.flatMap((piece) => ('result' in piece ? (piece.result ?? []) : []));
    const text = wordsIn(step);
    const isEmpty = text === '' && calls.length === 0 && (results.length > 0 || steps.length > 1);
    return [...(isEmpty ? [] : [{ kind: 'agent' as const, path, text, calls }]), ...results];
  });
}

function readResults(message: JsonObject, context: ResultContext): LoggedMessage[] {
  const { content } = message;
  const types = (listOf(content) ?? []).map((part) => textOf(memberOf(membersOf(part), 'type')));
  const holdsParts = types.some((type) => type === 'tool-result' || type === 'tool_result');
  if (!holdsParts) return [readResult(message, context)];
  return readPieces(message, context).flatMap((piece) => (piece.kind === 'result' ? piece.result : []));
}

function wordsIn(pieces: readonly Piece[]): string {
  return pieces.flatMap((piece) => (piece.kind === 'words' ? piece.text : [])).join('\n');
}

function callsIn(pieces: readonly Piece[]): LoggedCall[] {
  return pieces.flatMap((piece) => (piece.kind === 'call' || piece.kind === 'shown_call' ? piece.call : []));
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
