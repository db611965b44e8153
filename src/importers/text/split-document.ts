import type { JsonValue } from '../../domain/values/json-value.ts';
import { isMessage, isStoredEvent } from '../formats/detect-format.ts';
import { listOf, memberOf, membersOf } from '../messages/json-members.ts';

/** Names under which other tools keep their conversations. */
const LISTS = ['conversations', 'simulations', 'transcripts', 'sessions', 'data'];

/** The conversations that a JSON value holds; undefined when it is one itself. */
export function conversationsIn(value: JsonValue): readonly JsonValue[] | undefined {
  const members = membersOf(value);
  const hasOwn = listOf(memberOf(members, 'messages')) !== undefined;
  const list = listOf(value) ?? (hasOwn ? undefined : listOf(memberOf(members, ...LISTS)));
  const [first] = list ?? [];
  if (list === undefined || first === undefined || list.some(isMessage) || list.some(isStoredEvent)) return undefined;
  const isTalk = (one: JsonValue): boolean => listOf(one) !== undefined || membersOf(one) !== undefined;
  return list.some(isTalk) ? list : undefined;
}
