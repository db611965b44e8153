import { z } from 'zod';
import type { ArgumentCheck } from '../../domain/contracts/world.ts';
import { UsageError } from '../../domain/errors.ts';
import { type ArgumentFault, describeFaults } from '../../domain/json-schema/argument-fault.ts';
import { checkJsonSchema } from '../../domain/json-schema/check-json-schema.ts';
import { closeObjects } from '../../domain/json-schema/close-objects.ts';
import { matchJsonSchema } from '../../domain/json-schema/match-json-schema.ts';
import type { ValuePath } from '../../domain/json-schema/schema-node.ts';
import { unknownKeys } from '../../domain/json-schema/unknown-keys.ts';
import { fromJsonValue } from '../../domain/values/from-json-value.ts';
import { isList, isObject, tagOf } from '../../domain/values/json-shape.ts';
import { type JsonObject, type JsonValue, toJsonValue } from '../../domain/values/json-value.ts';
import { faultsOfIssues } from './zod-faults.ts';

/** A schema of arguments: a zod 4 object, or JSON Schema 2020-12 of an object. */
export type ParameterSchema = z.ZodObject | JsonObject;

/** Arguments as a tool declares them: the JSON Schema that a model is shown, and the check that holds it to it. */
export type CompiledParameters = { parameters: JsonValue; check(input: JsonValue): ArgumentCheck };

/**
 * Compiles the parameters of `tool`. Objects are closed: keys that they do not list are refused, at every level. Throws
 * UsageError, naming the tool, for a schema that cannot be shown to a model or means less than it says.
 */
export function compileParameters(parameters: ParameterSchema, tool: string): CompiledParameters {
  return isZod(parameters) ? compileZod(parameters, tool) : compileJsonSchema(parameters, tool);
}

/** By its shape, since a project may have a zod of its own. */
function isZod(parameters: ParameterSchema): parameters is z.ZodObject {
  return '_zod' in parameters;
}

function compileZod(schema: z.ZodObject, tool: string): CompiledParameters {
  const published = publish(schema, tool);
  return {
    parameters: published,
    check: (input) =>
      checkObject(input, published, (value) => {
        const unknown = unknownKeys(value, published);
        const result = z.safeParse(schema, value);
        if (result.success && unknown.length === 0) return { value: result.data };
        return { faults: [...(result.error ? faultsOfIssues(result.error.issues, value) : []), ...unknown] };
      }),
  };
}

function publish(schema: z.ZodObject, tool: string): JsonValue {
  const published = attempt(() => z.toJSONSchema(schema, { io: 'input' }));
  const problem =
    published instanceof Error ? published.message : published.type === 'object' ? undefined : 'its input is no object';
  if (published instanceof Error || problem !== undefined) {
    throw new UsageError(
      `the parameters of the tool \`${tool}\` cannot be shown to a model as JSON Schema: ${problem}`,
    );
  }
  const { $schema, ...rest } = published;
  return toJsonValue(closeObjects(rest as JsonObject)).value;
}

function attempt<T>(make: () => T): T | Error {
  try {
    return make();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function compileJsonSchema(schema: JsonObject, tool: string): CompiledParameters {
  const published = toJsonValue(closeObjects({ type: 'object', properties: {}, ...schema })).value;
  const { problems, patterns } = checkJsonSchema(published, 'parameters');
  if (problems.length > 0) {
    const list = problems.map(
      ({ path, message, hint }) => `${path}: ${message}${hint === undefined ? '' : ` (${hint})`}`,
    );
    throw new UsageError(
      `the parameters of the tool \`${tool}\` are no usable JSON Schema: ${list.join('; ')}`,
      problems,
    );
  }
  return {
    parameters: published,
    check: (input) =>
      checkObject(input, published, (value) => {
        const faults = matchJsonSchema(value as JsonValue, published, patterns);
        return faults.length > 0 ? { faults } : { value };
      }),
  };
}

type Judged = { value: unknown } | { faults: readonly ArgumentFault[] };

function checkObject(input: JsonValue, schema: JsonValue, judge: (value: unknown) => Judged): ArgumentCheck {
  const refuse = (faults: readonly ArgumentFault[]): ArgumentCheck => ({
    status: 'refused',
    problem: describeFaults(faults, schema, fromJsonValue(input)),
  });
  const inexact = findInexact(input, []);
  if (inexact !== undefined) return refuse([inexact]);
  const value = fromJsonValue(input);
  if (!isObject(input)) return refuse([{ path: [], kind: 'wrong' }]);
  const judged = judge(value);
  return 'value' in judged ? { status: 'ok', value: judged.value } : refuse(judged.faults);
}

/** A number that JavaScript would round before the tool sees it: an id or an amount would change in silence. */
function findInexact(value: JsonValue, path: ValuePath): ArgumentFault | undefined {
  if (isList(value)) return firstOf(value.entries(), path);
  if (!isObject(value)) return undefined;
  const tag = tagOf(value);
  if (tag === 'bigint' || tag === 'decimal') {
    return {
      path,
      kind: 'wrong',
      message: `the number ${String(value.value)} is too long to be exact: send it as text, if text is accepted`,
    };
  }
  const members = tag === 'object' && isObject(value.value) ? value.value : value;
  return firstOf(Object.entries(members), path);
}

function firstOf(members: Iterable<[string | number, JsonValue]>, path: ValuePath): ArgumentFault | undefined {
  for (const [key, member] of members) {
    if (typeof member !== 'object' || member === null) continue;
    const found = findInexact(member, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
