import { closeObjects } from '../../../../domain/json-schema/close-objects.ts';
import { schemasAt } from '../../../../domain/json-schema/schema-node.ts';
import { unknownKeys } from '../../../../domain/json-schema/unknown-keys.ts';
import { isObject } from '../../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../../domain/values/json-value.ts';
import { nearestName } from '../../../../domain/values/nearest-name.ts';
import { pointerTo } from '../../../../domain/values/pointer-to.ts';
import { valueAtPath } from '../argument-path.ts';
import type { ArgumentDifference } from '../matcher.ts';
import { valueWords } from '../value-words.ts';
import { type Excuses, isExcused } from './excuses.ts';
import { stepInto } from './ignored-paths.ts';
import type { Node } from './node.ts';

/** Finds keys that the tool's schema does not have. */
export type KnownKeys = {
  /** The quick answer. */
  hasUnknown(actual: JsonValue): boolean;
  /** One difference for each unknown key. */
  find(actual: JsonValue): ArgumentDifference[];
};

/**
 * Keys that a closed object of the schema does not have. An object that lists its properties is closed unless it says
 * otherwise, since a typo must not pass; what the expectation names itself, and what is excused, is not told.
 */
export function knownKeysOf(
  parameters: JsonValue,
  { node, excuses }: { node: Node; excuses: Excuses | undefined },
): KnownKeys {
  const closed = closeObjects(parameters);
  const top = flatProperties(closed);
  const find = (actual: JsonValue): ArgumentDifference[] =>
    unknownKeys(actual, closed).flatMap(({ path }) => {
      const keys = path.map(String);
      if (isNamed(node, keys) || isExcusedAt(keys, actual, excuses)) return [];
      return [unknownAt(keys, { actual, closed })];
    });
  return {
    find,
    hasUnknown: (actual) => !(top !== undefined && isObject(actual) && hasOnly(top, actual)) && find(actual).length > 0,
  };
}

/** The properties of a closed object without alternatives. */
function flatProperties(schema: JsonValue): JsonObject | undefined {
  if (!isObject(schema) || schema.additionalProperties !== false || !isObject(schema.properties)) return undefined;
  return ['$ref', 'anyOf', 'oneOf'].some((keyword) => Object.hasOwn(schema, keyword)) ? undefined : schema.properties;
}

/** True when each key is known and holds a single value, inside which nothing can be unknown. */
function hasOnly(properties: JsonObject, actual: JsonObject): boolean {
  for (const key in actual) {
    if (!Object.hasOwn(actual, key)) continue;
    const member = actual[key];
    if (!Object.hasOwn(properties, key) || (typeof member === 'object' && member !== null)) return false;
  }
  return true;
}

/** Whether the expectation itself names the key. */
function isNamed(root: Node, keys: readonly string[]): boolean {
  let node: Node | undefined = root;
  for (const key of keys) {
    if (node === undefined) return false;
    if (node.kind === 'list') node = node.isSet ? node.nodes[0] : node.nodes[Number(key)];
    else if (node.kind === 'object') node = node.nodes[node.keys.indexOf(key)];
    else return true;
  }
  return node !== undefined;
}

function isExcusedAt(keys: readonly string[], actual: JsonValue, excuses: Excuses | undefined): boolean {
  let place = excuses;
  let value: JsonValue | undefined = actual;
  for (const key of keys) {
    value = valueAtPath(value, [key]);
    if (value === undefined) return true;
    if (isExcused(key, value, place)) return true;
    if (place === undefined) continue;
    const { ignored, defaults, nullIsAbsent }: Excuses = place;
    place = {
      ignored: ignored === undefined ? undefined : stepInto(ignored, key).next,
      defaults: defaults?.members?.get(key),
      nullIsAbsent,
    };
  }
  return false;
}

function unknownAt(
  keys: readonly string[],
  { actual, closed }: { actual: JsonValue; closed: JsonValue },
): ArgumentDifference {
  const owner = keys.slice(0, -1).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  const known = schemasAt(closed, owner).flatMap(({ properties }) =>
    isObject(properties) ? Object.keys(properties) : [],
  );
  const meant = nearestName(keys.at(-1) as string, known);
  const hint = meant === undefined ? '' : ` (did you mean \`${meant}\`?)`;
  return {
    pointer: pointerTo(keys),
    kind: 'unknown',
    expected: `nothing, since the tool knows no such key${hint}`,
    actual: valueWords(valueAtPath(actual, keys)),
    ...(meant === undefined ? {} : { meant }),
  };
}
