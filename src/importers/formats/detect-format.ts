import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import type { ImportFormat } from '../imported.ts';
import { listOf, memberOf, membersOf, textOf } from '../messages/json-members.ts';
import { isItem } from '../messages/read-items.ts';

/** What a value looks like; undefined when it looks like nothing that is known. */
export function detectFormat(value: JsonValue): ImportFormat | undefined {
  const list = listOf(value);
  if (list !== undefined) {
    if (list.some(isStoredEvent)) return 'rehearsal';
    return list.length === 0 || list.some(isMessage) ? spellingOf(list) : undefined;
  }
  const members = membersOf(value);
  const request = requestOf(members);
  const messages = listOf(memberOf(members, 'messages')) ?? listOf(memberOf(request, 'messages'));
  if (messages === undefined)
    return inputOf(request ?? members, members) === undefined ? undefined : 'openai-responses';
  const hasTauFields = ['termination_reason', 'benchmark', 'expected_actions'].some(
    (name) => memberOf(members, name) !== undefined,
  );
  if (hasTauFields || messages.some(hasRequestor)) return 'tau';
  const isReply = listOf(memberOf(membersOf(memberOf(members, 'response')), 'content')) !== undefined;
  return isReply ? 'anthropic-messages' : spellingOf(messages);
}

/** Whose words for calls a list of messages uses. Any of them is read in any list. */
function spellingOf(list: readonly JsonValue[]): ImportFormat {
  if (list.some(isItem)) return 'openai-responses';
  const types = new Set(list.flatMap(partTypesOf));
  if ([...types].some((type) => /^(?:[a-z_]+_)?tool_(?:use|result)$/.test(type))) return 'anthropic-messages';
  if ([...types].some((type) => type === 'step-start' || type === 'dynamic-tool' || type.startsWith('tool-')))
    return 'ai-sdk';
  return types.has('input_text') || types.has('output_text') ? 'openai-responses' : 'openai-chat';
}

function partTypesOf(message: JsonValue): string[] {
  const members = membersOf(message);
  const parts = listOf(memberOf(members, 'content')) ?? listOf(memberOf(members, 'parts')) ?? [];
  return parts.flatMap((part) => textOf(memberOf(membersOf(part), 'type')) ?? []);
}

/** What the Responses API was asked: items, or a text beside a list of items that answer it. */
export function inputOf(
  request: JsonObject | undefined,
  members: JsonObject | undefined,
): readonly JsonValue[] | undefined {
  const input = memberOf(request, 'input');
  const list = listOf(input);
  if (list !== undefined) return list.some(isMessage) ? list : undefined;
  const text = textOf(input);
  const output = listOf(memberOf(members, 'output') ?? memberOf(membersOf(memberOf(members, 'response')), 'output'));
  return text !== undefined && output?.some(isMessage) === true ? [{ role: 'user', content: text }] : undefined;
}

/** An event or the outcome of a stored session. */
export function isStoredEvent(value: JsonValue): boolean {
  const members = membersOf(value);
  const type = textOf(memberOf(members, 'type'));
  if (type === 'session_started' || type === 'session_outcome') return true;
  return (
    type !== undefined && typeof memberOf(members, 'seq') === 'number' && typeof memberOf(members, 'turn') === 'number'
  );
}

/** A single message or item, for logs that hold one in each line. */
export function isMessage(value: JsonValue): boolean {
  const members = membersOf(value);
  if (isItem(value)) return true;
  return textOf(memberOf(members, 'role')) !== undefined && memberOf(members, 'messages') === undefined;
}

/** What was asked, in logs that keep a request beside its response. */
export function requestOf(members: JsonObject | undefined): JsonObject | undefined {
  return membersOf(memberOf(members, 'request'));
}

function hasRequestor(message: JsonValue): boolean {
  return textOf(memberOf(membersOf(message), 'requestor')) !== undefined;
}
