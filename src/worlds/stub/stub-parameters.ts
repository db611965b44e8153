import { isObject } from '../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';

/**
 * The JSON Schema of a stub's parameters. A schema of an object (`type: object`) stands as it is; the short form, name →
 * schema of the parameter, requires every parameter that does not say `optional: true`. A type name alone (`order_id:
 * string`) is the schema of that type.
 */
export function parametersOfStub(parameters: JsonObject): JsonObject {
  if (isFullSchema(parameters)) return parameters;
  const properties: Record<string, JsonValue> = {};
  const required: string[] = [];
  for (const [name, given] of Object.entries(parameters)) {
    const { optional, ...schema } = isObject(given) ? given : {};
    properties[name] = typeof given === 'boolean' ? given : isObject(given) ? schema : { type: given };
    if (optional !== true) required.push(name);
  }
  return { type: 'object', properties, required, additionalProperties: false };
}

/** In the short form `type` is the name of a parameter, so its value is no type name but a schema. */
export function isFullSchema(parameters: JsonObject): boolean {
  return parameters.type === 'object';
}

/** Names of the parameters of a stub. */
export function parameterNames(parameters: JsonObject): readonly string[] {
  const { properties } = parametersOfStub(parameters);
  return isObject(properties) ? Object.keys(properties) : [];
}
