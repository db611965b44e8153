import { UsageError } from '../../../domain/errors.ts';
import { isList, isObject, tagOf } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { valueText } from '../../text/value-text.ts';
import type { ValueTest } from '../../trajectory/arguments/matcher.ts';
import { type Equality, isSame } from './bound-values.ts';
import { compileValue, isCondition, refuseMisspeltCondition } from './conditions.ts';

type Keys = readonly (string | number)[];
type Leaf = { keys: Keys } & ({ kind: 'test'; test: ValueTest } | { kind: 'variable'; name: string });

/** Reads a value into `values`. */
export type ShapeReader = (actual: JsonValue | undefined, values: (JsonValue | undefined)[]) => boolean;

/** Arguments or a result as a pattern describes them. */
export type Shape = {
  /** Names of the variables, each once. */
  variables: readonly string[];
  /**
   * Makes a reader that puts the variables' values where `order` names them. The reader answers false when a value is not
   * as the pattern wants it; a variable without a value stays undefined and fails nothing.
   */
  reader(order: readonly string[]): ShapeReader;
  /**
   * Which value keeps it open whether all is as the pattern wants it, in words: one that a condition cannot read. Undefined
   * where it is as wanted, or plainly is not.
   */
  doubt(actual: JsonValue): string | undefined;
  /** Puts the variables' values into `values` where nothing stands yet, whatever else is as it should be. */
  collector(order: readonly string[]): (actual: JsonValue, values: (JsonValue | undefined)[]) => void;
  /** Where a variable stands: `price`, `items.0.id`. */
  placeOf(variable: string): string | undefined;
  /** The first value that plainly is not as the pattern wants it, in words. */
  miss(actual: JsonValue, of?: 'result' | 'call'): string | undefined;
  /** In words, with the values of variables where they are known: `order_id="A-1", amount=more than 100`. */
  describe(lookUp: (variable: string) => string): string;
};

/** What a text such as `$order_id` stands for; `{ equals: "$5" }` means the text itself. */
export function variableIn(value: unknown): string | undefined {
  return typeof value === 'string' ? /^\$([\p{L}_][\p{L}\p{N}_]*)$/u.exec(value)?.[1] : undefined;
}

/** Reads a pattern of arguments or of a result. Throws `UsageError` for a condition that is written wrongly. */
export function compileShape(expected: JsonValue, equality: Equality): Shape {
  const leaves: Leaf[] = [];
  const lengths: { keys: Keys; length: number }[] = [];
  collect(expected, [], { leaves, lengths, equality });
  const names = leaves.flatMap((leaf) => (leaf.kind === 'variable' ? [leaf.name] : []));
  return {
    variables: [...new Set(names)],
    reader: (order) => createReader({ leaves, lengths }, order, equality),
    doubt: (actual) => doubtIn({ leaves, lengths }, actual),
    collector: (order) => (actual, values) => {
      for (const leaf of leaves) {
        if (leaf.kind === 'variable') values[order.indexOf(leaf.name)] ??= valueAt(actual, leaf.keys);
      }
    },
    placeOf: (variable) => leaves.find((leaf) => leaf.kind === 'variable' && leaf.name === variable)?.keys.join('.'),
    miss: (actual, of = 'result') => missIn(leaves, actual, of),
    describe: (lookUp) =>
      leaves
        .map((leaf) => {
          const text = leaf.kind === 'test' ? leaf.test.text : lookUp(leaf.name);
          return leaf.keys.length === 0 ? text : `${leaf.keys.join('.')}=${text}`;
        })
        .join(', '),
  };
}

function createReader({ leaves, lengths }: Parts, order: readonly string[], equality: Equality): ShapeReader {
  const tests = leaves.flatMap((leaf) => (leaf.kind === 'test' ? [{ keys: leaf.keys, test: leaf.test }] : []));
  const variables = leaves.flatMap((leaf) =>
    leaf.kind === 'variable' ? [{ keys: leaf.keys, at: order.indexOf(leaf.name) }] : [],
  );
  return (actual, values) => {
    for (const { keys, length } of lengths) {
      const list = valueAt(actual, keys);
      if (!isList(list) || list.length !== length) return false;
    }
    for (const { keys, test } of tests) if (!test.test(valueAt(actual, keys))) return false;
    for (const { keys, at } of variables) {
      const value = valueAt(actual, keys);
      const known = values[at];
      if (known === undefined) values[at] = value;
      else if (value !== undefined && !isSame(known, value, equality)) return false;
    }
    return true;
  };
}

function doubtIn({ leaves, lengths }: Parts, actual: JsonValue): string | undefined {
  for (const { keys, length } of lengths) {
    const list = valueAt(actual, keys);
    if (!isList(list) || list.length !== length) return undefined;
  }
  let doubt: string | undefined;
  for (const leaf of leaves) {
    if (leaf.kind === 'variable') continue;
    const value = valueAt(actual, leaf.keys);
    if (leaf.test.test(value)) continue;
    if (value === undefined || leaf.test.isUnread?.(value) !== true) return undefined;
    const name = leaf.keys.length === 0 ? 'it' : `\`${leaf.keys.join('.')}\``;
    doubt ??= `${name} is ${valueText(value)}, held against ${leaf.test.text}`;
  }
  return doubt;
}

function missIn(leaves: readonly Leaf[], actual: JsonValue, of: 'result' | 'call'): string | undefined {
  for (const leaf of leaves) {
    const value = valueAt(actual, leaf.keys);
    if (leaf.kind === 'variable' || leaf.test.test(value)) continue;
    const place = leaf.keys.join('.');
    if (value === undefined) return `${of === 'call' ? 'it' : 'its result'} has no \`${place}\``;
    return `${place === '' ? 'its result' : `its \`${place}\``} is ${valueText(value)}, and not ${leaf.test.text}`;
  }
  return undefined;
}

type Parts = { leaves: Leaf[]; lengths: { keys: Keys; length: number }[] };

function collect(expected: JsonValue, keys: Keys, parts: Parts & { equality: Equality }): void {
  const name = variableIn(expected);
  refuseMisspeltVariable(expected);
  if (name !== undefined) {
    parts.leaves.push({ keys, kind: 'variable', name });
  } else if (isList(expected) && hasVariable(expected)) {
    parts.lengths.push({ keys, length: expected.length });
    for (const [index, item] of expected.entries()) collect(item, [...keys, index], parts);
  } else if (isObject(expected) && isOpen(expected, keys)) {
    if (keys.length > 0) refuseMisspeltCondition(expected);
    for (const key of Object.keys(expected)) collect(expected[key] as JsonValue, [...keys, key], parts);
  } else {
    parts.leaves.push({ keys, kind: 'test', test: compileValue(expected, parts.equality) });
  }
}

/** A text that was meant as a variable would be compared as it stands, and fit nothing. */
function refuseMisspeltVariable(value: JsonValue): void {
  if (typeof value !== 'string' || variableIn(value) !== undefined || !/^\$[\p{L}_]\S*$/u.test(value)) return;
  throw new UsageError(
    `\`${value}\` is no variable: its name has letters, digits and \`_\` only. \`{ equals: ${JSON.stringify(value)} }\` means the text itself`,
  );
}

/** Looked into key by key, so that each value is told by its own name; always so at the top. */
function isOpen(expected: JsonObject, keys: Keys): boolean {
  if (tagOf(expected) !== undefined || Object.keys(expected).length === 0) return false;
  if (keys.length === 0) return true;
  return (
    !isCondition(expected) &&
    (hasVariable(expected) || Object.values<JsonValue>(expected).some((value) => isCondition(value)))
  );
}

function hasVariable(value: JsonValue): boolean {
  if (variableIn(value) !== undefined) return true;
  if (isList(value)) return value.some(hasVariable);
  return isObject(value) && Object.values(value).some(hasVariable);
}

function valueAt(value: JsonValue | undefined, keys: Keys): JsonValue | undefined {
  let current = value;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string | number;
    if (typeof key === 'number') current = isList(current) ? current[key] : undefined;
    else current = isObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  }
  return current;
}
