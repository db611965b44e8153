import type { z } from 'zod';

export type AnySchema = z.core.$ZodType;

/** The kinds of value a file can hold. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'nothing' | 'list' | 'object' | 'other';

export function kindOf(value: unknown): ValueKind {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
    case 'bigint':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'object':
      return 'object';
    default:
      return 'other';
  }
}

/** The definition of a schema as the union that TypeScript can narrow. */
export function definitionOf(schema: AnySchema): z.core.$ZodTypes['_zod']['def'] {
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** The schema without what only says that it may be absent, has a default or is converted afterwards. */
export function unwrap(schema: AnySchema): AnySchema {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return unwrap(definition.innerType);
    case 'lazy':
      return unwrap(definition.getter());
    case 'pipe':
      return unwrap(definitionOf(definition.in).type === 'transform' ? definition.out : definition.in);
    default:
      return schema;
  }
}

/** The alternatives of a union, those of unions inside it included; the schema itself when it is none. */
export function optionsOf(schema: AnySchema): readonly AnySchema[] {
  const inner = unwrap(schema);
  const definition = definitionOf(inner);
  return definition.type === 'union' ? definition.options.flatMap(optionsOf) : [inner];
}

/** The keys an object schema knows; undefined for any other schema. */
export function shapeOf(schema: AnySchema): Readonly<Record<string, AnySchema>> | undefined {
  const definition = definitionOf(unwrap(schema));
  return definition.type === 'object' ? definition.shape : undefined;
}

/** Whether an object may leave out a key of this schema. */
export function mayBeMissing(schema: AnySchema): boolean {
  return schema._zod.optin !== undefined;
}

/** Whether a value of this kind can be right at all. */
export function acceptsKind(schema: AnySchema, kind: ValueKind): boolean {
  const definition = definitionOf(unwrap(schema));
  switch (definition.type) {
    case 'string':
    case 'template_literal':
      return kind === 'text';
    case 'number':
      return kind === 'number';
    case 'boolean':
      return kind === 'boolean';
    case 'null':
      return kind === 'nothing';
    case 'array':
    case 'tuple':
      return kind === 'list';
    case 'object':
    case 'record':
      return kind === 'object';
    case 'enum':
      return Object.values(definition.entries).some((value) => kindOf(value) === kind);
    case 'literal':
      return definition.values.some((value) => kindOf(value) === kind);
    case 'union':
      return definition.options.some((option) => acceptsKind(option, kind));
    default:
      return true;
  }
}

/** What stands at a path inside a value; undefined when nothing does. */
export function partAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let part = value;
  for (const segment of path) {
    part = Object.hasOwn(Object(part), segment) ? Reflect.get(Object(part), segment) : undefined;
  }
  return part;
}

/** Whether the last key of a path is not there at all. */
export function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  const last = path.at(-1);
  return last !== undefined && !Object.hasOwn(Object(partAt(value, path.slice(0, -1))), last);
}
