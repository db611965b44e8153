import { canonicalText } from '../../../../domain/values/canonical.ts';
import { isObject } from '../../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../../domain/values/json-value.ts';
import type { FlatMembers } from '../matcher.ts';
import { numberWords } from '../value-words.ts';
import { isAbsent, membersOf } from './members-of.ts';
import type { Node } from './node.ts';

/** How many values are counted in sixteen bits. */
const mostMembers = 65_535;

/** What is expected, where it is single values at some keys and nothing else counts; undefined where it is more than that. */
export function flatExpectation(root: Node | undefined): FlatMembers | undefined {
  if (root?.kind !== 'object' || root.rule !== 'partial' || root.readsText || root.nullIsAbsent) return undefined;
  if (root.keys.length === 0 || root.keys.length > mostMembers) return undefined;
  const members: [string, string][] = [];
  for (let index = 0; index < root.keys.length; index += 1) {
    const node = root.nodes[index] as Node;
    if (node.kind !== 'value') return undefined;
    members.push([root.keys[index] as string, singleText(node.value)]);
  }
  return members;
}

/** The single values at the top of arguments; what holds more than one value is equal to no single one. */
export function flatArguments(actual: JsonValue | undefined): FlatMembers {
  const members = isObject(actual) ? membersOf(actual) : undefined;
  if (members === undefined) return [];
  return Object.entries(members).flatMap(([key, member]): [string, string][] => {
    const text = isAbsent(member) ? '' : singleText(member);
    return text === '' ? [] : [[key, text]];
  });
}

/** The text of a value, the same for all that are equal without options; empty for a list or an object of its own. */
export function singleText(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(value.normalize('NFC'));
  return typeof value === 'object' && value !== null && numberWords(value) === undefined ? '' : canonicalText(value);
}
