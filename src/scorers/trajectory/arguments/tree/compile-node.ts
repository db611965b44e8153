import { UsageError } from '../../../../domain/errors.ts';
import { pathText } from '../../../../domain/json-schema/argument-fault.ts';
import { isList, isPlainObject, maxJsonDepth } from '../../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../../domain/values/json-value.ts';
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
import { isTextOf } from './same-value.ts';

/** More objects than this are not compared with each other in any order. */
const MAX_SET = 1000;

/** Reads what is expected at one place. Throws `UsageError` for what makes no sense there. */
export function compileNode(expected: ExpectedValue, place: Place): Node {
  if (typeof expected === 'bigint') return compileValue(bigValue(expected), place);
  if ((typeof expected !== 'object' && typeof expected !== 'function') || expected === null)
    return compileValue(expected, place);
  if (place.path.length > maxJsonDepth) throw unusable(place, `is nested deeper than ${maxJsonDepth} levels`);
  if (isList(expected)) return compileList(expected as readonly ExpectedValue[], place);
  const live = readLiveValue(expected);
  if (live !== undefined) return testNode(liveTest(live));
  if (!isPlainObject(expected)) throw unusable(place, 'is an object of a class, which is not JSON');
  const members = membersOf(expected as JsonObject);
  if (members === undefined) return compileValue(expected as JsonObject, place);
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
  if (node.kind === 'value') {
    return {
      test: (actual) => nodeMatches(node, actual),
      text: describeNode(node),
      why: (actual) => (isTextOf(node.value, actual) ? 'of another type; equal with `coerce: true`' : ''),
      isUnread: (actual) => isTextOf(node.value, actual),
    };
  }
  return { test: (actual) => nodeMatches(node, actual), text: describeNode(node) };
}

function compileObject(object: MembersOfExpected, place: Place): Node {
  const { options, path, rule, ignored, defaults } = place;
  const keys: string[] = [];
  const nodes: Node[] = [];
  const isQuick = hasPlainValues(place);
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue;
    const expected = object[key] as ExpectedValue;
    if (isQuick && isPlainValue(expected)) {
      keys.push(key);
      nodes.push({ kind: 'value', value: expected });
      continue;
    }
    const inner = placeInside(place, key, 'key');
    if (inner === undefined) continue;
    keys.push(key);
    nodes.push(compileNode(expected, inner));
  }
  const nullIsAbsent = options.nullIsAbsent === true;
  const isExcusing = ignored !== undefined || defaults?.members !== undefined || nullIsAbsent;
  const excuses = isExcusing ? { ignored, defaults, nullIsAbsent } : undefined;
  const readsText = options.coerce === true && path.length > 0;
  return { kind: 'object', rule, keys, nodes, excuses, nullIsAbsent, readsText };
}

function compileList(list: readonly ExpectedValue[], place: Place): Node {
  const { options, path, declaredAt } = place;
  const nodes: Node[] = [];
  const isQuick = hasPlainValues(place);
  for (let index = 0; index < list.length; index += 1) {
    const expected = list[index] as ExpectedValue;
    if (isQuick && isPlainValue(expected)) {
      nodes.push({ kind: 'value', value: expected });
      continue;
    }
    const inner = placeInside(place, String(index), 'item');
    nodes.push(inner === undefined ? anything : compileNode(expected, inner));
  }
  const isSet = (declaredAt?.(path)?.lists ?? options.lists) === 'set';
  if (isSet && nodes.length > MAX_SET && nodes.some(({ kind }) => kind !== 'value')) {
    throw unusable(place, `is a list of more than ${MAX_SET} objects, which cannot be compared in any order`);
  }
  return { kind: 'list', nodes, isSet, readsText: options.coerce === true && path.length > 0 };
}

/** Whether single values are equal or not, whatever the options: most are, and need no place of their own. */
function hasPlainValues({ options, ignored, declaredAt }: Place): boolean {
  return (
    ignored === undefined &&
    declaredAt === undefined &&
    options.coerce !== true &&
    options.money !== true &&
    options.nullIsAbsent !== true
  );
}

function isPlainValue(expected: ExpectedValue): expected is string | number | boolean | null {
  return (
    typeof expected === 'string' || typeof expected === 'number' || typeof expected === 'boolean' || expected === null
  );
}

/** An ignored item stands for any item: what follows it keeps its position. */
const anything: Node = { kind: 'test', of: { test: () => true, text: 'any value' }, word: undefined };

/**
 * One key further; undefined where the key is ignored. What the expectation names is compared although a glob leads to it:
 * a glob only lets pass what is not named. Built without spread, which makes compiling several times slower.
 */
function placeInside(place: Place, key: string, kind: 'key' | 'item'): Place | undefined {
  const { options, path, rule, ignored, defaults, declaredAt } = place;
  const step = ignored === undefined ? undefined : stepInto(ignored, key);
  const inside = path.concat(key);
  if (step?.isIgnored) {
    const isData = options.isRead === true || options.isLiteral === true;
    if (isData || (step.isSpelledOut && kind === 'item')) return undefined;
    if (step.isSpelledOut) {
      const told = placeText(inside);
      throw new UsageError(
        `\`ignoreKeys\` leaves out \`${told}\`, and the expected arguments name it: take it out of one of them`,
      );
    }
  }
  return {
    options,
    path: inside,
    rule: options.isShallow ? 'exact' : rule,
    ignored: step?.next,
    defaults: defaults?.members?.get(key),
    declaredAt,
    isRoot: false,
  };
}
