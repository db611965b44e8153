import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { cutText, valueText } from '../../text/value-text.ts';
import type { ExpectedValue } from './expected-arguments.ts';
import { isTagged, readKeyMatcher } from './key-matcher.ts';
import type { CompileOptions } from './match-options.ts';
import type { ArgumentDifference, ArgumentMatch, ArgumentMatcher, ValueTest } from './matcher.ts';

type Node =
  | ({ kind: 'leaf' } & ValueTest)
  | { kind: 'object'; keys: readonly string[]; nodes: readonly Node[] }
  | { kind: 'list'; nodes: readonly Node[] };

/** Without `differences` only the leaves are counted. */
type Report = { differences?: ArgumentDifference[]; leaves: number; right: number };

/**
 * Compares `actual` with `expected`: objects deep and partial, lists item by item, everything else by JSON equality
 * (1 is 1.0, `"1"` is not 1, null is not absent; texts are compared after Unicode NFC). An object with exactly the key
 * of a matcher, such as `{ oneOf: […] }`, is that matcher.
 */
export function matchArguments(
  expected: ExpectedValue,
  actual: JsonValue | undefined,
  options: CompileOptions = {},
): ArgumentMatch {
  return compileArguments(expected, options).compare(actual);
}

/** Reads expected arguments once. Throws `UsageError` for a matcher that is written wrongly. */
export function compileArguments(expected: ExpectedValue | undefined, options: CompileOptions = {}): ArgumentMatcher {
  const root = expected === undefined ? undefined : compileNode(expected as JsonValue, options, '');
  const exact = options.match === 'exact';
  const matcher: ArgumentMatcher = {
    withSchema: () => matcher,
    matches: (actual) => actual !== undefined && (root === undefined || nodeMatches(root, actual, exact)),
    credit(actual) {
      const report: Report = { leaves: 0, right: 0 };
      if (root !== undefined) compareNode(root, actual, { pointer: '', exact, report });
      return creditOf(report, actual);
    },
    compare(actual) {
      const differences: ArgumentDifference[] = [];
      const report: Report = { differences, leaves: 0, right: 0 };
      if (root !== undefined) compareNode(root, actual, { pointer: '', exact, report });
      const credit = creditOf(report, actual);
      return { matched: credit === 1, credit, differences };
    },
    text: root === undefined ? '' : topText(root),
  };
  return matcher;
}

/** Arguments as they stand in a call: `order_id="A-1", amount=49.9`. */
export function argumentsText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (!isObject(value) || isTagged(value)) return valueText(value);
  return cutText(
    Object.entries(value)
      .map(([key, member]) => `${key}=${valueText(member)}`)
      .join(', '),
  );
}

function compileNode(expected: JsonValue, options: CompileOptions, pointer: string): Node {
  const compile = (inner: JsonValue) => compileArguments(inner, options);
  const matcher = readKeyMatcher(expected, options, { pointer, compile });
  if (matcher !== undefined) return { kind: 'leaf', ...matcher };
  if (isList(expected)) {
    const nodes = expected.map((item, index) => compileNode(item, options, `${pointer}/${index}`));
    return { kind: 'list', nodes };
  }
  const object = expected as JsonObject;
  const keys = Object.keys(object);
  const nodes = keys.map((key) => compileNode(object[key] as JsonValue, options, `${pointer}/${escapeKey(key)}`));
  return { kind: 'object', keys, nodes };
}

function nodeMatches(node: Node, actual: JsonValue | undefined, exact: boolean): boolean {
  if (node.kind === 'leaf') return node.test(actual);
  if (node.kind === 'list') {
    if (!isList(actual) || actual.length !== node.nodes.length) return false;
    for (let index = 0; index < node.nodes.length; index += 1) {
      if (!nodeMatches(node.nodes[index] as Node, actual[index], exact)) return false;
    }
    return true;
  }
  if (!isComparable(actual)) return false;
  let present = 0;
  for (let index = 0; index < node.keys.length; index += 1) {
    const key = node.keys[index] as string;
    const own = Object.hasOwn(actual, key);
    if (own) present += 1;
    if (!nodeMatches(node.nodes[index] as Node, own ? actual[key] : undefined, exact)) return false;
  }
  return !exact || Object.keys(actual).length === present;
}

type Place = { pointer: string; exact: boolean; report: Report };

function compareNode(node: Node, actual: JsonValue | undefined, place: Place): void {
  const { pointer, exact, report } = place;
  if (node.kind === 'leaf') {
    report.leaves += 1;
    if (node.test(actual)) report.right += 1;
    else report.differences?.push({ pointer, expected: node.text, actual: valueText(actual) });
    return;
  }
  if (node.kind === 'list') {
    compareList(node.nodes, actual, place);
    return;
  }
  if (!isComparable(actual)) {
    report.leaves += 1;
    report.differences?.push({ pointer, expected: nodeText(node), actual: valueText(actual) });
    return;
  }
  if (node.keys.length === 0) {
    report.leaves += 1;
    report.right += 1;
  }
  node.keys.forEach((key, index) => {
    const member = Object.hasOwn(actual, key) ? actual[key] : undefined;
    compareNode(node.nodes[index] as Node, member, { ...place, pointer: `${pointer}/${escapeKey(key)}` });
  });
  if (!exact) return;
  for (const key of Object.keys(actual)) {
    if (node.keys.includes(key)) continue;
    report.leaves += 1;
    report.differences?.push({
      pointer: `${pointer}/${escapeKey(key)}`,
      expected: 'nothing',
      actual: valueText(actual[key]),
    });
  }
}

function compareList(nodes: readonly Node[], actual: JsonValue | undefined, place: Place): void {
  const { pointer, report } = place;
  if (!isList(actual)) {
    report.leaves += Math.max(1, nodes.length);
    report.differences?.push({ pointer, expected: nodeText({ kind: 'list', nodes }), actual: valueText(actual) });
    return;
  }
  if (nodes.length === 0 && actual.length === 0) {
    report.leaves += 1;
    report.right += 1;
  }
  nodes.forEach((node, index) => {
    compareNode(node, actual[index], { ...place, pointer: `${pointer}/${index}` });
  });
  for (let index = nodes.length; index < actual.length; index += 1) {
    report.leaves += 1;
    report.differences?.push({ pointer: `${pointer}/${index}`, expected: 'nothing', actual: valueText(actual[index]) });
  }
}

function creditOf({ leaves, right }: Report, actual: JsonValue | undefined): number {
  if (actual === undefined) return 0;
  return right === leaves ? 1 : right / leaves;
}

function nodeText(node: Node): string {
  switch (node.kind) {
    case 'leaf':
      return node.text;
    case 'list':
      return `[${node.nodes.map(nodeText).join(', ')}]`;
    default:
      return `{${node.keys.map((key, index) => `${JSON.stringify(key)}: ${nodeText(node.nodes[index] as Node)}`).join(', ')}}`;
  }
}

/** A call's arguments are told without braces. */
function topText(node: Node): string {
  if (node.kind !== 'object') return nodeText(node);
  return cutText(node.keys.map((key, index) => `${key}=${nodeText(node.nodes[index] as Node)}`).join(', '));
}

function isComparable(value: JsonValue | undefined): value is JsonObject {
  return isObject(value) && !isTagged(value);
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
