import type { ReferenceArguments } from '../../../domain/authoring/reference-solution.ts';
import { resolveNode, schemasAt } from '../../../domain/json-schema/schema-node.ts';
import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { listText } from '../../text/value-text.ts';
import { readLiveValue } from '../../trajectory/arguments/live-value.ts';
import type { CompileOptions } from '../../trajectory/arguments/match-options.ts';
import type { CallPattern, CallTest } from '../../trajectory/specification/expected-call.ts';
import { fitsPattern } from '../../trajectory/specification/expected-call.ts';
import { ABSENT, chooseMembers } from './choose-value.ts';

/** What a call of the pattern would be made with. `parameters` is the JSON Schema of its tool, where it is known. */
export function chooseArguments(
  pattern: CallPattern,
  test: CallTest,
  { parameters, options }: { parameters: JsonValue | undefined; options: CompileOptions },
): ReferenceArguments {
  const { tool, arguments: expected } = pattern;
  const root = parameters ?? {};
  const isWhole = (pattern.match ?? options.match) === 'exact';
  if (expected !== undefined && readLiveValue(expected) !== undefined) return open('a test in code names no values');
  const chosen = chooseMembers(expected === undefined ? {} : (expected as JsonObject), schemasAt(root, []), root);
  if ('open' in chosen) return open(`${chosen.open}, which names no single value`);
  if (chosen.value === ABSENT || !isObject(chosen.value)) return open('nothing is expected of its arguments');
  const { value, missing } = fillRequired(chosen.value, root);
  // A part of the arguments may be expected on purpose; all of them are a call that can be made or not.
  if (missing.length > 0 && !isWhole) {
    return open(
      `\`${tool}\` also takes ${listText(missing.map((name) => `\`${name}\``))}, for which nothing is expected`,
    );
  }
  return fitsPattern(test, { name: tool, arguments: value })
    ? { status: 'known', value }
    : open('no value was found that all of its expectations accept');
}

function open(why: string): ReferenceArguments {
  return { status: 'open', why };
}

/** Adds the arguments that can have but one value; names those that a schema requires besides. */
function fillRequired(value: JsonObject, root: JsonValue): { value: JsonObject; missing: string[] } {
  const schema = resolveNode(root, root);
  if (!isObject(schema) || !isList(schema.required)) return { value, missing: [] };
  const { properties } = schema;
  const filled: Record<string, JsonValue> = { ...value };
  const missing: string[] = [];
  for (const name of schema.required) {
    if (typeof name !== 'string' || Object.hasOwn(value, name)) continue;
    const only =
      isObject(properties) && Object.hasOwn(properties, name) ? onlyValue(properties[name], root) : undefined;
    if (only === undefined) missing.push(name);
    else Object.defineProperty(filled, name, { value: only, enumerable: true, writable: true, configurable: true });
  }
  return { value: filled, missing };
}

function onlyValue(node: JsonValue | undefined, root: JsonValue): JsonValue | undefined {
  const schema = resolveNode(node, root);
  if (!isObject(schema)) return undefined;
  if (schema.const !== undefined) return schema.const;
  return isList(schema.enum) && schema.enum.length === 1 ? schema.enum[0] : undefined;
}
