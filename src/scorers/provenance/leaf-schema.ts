import { equalJson } from '../../domain/values/canonical.ts';
import { isList, isObject } from '../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';

/** JSON Schemas that may describe one value of a tool's arguments; none when nothing is known of it. */
export type LeafSchema = readonly JsonObject[];

/** The schemas of the value at a JSON Pointer into the arguments, as far as the tool's schema tells. */
export function leafSchemaAt(parameters: JsonValue | undefined, pointer: string): LeafSchema {
  let schemas = variantsOf(parameters);
  for (const raw of pointer.split('/').slice(1)) {
    const part = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    schemas = schemas.flatMap((schema) => variantsOf(memberSchema(schema, part)));
  }
  return schemas;
}

/** A schema and its alternatives. */
function variantsOf(schema: JsonValue | undefined): JsonObject[] {
  if (schema === undefined || !isObject(schema)) return [];
  const nested = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
    const list = Object.hasOwn(schema, key) ? schema[key] : undefined;
    return list !== undefined && isList(list) ? list.flatMap(variantsOf) : [];
  });
  return [schema, ...nested];
}

function memberSchema({ properties, items, additionalProperties }: JsonObject, part: string): JsonValue | undefined {
  if (properties !== undefined && isObject(properties) && Object.hasOwn(properties, part)) return properties[part];
  if (items !== undefined && /^\d+$/.test(part)) return isList(items) ? items[Number(part)] : items;
  return additionalProperties;
}

/** Whether the schema itself offers the value: as an enum, a constant or a default. */
export function isGivenBySchema(leaf: JsonValue, schemas: LeafSchema): boolean {
  return schemas.some((schema) => {
    const { enum: choices, const: constant, default: preset } = schema;
    const offered = [...(choices !== undefined && isList(choices) ? choices : []), constant, preset];
    return offered.some((value) => value !== undefined && equalJson(value, leaf));
  });
}
