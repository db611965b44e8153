import type { Problem } from '../../domain/authoring/problem.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import { mistake, oddity } from '../import-problem.ts';
import { listOf, memberOf, membersOf } from '../messages/json-members.ts';
import { requestOf } from './detect-format.ts';

/**
 * The messages of a conversation: a list alone, or under `messages`, or under `request.messages`. The reply of a logged
 * request, which stands under `choices` beside them, is the last message.
 */
export function messagesIn(value: JsonValue, problems: Problem[]): readonly JsonValue[] | undefined {
  const members = membersOf(value);
  if (members === undefined) return listOf(value);
  const messages = listOf(memberOf(members, 'messages')) ?? listOf(memberOf(requestOf(members), 'messages'));
  const response = memberOf(members, 'response');
  const choices = memberOf(membersOf(response), 'choices') ?? memberOf(members, 'choices');
  if (messages === undefined || (response === undefined && choices === undefined)) return messages;
  const [first, ...others] = listOf(choices) ?? [];
  const reply = membersOf(memberOf(membersOf(first), 'message'));
  if (reply === undefined) {
    const text = 'there is a reply beside the messages, and it has no `choices[0].message`';
    problems.push(mistake('unreadable-reply', response === undefined ? 'choices' : 'response', text));
    return messages;
  }
  if (others.length > 0) {
    problems.push(
      oddity('other-replies', 'choices', `the first of ${others.length + 1} replies is read, and no other`),
    );
  }
  return [...messages, reply];
}

/** Where the messages of an object stand in it. */
export function pathOfMessages(members: JsonObject): string {
  return listOf(memberOf(members, 'messages')) === undefined ? 'request.messages' : 'messages';
}
