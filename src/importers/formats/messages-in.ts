import type { Problem } from '../../domain/authoring/problem.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import { mistake, oddity } from '../import-problem.ts';
import { listOf, memberOf, membersOf, textOf } from '../messages/json-members.ts';
import type { PlacedValue } from '../messages/read-messages.ts';
import { inputOf, requestOf } from './detect-format.ts';

/** The messages of a conversation, and where they stand. */
export type FoundMessages = { list: readonly PlacedValue[]; path: string };

/**
 * The messages of a conversation: a list alone, or under `messages` or `input`, of a request too. What the agent was told
 * beside them (`system`, `instructions`) comes first, and the reply of a logged request last.
 */
export function messagesIn(value: JsonValue, problems: Problem[]): FoundMessages | undefined {
  const members = membersOf(value);
  if (members === undefined) {
    const alone = listOf(value);
    return alone === undefined ? undefined : { list: placedIn(alone, ''), path: '' };
  }
  const isWrapped = listOf(memberOf(members, 'messages')) === undefined && inputOf(members, members) === undefined;
  const request = isWrapped ? requestOf(members) : members;
  const inside = isWrapped ? 'request.' : '';
  const messages = listOf(memberOf(request, 'messages'));
  if (messages !== undefined && request !== undefined) {
    const path = `${inside}messages`;
    const system = systemMessage(systemOf(request, messages), `${inside}system`);
    return { path, list: [...system, ...placedIn(messages, path), ...replyOf(members, problems)] };
  }
  const input = inputOf(request, members);
  if (input === undefined) return undefined;
  const path = `${inside}input`;
  const system = systemMessage(memberOf(request, 'instructions'), `${inside}instructions`);
  return { path, list: [...system, ...placedIn(input, path), ...outputOf(members)] };
}

function placedIn(list: readonly JsonValue[], path: string): PlacedValue[] {
  return list.map((value, index) => ({ value, path: `${path}[${index}]` }));
}

function systemMessage(content: JsonValue | undefined, path: string): PlacedValue[] {
  return content === undefined ? [] : [{ value: { role: 'system', content }, path }];
}

/** What some providers take beside the messages; where those have system messages, `system` means something else. */
function systemOf(request: JsonObject, list: readonly JsonValue[]): JsonValue | undefined {
  const system = memberOf(request, 'system');
  const isText = textOf(system) !== undefined || listOf(system) !== undefined;
  const isAmong = list.some((message) =>
    ['system', 'developer'].includes(textOf(memberOf(membersOf(message), 'role')) ?? ''),
  );
  return isText && !isAmong ? system : undefined;
}

/** The message under `choices`, or the response itself where it is one. */
function replyOf(members: JsonObject, problems: Problem[]): PlacedValue[] {
  const response = memberOf(members, 'response');
  const answer = membersOf(response);
  const choices = memberOf(answer, 'choices') ?? memberOf(members, 'choices');
  if (response === undefined && choices === undefined) return [];
  const inside = memberOf(answer, 'choices') === undefined ? '' : 'response.';
  const [first, ...others] = listOf(choices) ?? [];
  const reply = membersOf(memberOf(membersOf(first), 'message'));
  if (reply !== undefined) {
    if (others.length > 0) {
      const text = `the first of ${others.length + 1} replies is read, and no other`;
      problems.push(oddity('other-replies', 'choices', text));
    }
    return [{ value: reply, path: `${inside}choices[0].message` }];
  }
  if (answer !== undefined && textOf(memberOf(answer, 'role')) !== undefined && listOf(answer.content) !== undefined) {
    return [{ value: answer, path: 'response' }];
  }
  const text = 'there is a reply beside the messages, and it has no `choices[0].message`';
  problems.push(mistake('unreadable-reply', response === undefined ? 'choices' : 'response', text));
  return [];
}

/** What the Responses API answered, beside what it was asked. */
function outputOf(members: JsonObject): PlacedValue[] {
  const own = listOf(memberOf(members, 'output'));
  if (own !== undefined) return placedIn(own, 'output');
  return placedIn(listOf(memberOf(membersOf(memberOf(members, 'response')), 'output')) ?? [], 'response.output');
}
