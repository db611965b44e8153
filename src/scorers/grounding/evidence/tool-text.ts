import type { ToolDescription } from '../../../domain/transcript/tool-call.ts';
import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';

/** What in a schema tells something of the business. A pattern, a length or a format holds digits that mean nothing. */
const TELLING: ReadonlySet<string> = new Set([
  'description',
  'title',
  'enum',
  'const',
  'default',
  'examples',
  'minimum',
  'maximum',
]);

/** What a tool says of itself: name, description, names of parameters, and what its schema tells of the business. */
export function textOfTool({ name, description, parameters }: ToolDescription): string {
  return [name, description, ...wordsOfSchema(parameters)].join('\n');
}

function wordsOfSchema(schema: JsonValue): string[] {
  if (isList(schema)) return schema.flatMap(wordsOfSchema);
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (TELLING.has(key) && !isObject(value)) return [JSON.stringify(value)];
    if (key === 'properties' && isObject(value))
      return [...Object.keys(value), ...Object.values(value).flatMap(wordsOfSchema)];
    return typeof value === 'object' ? wordsOfSchema(value) : [];
  });
}
