import { equalJson } from '../../domain/values/canonical.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { listOf, memberOf, membersOf } from '../messages/json-members.ts';

/** Whether a conversation begins with all messages of another, which has at least two. */
export function continuesPrevious(value: JsonValue, previous: JsonValue | undefined): boolean {
  const messages = messagesOf(value);
  const earlier = previous === undefined ? undefined : messagesOf(previous);
  if (messages === undefined || earlier === undefined) return false;
  if (earlier.length < 2 || messages.length <= earlier.length) return false;
  // Conversations share their first messages more often than their last ones.
  for (let index = earlier.length - 1; index >= 0; index -= 1) {
    if (!equalJson(messages[index] as JsonValue, earlier[index] as JsonValue)) return false;
  }
  return true;
}

function messagesOf(value: JsonValue): readonly JsonValue[] | undefined {
  const members = membersOf(value);
  const request = membersOf(memberOf(members, 'request'));
  return listOf(value) ?? listOf(memberOf(members, 'messages', 'input') ?? memberOf(request, 'messages', 'input'));
}
