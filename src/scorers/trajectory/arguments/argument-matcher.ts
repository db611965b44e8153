import { UsageError } from '../../../domain/errors.ts';
import { isObject } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { cutText } from '../../text/value-text.ts';
import { parseArgumentPath } from './argument-path.ts';
import type { ExpectedValue } from './expected-arguments.ts';
import type { CompileOptions, MatchOptions } from './match-options.ts';
import type { ArgumentDifference, ArgumentMatch, ArgumentMatcher } from './matcher.ts';
import { refuseMisspelt } from './misspelt-matcher.ts';
import { compareNode, type Report } from './tree/compare-node.ts';
import { compileNode } from './tree/compile-node.ts';
import { creditOfExpected, creditOfUnion } from './tree/credit-by-key.ts';
import { declarationsOf } from './tree/declared-comparison.ts';
import { type DefaultTree, readDefaults, schemaDefaults } from './tree/default-tree.ts';
import { flatExpectation } from './tree/flat-members.ts';
import { readIgnoredPaths } from './tree/ignored-paths.ts';
import { type KnownKeys, knownKeysOf } from './tree/known-keys.ts';
import { membersOf } from './tree/members-of.ts';
import type { Field, Node } from './tree/node.ts';
import { nodeMatches } from './tree/node-matches.ts';
import { describeArguments } from './tree/node-words.ts';
import type { Place } from './tree/place.ts';
import { valueWords } from './value-words.ts';

/**
 * Compares `actual` with `expected`: objects deep and partial, lists item by item, everything else by JSON equality
 * (1 is 1.0, `"1"` is not 1, null is not absent; texts are compared after Unicode NFC), unless the options say otherwise.
 * Inside the arguments an object with exactly the key of a matcher, such as `{ oneOf: […] }`, is that matcher.
 */
export function matchArguments(
  expected: ExpectedValue | undefined,
  actual: JsonValue | undefined,
  options: CompileOptions = {},
): ArgumentMatch {
  return compileArguments(expected, options).compare(actual);
}

/**
 * Reads expected arguments once; without any, whatever was sent will do. Throws `UsageError` for what is written wrongly,
 * misspelt matchers included.
 */
export function compileArguments(expected: ExpectedValue | undefined, options: CompileOptions = {}): ArgumentMatcher {
  if (expected !== undefined && options.isLiteral !== true && options.isRead !== true) refuseMisspelt(expected);
  return compileFor(expected, options, undefined);
}

/** Arguments as they stand in a call: `order_id="A-1", amount=49.9`. */
export function argumentsText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  const members = isObject(value) ? membersOf(value) : undefined;
  if (members === undefined) return valueWords(value);
  return cutText(
    Object.entries(members)
      .slice(0, 40)
      .map(([key, member]) => `${key}=${valueWords(member)}`)
      .join(', '),
  );
}

function compileFor(
  expected: ExpectedValue | undefined,
  options: CompileOptions,
  parameters: JsonValue | undefined,
): ArgumentMatcher {
  const root =
    expected === undefined || options.match === 'ignore' ? undefined : compileRoot(expected, options, parameters);
  const known = root === undefined || parameters === undefined ? undefined : knownKeysFor(root, options, parameters);
  let bySchema: WeakMap<object, ArgumentMatcher> | undefined;
  const bare: Bare = {
    __proto__: lazyText,
    root,
    isFlat: options.credit === undefined,
    hasUnknown: (actual) => known?.hasUnknown(actual) === true,
    matches: (actual) =>
      actual !== undefined && (root === undefined || (nodeMatches(root, actual) && known?.hasUnknown(actual) !== true)),
    credit: (actual) => creditOf(root, actual, { options, known }).credit,
    compare(actual) {
      const differences: ArgumentDifference[] = [];
      const { credit, problem } = creditOf(root, actual, { options, known, differences });
      const matched = matcher.matches(actual);
      return { matched, credit, differences, ...(problem === undefined ? {} : { problem }) };
    },
    withSchema(schema) {
      if (root === undefined || !isObject(schema) || !asksSchema(options, schema))
        return parameters === undefined ? matcher : compileFor(expected, options, undefined);
      bySchema ??= new WeakMap();
      const cached = bySchema.get(schema);
      if (cached !== undefined) return cached;
      const knowing = compileFor(expected, options, schema);
      bySchema.set(schema, knowing);
      return knowing;
    },
  };
  // Its prototype has the words.
  const matcher = bare as Bare & ArgumentMatcher;
  return matcher;
}

type Bare = Omit<ArgumentMatcher, 'text' | 'flat'> & { __proto__: object; root: Node | undefined; isFlat: boolean };

/** Words cost as much as reading the arguments, and most are never asked for. A getter of each object's own costs more. */
const lazyText = {
  get text(): string {
    const { root } = this as unknown as Bare;
    return root === undefined ? '' : describeArguments(root);
  },
  get flat(): ArgumentMatcher['flat'] {
    const { root, isFlat } = this as unknown as Bare;
    return isFlat ? flatExpectation(root) : undefined;
  },
};

/** Whether a schema can change anything. */
function asksSchema({ defaults, unknownKeys, match }: MatchOptions, schema: JsonObject): boolean {
  return (
    defaults === 'schema' ||
    (unknownKeys !== 'allow' && typeof match !== 'object') ||
    declarationsOf(schema) !== undefined
  );
}

function compileRoot(expected: ExpectedValue, options: CompileOptions, parameters: JsonValue | undefined): Node {
  const place: Place = {
    options,
    path: [],
    rule: typeof options.match === 'object' ? 'exact' : ruleOf(options.match),
    ignored: readIgnoredPaths(options.ignoreKeys),
    defaults: defaultsOf(options, parameters),
    declaredAt: parameters === undefined ? undefined : declarationsOf(parameters),
    isRoot: true,
  };
  const node = compileNode(expected, place);
  return typeof options.match === 'object' ? fieldsOf(node, options.match.fields, options) : node;
}

function ruleOf(match: Exclude<MatchOptions['match'], object>): 'partial' | 'exact' | 'subset' {
  return match === 'exact' || match === 'subset' ? match : 'partial';
}

function defaultsOf({ defaults }: MatchOptions, parameters: JsonValue | undefined): DefaultTree | undefined {
  if (defaults === undefined) return undefined;
  if (defaults !== 'schema') return readDefaults(defaults);
  return parameters === undefined ? undefined : schemaDefaults(parameters);
}

function fieldsOf(
  root: Node,
  fields: readonly string[],
  { hasLateFields, nullIsAbsent = false }: CompileOptions,
): Node {
  return {
    kind: 'fields',
    fields: fields.map((path): Field => {
      const keys = parseArgumentPath(path, 'fields');
      const node = nodeAt(root, keys);
      if (node === undefined && hasLateFields !== true) {
        throw new UsageError(
          `\`fields\` names \`${path}\`, which the expected arguments do not have: give it a value there, or \`{ absent: true }\`.`,
        );
      }
      return { path, keys, node, nullIsAbsent };
    }),
  };
}

function nodeAt(root: Node, keys: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const key of keys) {
    if (node?.kind === 'object') node = node.nodes[node.keys.indexOf(key)];
    else if (node?.kind === 'list') node = node.nodes[Number(key)];
    else return undefined;
  }
  return node;
}

function knownKeysFor(node: Node, options: CompileOptions, parameters: JsonValue): KnownKeys | undefined {
  if (options.unknownKeys === 'allow' || typeof options.match === 'object') return undefined;
  const ignored = readIgnoredPaths(options.ignoreKeys);
  const excuses = { ignored, defaults: defaultsOf(options, parameters), nullIsAbsent: options.nullIsAbsent === true };
  return knownKeysOf(parameters, { node, excuses });
}

type Crediting = {
  options: CompileOptions;
  known: KnownKeys | undefined;
  differences?: ArgumentDifference[] | undefined;
};

function creditOf(
  root: Node | undefined,
  actual: JsonValue | undefined,
  { options, known, differences }: Crediting,
): { credit: number; problem?: string | undefined } {
  if (root === undefined) return { credit: actual === undefined ? 0 : 1 };
  const report: Report = { differences, leaves: 0, right: 0 };
  compareNode(root, actual, '', report);
  addUnknown(report, actual, known);
  const { leaves, right, problem } = report;
  const share = leaves === 0 || right === leaves ? 1 : right / leaves;
  const byKey =
    options.credit === 'union' ? creditOfUnion : options.credit === 'expected' ? creditOfExpected : undefined;
  // By keys alone, everything may be right while something else is there that should not be.
  const credit = byKey === undefined || share === 1 ? share : Math.min(byKey(root, actual), leaves / (leaves + 1));
  return { credit: actual === undefined ? 0 : credit, problem };
}

/** A key that is unexpected as well is told once, as unknown. */
function addUnknown(report: Report, actual: JsonValue | undefined, known: KnownKeys | undefined): void {
  if (known === undefined || actual === undefined) return;
  for (const difference of known.find(actual)) {
    const at = report.differences?.findIndex(({ pointer }) => pointer === difference.pointer) ?? -1;
    if (at >= 0) report.differences?.splice(at, 1, difference);
    else {
      report.leaves += 1;
      report.differences?.push(difference);
    }
  }
}
