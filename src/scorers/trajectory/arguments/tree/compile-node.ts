import { UsageError } from '../../../../domain/errors.ts';
import { pathText } from '../../../../domain/json-schema/argument-fault.ts';
import { isList, isPlainObject, maxJsonDepth } from '../../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../../domain/values/json-value.ts';
import type { ExpectedValue } from '../expected-arguments.ts';
import { keyMatcherOf, readKeyMatcher } from '../key-matcher.ts';
import { readLiveValue } from '../live-value.ts';
import type { ValueTest } from '../matcher.ts';
import { liveTest } from '../matchers/live-test.ts';
import { compileValue } from './compile-value.ts';
import { stepInto } from './ignored-paths.ts';
import { membersOf } from './members-of.ts';
import type { Node } from './node.ts';
import { nodeMatches } from './node-matches.ts';
import { describeNode } from './node-words.ts';
import type { Place } from './place.ts';

/** More objects than this are not compared with each other in any order. */
const MAX_SET = 2000;

/** Reads what is expected at one place. Throws `UsageError` for what makes no sense there. */
export function compileNode(expected: ExpectedValue, place: Place): Node {
  if (place.path.length > maxJsonDepth) throw unusable(place, `is nested deeper than ${maxJsonDepth} levels`);
  if (typeof expected === 'bigint') return compileValue(bigValue(expected), place);
  const live = readLiveValue(expected);
  if (live !== undefined) return testNode(liveTest(live));
  if (isList(expected)) return compileList(expected as readonly ExpectedValue[], place);
  if (typeof expected !== 'object' || expected === null) return compileValue(expected as JsonValue, place);
  if (!isPlainObject(expected)) throw unusable(place, 'is an object of a class, which is not JSON');
  const members = membersOf(expected as { readonly [key: string]: JsonValue });
  if (members === undefined) return compileValue(expected as JsonValue, place);
  // What is escaped has a `$type` of its own and is no matcher.
  const isMatcherFree = place.isRoot || place.options.isLiteral || members !== expected;
  const matcher = isMatcherFree ? undefined : keyMatcherOf(members);
  return matcher === undefined ? compileObject(members, place) : compileMatcher(matcher, members, place);
}

function bigValue(value: bigint): JsonValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : { $type: 'bigint', value: String(value) };
}

function unusable({ path }: Place, problem: string): UsageError {
  return new UsageError(
    `the expected value${path.length === 0 ? '' : ` at \`${placeText(path.slice(0, 20))}\``} ${problem}`,
  );
}

function placeText(path: readonly string[]): string {
  return pathText(path.map((key) => (/^\d+$/.test(key) ? Number(key) : key)));
}

function testNode(test: ValueTest, word?: string): Node {
  return { kind: 'test', of: test, word };
}

type MembersOfExpected = { readonly [key: string]: ExpectedValue };

function compileMatcher(
  matcher: NonNullable<ReturnType<typeof keyMatcherOf>>,
  object: MembersOfExpected,
  place: Place,
): Node {
  const inside: Place = { ...place, isRoot: false };
  const test = readKeyMatcher(matcher, object, {
    path: placeText(place.path),
    options: place.options,
    compile: (expected, more) =>
      asTest(
        compileNode(expected, more === undefined ? inside : { ...inside, options: { ...place.options, ...more } }),
      ),
    compileExactly: (expected) =>
      asTest(compileNode(expected, { path: place.path, rule: 'exact', options: { match: 'exact', isLiteral: true } })),
  });
  return testNode(test, matcher.word);
}

function asTest(node: Node): ValueTest {
  if (node.kind === 'test') return node.of;
  return { test: (actual) => nodeMatches(node, actual), text: describeNode(node) };
}

function compileObject(object: MembersOfExpected, place: Place): Node {
  const { options, path, rule, ignored, defaults, declaredAt } = place;
  const inner = options.isShallow ? 'exact' : rule;
  const keys: string[] = [];
  const nodes: Node[] = [];
  for (const key of Object.keys(object)) {
    const step = ignored === undefined ? undefined : stepInto(ignored, key);
    if (step?.isIgnored) continue;
    keys.push(key);
    const at: Place = { options, path: [...path, key], rule: inner, ignored: step?.next, declaredAt };
    nodes.push(compileNode(object[key] as ExpectedValue, { ...at, defaults: defaults?.members?.get(key) }));
  }
  const nullIsAbsent = options.nullIsAbsent === true;
  const isExcusing = ignored !== undefined || defaults?.members !== undefined || nullIsAbsent;
  return {
    kind: 'object',
    rule,
    keys,
    nodes,
    excuses: isExcusing ? { ignored, defaults, nullIsAbsent } : undefined,
    nullIsAbsent,
    readsText: options.coerce === true && path.length > 0,
  };
}

function compileList(list: readonly ExpectedValue[], place: Place): Node {
  const { options, path, rule, ignored, defaults, declaredAt } = place;
  const inner = options.isShallow ? 'exact' : rule;
  const nodes: Node[] = [];
  for (let index = 0; index < list.length; index += 1) {
    const key = String(index);
    const step = ignored === undefined ? undefined : stepInto(ignored, key);
    if (step?.isIgnored) {
      nodes.push({ kind: 'test', of: { test: () => true, text: 'any value' } });
      continue;
    }
    const at: Place = { options, path: [...path, key], rule: inner, ignored: step?.next, declaredAt };
    nodes.push(compileNode(list[index] as ExpectedValue, { ...at, defaults: defaults?.members?.get(key) }));
  }
  const isSet = (declaredAt?.(path)?.lists ?? options.lists) === 'set';
  if (isSet && nodes.length > MAX_SET && nodes.some(({ kind }) => kind !== 'value')) {
    throw unusable(place, `is a list of more than ${MAX_SET} objects, which cannot be compared in any order`);
  }
  return { kind: 'list', nodes, isSet, readsText: options.coerce === true && path.length > 0 };
}
