import { resolveNode, schemasAt } from '../../../domain/json-schema/schema-node.ts';
import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import type { ExpectedValue } from '../../trajectory/arguments/expected-arguments.ts';
import { keyMatcherOf } from '../../trajectory/arguments/key-matcher.ts';
import { readLiveValue } from '../../trajectory/arguments/live-value.ts';

/** Nothing is sent there. */
export const ABSENT: unique symbol = Symbol('absent');

/** A value that an expectation accepts; `open` with the words of a matcher that names none. */
export type Choice = { value: JsonValue | typeof ABSENT } | { open: string };

/**
 * The value that an author most likely had in mind: the value itself, the first of `oneOf`, the centre of `near`, a limit
 * of a range. `schemas` are those of the place, for matchers that leave a choice which the tool does not.
 */
export function chooseValue(expected: ExpectedValue, schemas: readonly JsonObject[], root: JsonValue): Choice {
  if (typeof expected === 'bigint') return { value: bigValue(expected) };
  if (readLiveValue(expected) !== undefined) return fromSchema(schemas) ?? { open: 'a test in code' };
  if (typeof expected !== 'object' || expected === null) return { value: expected as JsonValue };
  if (isList(expected)) {
    const inner = schemas.flatMap((schema) => schemasAt(schema, [0]));
    return chooseList(expected as readonly ExpectedValue[], inner, root);
  }
  const matcher = keyMatcherOf(expected as ExpectedObject);
  if (matcher === undefined) return chooseMembers(expected as ExpectedObject, schemas, root);
  return chooseMatched(matcher.word, expected as ExpectedObject, { schemas, root });
}

/** The arguments of a call, which are no matcher as a whole. */
export function chooseMembers(expected: ExpectedObject, schemas: readonly JsonObject[], root: JsonValue): Choice {
  const value: Record<string, JsonValue> = {};
  for (const key of Object.keys(expected)) {
    const inner = schemas.flatMap((schema) => memberSchemas(schema, key, root));
    const choice = chooseValue(expected[key] as ExpectedValue, inner, root);
    if ('open' in choice) return { open: `\`${key}\` is ${choice.open}` };
    if (choice.value === ABSENT) continue;
    Object.defineProperty(value, key, { value: choice.value, enumerable: true, writable: true, configurable: true });
  }
  return { value };
}

type ExpectedObject = { readonly [key: string]: ExpectedValue };

function chooseList(items: readonly ExpectedValue[], schemas: readonly JsonObject[], root: JsonValue): Choice {
  const values: JsonValue[] = [];
  for (const item of items) {
    const choice = chooseValue(item, schemas, root);
    if ('open' in choice) return choice;
    if (choice.value !== ABSENT) values.push(choice.value);
  }
  return { value: values };
}

type Around = { schemas: readonly JsonObject[]; root: JsonValue };

function chooseMatched(word: string, object: ExpectedObject, { schemas, root }: Around): Choice {
  const inner = object[word] as ExpectedValue;
  switch (word) {
    case 'oneOf': {
      const choices = isList(inner)
        ? (inner as readonly ExpectedValue[]).map((one) => chooseValue(one, schemas, root))
        : [];
      return choices.find((choice) => 'value' in choice) ?? { open: 'none of the values of `oneOf`' };
    }
    case 'equals':
    case 'text':
    case 'date':
    case 'near':
      return { value: inner as JsonValue };
    case 'money':
      return { value: wants(schemas, 'string') ? String(inner) : Number(inner) };
    case 'set':
    case 'absentOr':
      return chooseValue(inner, schemas, root);
    case 'absent':
      return { value: ABSENT };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return inRange(object) ?? fromSchema(schemas) ?? { open: 'a range without an end that belongs to it' };
    default:
      return fromSchema(schemas) ?? { open: `left open by \`${word}\`` };
  }
}

/** An end that belongs to the range. */
function inRange({ gte, lte }: ExpectedObject): Choice | undefined {
  const end = typeof lte === 'number' ? lte : gte;
  return typeof end === 'number' ? { value: end } : undefined;
}

/** The only value that the tool takes there, or the first of a few. */
function fromSchema(schemas: readonly JsonObject[]): Choice | undefined {
  for (const schema of schemas) {
    if (schema.const !== undefined) return { value: schema.const };
    if (isList(schema.enum) && schema.enum[0] !== undefined) return { value: schema.enum[0] };
    if (schema.type === 'boolean') return { value: true };
    if (schema.default !== undefined) return { value: schema.default };
  }
  return undefined;
}

/** A text, unless the tool says that it wants something else. */
function wants(schemas: readonly JsonObject[], type: string): boolean {
  return (
    schemas.length === 0 || schemas.some((schema) => schema.type === undefined || [schema.type].flat().includes(type))
  );
}

function memberSchemas(schema: JsonObject, key: string, root: JsonValue): readonly JsonObject[] {
  const { properties } = schema;
  if (!isObject(properties) || !Object.hasOwn(properties, key)) return [];
  const resolved = resolveNode(properties[key] as JsonValue, root);
  return isObject(resolved) ? schemasAt({ ...resolved, $defs: definitionsOf(root) }, []) : [];
}

/** References inside a part lead to the document's own definitions. */
function definitionsOf(root: JsonValue): JsonValue {
  return isObject(root) && isObject(root.$defs) ? root.$defs : {};
}

function bigValue(value: bigint): JsonValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : { $type: 'bigint', value: String(value) };
}
