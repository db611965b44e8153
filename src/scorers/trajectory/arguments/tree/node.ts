import type { JsonValue } from '../../../../domain/values/json-value.ts';
import type { ValueTest } from '../matcher.ts';
import type { Excuses } from './excuses.ts';

/** How much more or less than the named keys an object may hold. */
export type ObjectRule = 'partial' | 'exact' | 'subset';

/** Expected arguments, read once. */
export type Node =
  /** One value of JSON, equal without any options. */
  | { kind: 'value'; value: string | number | boolean | null }
  | { kind: 'test'; of: ValueTest /** The word of the matcher that it is. */; word?: string | undefined }
  | ObjectNode
  | ListNode
  | { kind: 'fields'; fields: readonly Field[] };

export type ObjectNode = {
  kind: 'object';
  rule: ObjectRule;
  keys: readonly string[];
  /** What is expected at each key. */
  nodes: readonly Node[];
  /** What lets a key pass that is not named; undefined when nothing does. */
  excuses: Excuses | undefined;
  /** A key that holds null is a key that is not there. */
  nullIsAbsent: boolean;
  /** The text of the object is the object. */
  readsText: boolean;
};

export type ListNode = { kind: 'list'; nodes: readonly Node[]; isSet: boolean; readsText: boolean };

/** One path that is compared; without a node the expectation does not name it. */
export type Field = { path: string; keys: readonly string[]; node: Node | undefined; nullIsAbsent: boolean };

/** How many single values a node asks for; at least one. */
export function countLeaves(node: Node): number {
  switch (node.kind) {
    case 'object':
    case 'list':
      return Math.max(
        1,
        node.nodes.reduce((sum, inner) => sum + countLeaves(inner), 0),
      );
    case 'fields':
      return node.fields.length;
    default:
      return 1;
  }
}

/** Null in place of a key that is not there, where the options ask for that. */
export function asMember(member: JsonValue | undefined, nullIsAbsent: boolean): JsonValue | undefined {
  return nullIsAbsent && member === null ? undefined : member;
}
