import { isList } from '../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import { mistake, oddity } from '../import-problem.ts';
import { kindOf, memberOf, membersOf, nameOf, textOf } from './json-members.ts';
import type { LoggedCall, LoggedResult } from './logged-message.ts';
import { readCall } from './read-calls.ts';
import { type ResultContext, readResult } from './read-result.ts';

/** What stands in the content of a message, in its order. */
export type Piece =
  | { kind: 'words'; text: string }
  | { kind: 'call'; call: LoggedCall }
  | { kind: 'result'; result: LoggedResult }
  /** A call that holds its own result, once there is one. */
  | { kind: 'shown_call'; call: LoggedCall; result?: LoggedResult | undefined }
  /** The model was asked anew. */
  | { kind: 'next_step' };

/** Reads the content of a message: a text, or parts of it. What is no text, call or result is told and left out. */
export function readPieces(message: JsonObject, context: ResultContext): Piece[] {
  const { path, problems } = context;
  const refusal = textOf(memberOf(message, 'refusal'));
  const key = memberOf(message, 'content') === undefined || isEmptyBesideParts(message) ? 'parts' : 'content';
  const content = memberOf(message, key);
  if (content === undefined || content === '') return wordsOf(refusal);
  if (typeof content === 'string') return wordsOf(content);
  if (isList(content)) {
    return content.flatMap((part, index) => readPart(part, { ...context, path: `${path}.${key}[${index}]` }));
  }
  const expected = `expected a text or a list of parts, found ${kindOf(content)}`;
  problems.push(mistake('unreadable-content', `${path}.${key}`, expected));
  return [];
}

function isEmptyBesideParts(message: JsonObject): boolean {
  return memberOf(message, 'content') === '' && isList(memberOf(message, 'parts') ?? '');
}

function wordsOf(text: string | undefined): Piece[] {
  return text === undefined ? [] : [{ kind: 'words', text }];
}

const CALLS: ReadonlySet<string> = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use', 'tool-call']);
const RESULTS = /^(?:(?:[a-z_]+_)?tool_result|tool-result)$/;
/** What a model thinks reaches nobody, whatever it says. */
const THOUGHTS: ReadonlySet<string> = new Set(['thinking', 'redacted_thinking', 'reasoning', 'redacted-reasoning']);
/** Keys and types under which others put calls and results: to leave one out would be to say that there was none. */
const FOREIGN_KEYS = ['functionCall', 'functionResponse', 'toolUse', 'toolResult', 'toolInvocation'];
const FOREIGN_TYPES = /^(?!data-).*(?:(?<![a-z])(?:tool|function|call)|(?:Tool|Function|Call))s?(?![a-z])/;

function readPart(part: JsonValue, context: ResultContext): Piece[] {
  const { path, problems } = context;
  if (typeof part === 'string') return wordsOf(part);
  const members = membersOf(part);
  const type = textOf(memberOf(members, 'type')) ?? '';
  const what = type === '' ? kindOf(part) : `a part of type \`${type.slice(0, 60)}\``;
  if (members !== undefined && CALLS.has(type)) {
    const call = readCall(part, path, problems);
    return call === undefined ? [] : [{ kind: 'call', call }];
  }
  if (members !== undefined && RESULTS.test(type)) return [{ kind: 'result', result: readResult(members, context) }];
  if (members !== undefined && isToolOfInterface(members, type)) return readInterfaceTool(members, type, context);
  if (memberOf(members, ...FOREIGN_KEYS) !== undefined || FOREIGN_TYPES.test(type)) {
    problems.push(foreign(path, what));
    return [];
  }
  if (type === 'step-start') return [{ kind: 'next_step' }];
  const text = THOUGHTS.has(type) ? undefined : textOf(memberOf(members, 'text', 'refusal'));
  if (text === undefined) problems.push(oddity('part-left-out', path, `${what} is no text and is left out`));
  return wordsOf(text);
}

function foreign(path: string, what: string): ReturnType<typeof mistake> {
  const hint = 'write calls as `tool_calls` of the message, and results as messages with the role `tool`';
  return mistake('foreign-part', path, `${what} holds a call or a result, and is not read here`, hint);
}

/** `tool-getWeather` or `dynamic-tool` of the AI SDK's UI messages: a call, its state and, at the end, its result. */
function isToolOfInterface(members: JsonObject, type: string): boolean {
  const isTool = type === 'dynamic-tool' || type.startsWith('tool-');
  return isTool && memberOf(members, 'toolCallId') !== undefined && memberOf(members, 'state') !== undefined;
}

function readInterfaceTool(members: JsonObject, type: string, context: ResultContext): Piece[] {
  const { path, problems } = context;
  const name = type === 'dynamic-tool' ? nameOf(memberOf(members, 'toolName')) : type.slice('tool-'.length);
  const given = { id: members.toolCallId ?? null, name: name ?? null, input: memberOf(members, 'input') ?? {} };
  const call = readCall(given, path, problems);
  if (call === undefined) return [];
  const head = { tool_call_id: given.id, name: given.name };
  switch (textOf(memberOf(members, 'state'))) {
    case 'output-available':
      return [{ kind: 'shown_call', call, result: readResult({ ...head, output: members.output ?? null }, context) }];
    case 'output-error': {
      const answer = { ...head, output: memberOf(members, 'errorText') ?? '', is_error: true };
      return [{ kind: 'shown_call', call, result: readResult(answer, context) }];
    }
    default:
      return [{ kind: 'shown_call', call }];
  }
}
