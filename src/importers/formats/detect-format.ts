import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import type { ImportFormat } from '../imported.ts';
import { listOf, memberOf, membersOf, textOf } from '../messages/json-members.ts';

/** What a value looks like; undefined when it looks like nothing that is known. */
export function detectFormat(value: JsonValue): ImportFormat | undefined {
  const list = listOf(value);
  if (list !== undefined) {
    if (list.some(isStoredEvent)) return 'rehearsal';
    return list.length === 0 || list.some(isMessage) ? 'openai-chat' : undefined;
  }
  const members = membersOf(value);
  const messages = listOf(memberOf(members, 'messages')) ?? listOf(memberOf(requestOf(members), 'messages'));
  if (messages === undefined) return undefined;
  const hasTauFields = ['termination_reason', 'benchmark', 'expected_actions'].some(
    (name) => memberOf(members, name) !== undefined,
  );
  return hasTauFields || messages.some(hasRequestor) ? 'tau' : 'openai-chat';
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

/** A single message, for logs that hold one in each line. */
export function isMessage(value: JsonValue): boolean {
  const members = membersOf(value);
  return textOf(memberOf(members, 'role')) !== undefined && memberOf(members, 'messages') === undefined;
}

/** What was asked, in logs that keep a request beside its response. */
export function requestOf(members: JsonObject | undefined): JsonObject | undefined {
  return membersOf(memberOf(members, 'request'));
}

function hasRequestor(message: JsonValue): boolean {
  return textOf(memberOf(membersOf(message), 'requestor')) !== undefined;
}
