import { assertNever } from '../../../../domain/values/assert-never.ts';
import { isObject } from '../../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../../domain/values/json-value.ts';
import { nearestName } from '../../../../domain/values/nearest-name.ts';
import { pointerTo } from '../../../../domain/values/pointer-to.ts';
import { valueAtPath } from '../argument-path.ts';
import type { ArgumentDifference } from '../matcher.ts';
import { valueWords } from '../value-words.ts';
import { isExcused } from './excuses.ts';
import { memberAt } from './members-of.ts';
import { asMember, countLeaves, type Field, type ListNode, type Node, type ObjectNode } from './node.ts';
import { itemsIn, membersIn, nodeMatches } from './node-matches.ts';
import { describeNode } from './node-words.ts';
import { pairClosest } from './pair-closest.ts';
import { isTextOf } from './same-value.ts';

/** What a comparison found. Without `differences` only the leaves are counted. */
export type Report = {
  differences?: ArgumentDifference[] | undefined;
  leaves: number;
  right: number;
  /** A field that neither side has. */
  problem?: string | undefined;
};

/** Compares one place and adds to the report. `pointer` leads to the place in the actual arguments. */
export function compareNode(node: Node, actual: JsonValue | undefined, pointer: string, report: Report): void {
  switch (node.kind) {
    case 'value':
    case 'test':
      report.leaves += 1;
      if (nodeMatches(node, actual)) report.right += 1;
      else report.differences?.push(leafDifference(node, actual, pointer));
      return;
    case 'object':
      compareObject(node, actual, pointer, report);
      return;
    case 'list':
      compareList(node, actual, pointer, report);
      return;
    case 'fields':
      for (const field of node.fields) compareField(field, actual, report);
      return;
    default:
      assertNever(node);
  }
}

type Leaf = Extract<Node, { kind: 'value' | 'test' }>;

function leafDifference(node: Leaf, actual: JsonValue | undefined, pointer: string): ArgumentDifference {
  if (actual === undefined) return { pointer, kind: 'missing', expected: describeNode(node), actual: 'nothing' };
  if (node.kind === 'value' && isTextOf(node.value, actual)) {
    const expected = `${typedWords(node.value)} (equal with \`coerce: true\`)`;
    return { pointer, kind: 'wrong_type', expected, actual: typedWords(actual), isUnread: true };
  }
  const isForbidden = node.kind === 'test' && node.word === 'absent';
  const kind = isForbidden ? 'unexpected' : 'wrong';
  const expected = describeNode(node) + remarkOf(node, actual);
  const difference: ArgumentDifference = { pointer, kind, expected, actual: valueWords(actual) };
  const isUnread = node.kind === 'test' && node.of.isUnread?.(actual) === true;
  return isUnread ? { ...difference, isUnread } : difference;
}

function remarkOf(node: Leaf, actual: JsonValue): string {
  if (node.kind !== 'test') return '';
  if (node.word !== undefined && isObject(actual) && Object.hasOwn(actual, node.word))
    return '; for the object itself write `{ equals: … }`';
  const why = node.of.why?.(actual) ?? '';
  return why === '' ? '' : ` (${why})`;
}

/** `the text "1"`, which looks like the number 1 and is another value. */
function typedWords(value: JsonValue): string {
  const kind =
    value === null
      ? ''
      : `the ${typeof value === 'string' ? 'text' : typeof value === 'boolean' ? 'value' : 'number'} `;
  return kind + valueWords(value);
}

function wholeDifference(node: Node, actual: JsonValue | undefined, pointer: string): ArgumentDifference {
  const kind = actual === undefined ? 'missing' : 'wrong';
  return { pointer, kind, expected: describeNode(node), actual: valueWords(actual) };
}

function compareObject(node: ObjectNode, actual: JsonValue | undefined, pointer: string, report: Report): void {
  const members = membersIn(node, actual);
  if (members === undefined) {
    report.leaves += countLeaves(node);
    report.differences?.push(wholeDifference(node, actual, pointer));
    return;
  }
  const { keys, nodes, rule, nullIsAbsent } = node;
  if (keys.length === 0 && rule !== 'subset') {
    report.leaves += 1;
    report.right += 1;
  }
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    const member = asMember(memberAt(members, key), nullIsAbsent);
    if (member === undefined && rule === 'subset') continue;
    const before = report.differences?.length ?? 0;
    const { differences } = report;
    // Where leaves are only counted, nobody reads where they stand, nor what was meant.
    compareNode(nodes[index] as Node, member, differences === undefined ? '' : pointer + pointerTo([key]), report);
    if (member === undefined && differences !== undefined)
      addMeant(
        report,
        before,
        nearestName(
          key,
          Object.keys(members).filter((other) => !keys.includes(other)),
        ),
      );
  }
  if (rule !== 'partial') compareSurplus(node, members, pointer, report);
}

/** A missing key is told with the key that probably stands in its place. */
function addMeant({ differences }: Report, index: number, meant: string | undefined): void {
  const difference = differences?.[index];
  if (difference !== undefined && meant !== undefined) difference.meant = meant;
}

function compareSurplus({ keys, excuses }: ObjectNode, members: JsonObject, pointer: string, report: Report): void {
  const named = new Set(keys);
  for (const key of Object.keys(members)) {
    const member = members[key] as JsonValue;
    if (named.has(key) || isExcused(key, member, excuses)) continue;
    report.leaves += 1;
    report.differences?.push(
      surplusAt(
        pointer + pointerTo([key]),
        member,
        nearestName(
          key,
          keys.filter((other) => !Object.hasOwn(members, other)),
        ),
      ),
    );
  }
}

function surplusAt(pointer: string, actual: JsonValue | undefined, meant?: string): ArgumentDifference {
  const difference: ArgumentDifference = {
    pointer,
    kind: 'unexpected',
    expected: 'nothing',
    actual: valueWords(actual),
  };
  return meant === undefined ? difference : { ...difference, meant };
}

function compareList(node: ListNode, actual: JsonValue | undefined, pointer: string, report: Report): void {
  const items = itemsIn(node, actual);
  const { nodes, isSet } = node;
  if (items === undefined) {
    report.leaves += countLeaves(node);
    report.differences?.push(wholeDifference(node, actual, pointer));
    return;
  }
  if (nodes.length === 0 && items.length === 0) {
    report.leaves += 1;
    report.right += 1;
  }
  const columnOf = isSet ? pairClosest(nodes, items) : nodes.map((_, index) => (index < items.length ? index : -1));
  const used = new Set(columnOf);
  nodes.forEach((inner, row) => {
    const column = columnOf[row] as number;
    if (column >= 0) compareNode(inner, items[column], `${pointer}/${column}`, report);
    else missingItem(inner, { pointer: isSet ? pointer : `${pointer}/${row}`, isSet }, report);
  });
  for (let index = 0; index < items.length; index += 1) {
    if (used.has(index)) continue;
    report.leaves += 1;
    report.differences?.push(surplusAt(`${pointer}/${index}`, items[index]));
  }
}

/** In a list in any order an item has no place of its own. */
function missingItem(node: Node, { pointer, isSet }: { pointer: string; isSet: boolean }, report: Report): void {
  report.leaves += countLeaves(node);
  const difference = { pointer, kind: 'missing', expected: describeNode(node), actual: 'nothing' } as const;
  report.differences?.push(isSet ? { ...difference, isItem: true } : difference);
}

function compareField({ path, keys, node, nullIsAbsent }: Field, actual: JsonValue | undefined, report: Report): void {
  const found = asMember(valueAtPath(actual, keys), nullIsAbsent);
  const pointer = pointerTo(keys);
  if (node !== undefined) {
    compareNode(node, found, pointer, report);
    return;
  }
  report.leaves += 1;
  if (found !== undefined) {
    report.differences?.push(surplusAt(pointer, found));
    return;
  }
  report.problem ??= `the field \`${path}\` is on neither side: is it misspelt?`;
  report.differences?.push({ pointer, kind: 'missing', expected: 'a value on either side', actual: 'nothing' });
}
