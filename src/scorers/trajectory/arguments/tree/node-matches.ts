import { isList, isObject } from '../../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../../domain/values/json-value.ts';
import { parseJson } from '../../../../domain/values/parse-json.ts';
import { valueAtPath } from '../argument-path.ts';
import { isExcused } from './excuses.ts';
import { isAbsent, membersOf } from './members-of.ts';
import { asMember, type Field, type ListNode, type Node, type ObjectNode } from './node.ts';
import { pairItems } from './pair-items.ts';
import { isSameValue } from './same-value.ts';

/** The quick answer. `undefined` is a key that is not there. */
export function nodeMatches(node: Node, actual: JsonValue | undefined): boolean {
  switch (node.kind) {
    case 'value':
      return actual === node.value || isSameValue(node.value, actual);
    case 'test':
      return node.of.test(actual);
    case 'object':
      return objectMatches(node, actual);
    case 'list':
      return listMatches(node, actual);
    default:
      return node.fields.every((field) => fieldMatches(field, actual));
  }
}

function objectMatches(object: ObjectNode, actual: JsonValue | undefined): boolean {
  const members = membersIn(object, actual);
  if (members === undefined) return false;
  const { keys, nodes, rule, nullIsAbsent } = object;
  let named = 0;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    const node = nodes[index] as Node;
    const isOwn = Object.hasOwn(members, key);
    if (isOwn) named += 1;
    const given = isOwn ? members[key] : undefined;
    if (node.kind === 'value' && given === node.value && given !== null) continue;
    const member = isAbsent(given) ? undefined : asMember(given, nullIsAbsent);
    if (member === undefined && rule === 'subset') continue;
    if (!nodeMatches(node, member)) return false;
  }
  return rule === 'partial' || hasNoMore(object, members, named);
}

/** Counts first: only an object with more keys than are named has to be looked at key by key. */
function hasNoMore({ keys, excuses }: ObjectNode, members: JsonObject, named: number): boolean {
  let surplus = -named;
  for (const key in members) if (Object.hasOwn(members, key)) surplus += 1;
  if (surplus === 0) return true;
  for (const key in members) {
    if (!Object.hasOwn(members, key) || keys.includes(key)) continue;
    if (!isExcused(key, members[key] as JsonValue, excuses)) return false;
  }
  return true;
}

function listMatches(node: ListNode, given: JsonValue | undefined): boolean {
  const items = itemsIn(node, given);
  if (items === undefined || items.length !== node.nodes.length) return false;
  if (node.isSet) return !pairItems(node.nodes, items, nodeMatches).includes(-1);
  for (let index = 0; index < items.length; index += 1) {
    if (!nodeMatches(node.nodes[index] as Node, items[index])) return false;
  }
  return true;
}

function fieldMatches({ keys, node, nullIsAbsent }: Field, actual: JsonValue | undefined): boolean {
  return node !== undefined && nodeMatches(node, asMember(valueAtPath(actual, keys), nullIsAbsent));
}

/** The members to compare; undefined when the value is no object. */
export function membersIn({ readsText }: ObjectNode, given: JsonValue | undefined): JsonObject | undefined {
  const actual = readsText ? fromText(given) : given;
  return isObject(actual) ? membersOf(actual) : undefined;
}

/** The items to compare; undefined when the value is no list. */
export function itemsIn({ readsText }: ListNode, given: JsonValue | undefined): readonly JsonValue[] | undefined {
  const actual = readsText ? fromText(given) : given;
  return isList(actual) ? actual : undefined;
}

function fromText(given: JsonValue | undefined): JsonValue | undefined {
  if (typeof given !== 'string' || !/^\s*[[{]/.test(given)) return given;
  const parsed = parseJson(given);
  return parsed.status === 'parsed' ? parsed.value : given;
}
