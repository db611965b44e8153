import { schemasAt, type ValuePath } from '../../domain/json-schema/schema-node.ts';
import { equalJson } from '../../domain/values/canonical.ts';
import { isList } from '../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import { needleOf } from './index/needle.ts';

/** JSON Schemas that may describe one value of a tool's arguments; none when nothing is known of it. */
export type LeafSchema = readonly JsonObject[];

/** The schemas of the value at a JSON Pointer into the arguments, as far as the tool's schema tells. */
export function leafSchemaAt(parameters: JsonValue | undefined, pointer: string): LeafSchema {
  return parameters === undefined ? [] : schemasAt(parameters, pathOf(pointer));
}

function pathOf(pointer: string): ValuePath {
  return pointer
    .split('/')
    .slice(1)
    .map((raw) => raw.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** How the schema itself offers the value: as one of its choices, or as what it is when nobody says. */
export function offerOf(leaf: JsonValue, schemas: LeafSchema): 'enum' | 'default' | undefined {
  const offers = (value: JsonValue | undefined) =>
    value !== undefined && (equalJson(value, leaf) || isSpelling(value, leaf));
  if (schemas.some(({ enum: choices, const: only }) => offers(only) || (isList(choices) && choices.some(offers)))) {
    return 'enum';
  }
  return schemas.some((schema) => offers(schema.default)) ? 'default' : undefined;
}

/** One text in other case or with other dashes. */
function isSpelling(a: JsonValue, b: JsonValue): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  const wanted = needleOf(b).compact;
  return wanted !== '' && needleOf(a).compact === wanted;
}

/** What the schema says of the value in words. */
export function descriptionOf(schemas: LeafSchema): string {
  return schemas.flatMap(({ description }) => (typeof description === 'string' ? [description] : [])).join('\n');
}
