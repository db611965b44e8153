import { isList, isObject, tagOf } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import type { ValueTest } from '../../trajectory/arguments/matcher.ts';
import { type Equality, isSame } from './bound-values.ts';
import { compileValue, isCondition } from './conditions.ts';

type Keys = readonly (string | number)[];
type Leaf = { keys: Keys } & ({ kind: 'test'; test: ValueTest } | { kind: 'variable'; name: string });

/** Arguments or a result as a pattern describes them. */
export type Shape = {
  /** Names of the variables, each once. */
  variables: readonly string[];
  /**
   * Binds the variables into `values`, by name; false when a value is not as the pattern wants it. A variable without a
   * value stays unbound and fails nothing.
   */
  read(actual: JsonValue | undefined, values: Map<string, JsonValue>): boolean;
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
  collect(expected, [], { leaves, lengths });
  const names = leaves.flatMap((leaf) => (leaf.kind === 'variable' ? [leaf.name] : []));
  return {
    variables: [...new Set(names)],
    read(actual, values) {
      for (const { keys, length } of lengths) {
        const list = valueAt(actual, keys);
        if (!isList(list) || list.length !== length) return false;
      }
      for (const leaf of leaves) {
        const value = valueAt(actual, leaf.keys);
        if (leaf.kind === 'test') {
          if (!leaf.test.test(value)) return false;
        } else if (value !== undefined && !bind(values, { name: leaf.name, value, equality })) {
          return false;
        }
      }
      return true;
    },
    describe: (lookUp) =>
      leaves
        .map((leaf) => {
          const text = leaf.kind === 'test' ? leaf.test.text : lookUp(leaf.name);
          return leaf.keys.length === 0 ? text : `${leaf.keys.join('.')}=${text}`;
        })
        .join(', '),
  };
}

function bind(
  values: Map<string, JsonValue>,
  { name, value, equality }: { name: string; value: JsonValue; equality: Equality },
): boolean {
  const known = values.get(name);
  if (known !== undefined) return isSame(known, value, equality);
  values.set(name, value);
  return true;
}

type Parts = { leaves: Leaf[]; lengths: { keys: Keys; length: number }[] };

function collect(expected: JsonValue, keys: Keys, parts: Parts): void {
  const name = variableIn(expected);
  if (name !== undefined) {
    parts.leaves.push({ keys, kind: 'variable', name });
  } else if (isList(expected) && hasVariable(expected)) {
    parts.lengths.push({ keys, length: expected.length });
    for (const [index, item] of expected.entries()) collect(item, [...keys, index], parts);
  } else if (isObject(expected) && isOpen(expected, keys)) {
    for (const key of Object.keys(expected)) collect(expected[key] as JsonValue, [...keys, key], parts);
  } else {
    parts.leaves.push({ keys, kind: 'test', test: compileValue(expected) });
  }
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
  for (const key of keys) {
    if (typeof key === 'number') current = isList(current) ? current[key] : undefined;
    else current = isObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  }
  return current;
}
