import type { Problem } from '../../domain/authoring/problem.ts';
import { isList } from '../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import { parseJson } from '../../domain/values/parse-json.ts';
import { plainJson } from '../../domain/values/plain-json.ts';
import { memberOf, membersOf, nameOf, textOf } from './json-members.ts';
import type { LoggedResult } from './logged-message.ts';

export type ResultContext = {
  path: string;
  problems: Problem[];
  isError(content: JsonValue): boolean;
  /** A result without a flag was taken as an error by its words. */
  onGuess(): void;
};

/** What a tool answered, in any spelling. */
export function readResult(record: JsonObject, { path, isError, onGuess }: ResultContext): LoggedResult {
  const { content, text } = readResultContent(record);
  const callId = nameOf(memberOf(record, 'tool_call_id', 'toolCallId', 'tool_use_id', 'call_id'));
  const name = nameOf(memberOf(record, 'name', 'toolName', 'tool_name'));
  const flag = flagOf(record);
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
function flagOf(record: JsonObject): boolean | undefined {
  const flag = memberOf(record, 'error', 'is_error', 'isError');
  if (typeof flag === 'boolean') return flag;
  if (flag !== undefined) return flag !== '' && flag !== 0;
  const status = memberOf(record, 'status');
  if (status === 'error') return true;
  if (status === 'success') return false;
  const typed = membersOf(memberOf(record, 'output', 'content'));
  const type = textOf(memberOf(typed, 'type')) ?? '';
  return /^error-|_error$/.test(type) ? true : undefined;
}

/**
 * What a tool answered: JSON where the text is JSON, else the text. A number counts as one only when it would be written
 * the same way again, so that `007` and `12.50` stay as they are.
 */
function readResultContent(record: JsonObject): { content: JsonValue; text: string } {
  const given = unwrapped(record.content ?? memberOf(record, 'output', 'result') ?? '');
  if (typeof given !== 'string') {
    const texts = isList(given) ? partTexts(given) : undefined;
    return texts === undefined ? { content: given, text: plainJson(given) } : contentOf(texts.join('\n'));
  }
  return contentOf(given);
}

const WRAPPERS: ReadonlySet<string> = new Set(['text', 'json', 'content', 'error-text', 'error-json']);

/** `{ type: 'json', value }`, as the AI SDK writes results. */
function unwrapped(given: JsonValue): JsonValue {
  const members = membersOf(given);
  if (members === undefined || !Object.hasOwn(members, 'value')) return given;
  const isWrapper = Object.keys(members).every((key) => ['type', 'value', 'providerOptions'].includes(key));
  return isWrapper && WRAPPERS.has(textOf(memberOf(members, 'type')) ?? '') ? (members.value ?? null) : given;
}

function contentOf(text: string): { content: JsonValue; text: string } {
  // Most results are long texts or JSON containers: the first character tells which.
  if (!/^\s*[[{"\d\-tfn]/.test(text)) return { content: text, text };
  const parsed = parseJson(text);
  if (parsed.status === 'unparsable') return { content: text, text };
  const isExact = typeof parsed.value !== 'number' || String(parsed.value) === text;
  return { content: isExact ? parsed.value : text, text };
}

/** The texts of parts, when all of them are texts. */
function partTexts(parts: readonly JsonValue[]): readonly string[] | undefined {
  if (parts.length === 0) return undefined;
  const texts = parts.flatMap((part) => {
    const members = membersOf(part);
    const isText = /^(?:input_|output_)?text$/.test(textOf(memberOf(members, 'type')) ?? '');
    return isText ? (textOf(memberOf(members, 'text')) ?? []) : [];
  });
  return texts.length === parts.length ? texts : undefined;
}

/**
 * Whether a result that has no flag tells of a failure: a text that begins with `Error`, `Exception` or `Traceback`, or an
 * object with `error`, `isError`, `is_error`, or `success` or `ok` that is false, or a `status` of `error` or `failed`.
 */
export function readsAsError(content: JsonValue): boolean {
  if (typeof content === 'string')
    return /^\s*(?:[A-Za-z]*(?:Error|Exception|ERROR)(?:[:\s]|$)|error:|Traceback \()/.test(content);
  const members = membersOf(content);
  if (members === undefined) return false;
  const error = memberOf(members, 'error', 'isError', 'is_error');
  if (error !== undefined && error !== false && error !== '' && error !== 0) return true;
  if (memberOf(members, 'success') === false || memberOf(members, 'ok') === false) return true;
  const status = textOf(memberOf(members, 'status'));
  return status !== undefined && /^(?:error|failed)$/i.test(status) && Object.keys(members).length <= 3;
}
