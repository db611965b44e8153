import type { Problem } from '../../domain/authoring/problem.ts';
import { isList } from '../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import { parseJson } from '../../domain/values/parse-json.ts';
import { plainJson } from '../../domain/values/plain-json.ts';
import { mistake, oddity } from '../import-problem.ts';
import { kindOf, memberOf, membersOf, textOf } from './json-members.ts';

type At = { path: string; problems: Problem[] };

/** The words of a message: a text, or the texts of its parts, a line each. What is no text is told and left out. */
export function readWords(message: JsonObject, { path, problems }: At): string {
  const content = memberOf(message, 'content');
  const refusal = textOf(memberOf(message, 'refusal'));
  if (content === undefined) return refusal ?? '';
  if (typeof content === 'string') return content === '' ? (refusal ?? '') : content;
  if (!isList(content)) {
    problems.push(
      mistake('unreadable-content', `${path}.content`, `expected a text or a list of parts, found ${kindOf(content)}`),
    );
    return '';
  }
  return content
    .flatMap((part, index) => readPart(part, { path: `${path}.content[${index}]`, problems }) ?? [])
    .join('\n');
}

/** Parts in which other providers put their calls: to leave one out would be to say that there was none. */
const PARTS_WITH_CALLS: ReadonlySet<string> = new Set([
  'tool_use',
  'tool_result',
  'tool-call',
  'tool-result',
  'functionCall',
]);

function readPart(part: JsonValue, { path, problems }: At): string | undefined {
  if (typeof part === 'string') return part;
  const members = membersOf(part);
  const text = textOf(memberOf(members, 'text', 'refusal'));
  if (text !== undefined) return text;
  const type = textOf(memberOf(members, 'type'));
  const what = type === undefined ? kindOf(part) : `a part of type \`${type.slice(0, 60)}\``;
  if (type !== undefined && PARTS_WITH_CALLS.has(type)) {
    const hint = 'write calls as `tool_calls` of the message, and results as messages with the role `tool`';
    problems.push(mistake('foreign-part', path, `${what} holds a call or a result, and is not read here`, hint));
  } else problems.push(oddity('part-left-out', path, `${what} is no text and is left out`));
  return undefined;
}

/**
 * What a tool answered: JSON where the text is JSON, else the text. A number counts as one only when it would be written
 * the same way again, so that `007` and `12.50` stay as they are.
 */
export function readResultContent(message: JsonObject): { content: JsonValue; text: string } {
  const given = message.content ?? memberOf(message, 'output', 'result') ?? '';
  if (typeof given !== 'string') {
    const texts = isList(given) ? partTexts(given) : undefined;
    return texts === undefined ? { content: given, text: plainJson(given) } : contentOf(texts.join('\n'));
  }
  return contentOf(given);
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
    return textOf(memberOf(members, 'type')) === 'text' ? (textOf(memberOf(members, 'text')) ?? []) : [];
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
