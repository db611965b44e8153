import type { z } from 'zod';
import { type AnySchema, definitionOf, kindOf, mayBeMissing, optionsOf, shapeOf, unwrap } from './schema-shape.ts';

/** `a`, `b` or `c`. */
export function listOr(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

export function quoteNames(names: readonly string[]): string[] {
  return names.map((name) => `\`${name}\``);
}

const ANY_VALUE = 'a value';

/** What stands in the file, in a few words. */
export function foundWords(value: unknown): string {
  switch (kindOf(value)) {
    case 'text':
      return value === '' ? 'an empty text' : `the text \`${shorten(JSON.stringify(value))}\``;
    case 'number':
      return `the number ${String(value)}`;
    case 'boolean':
      return `\`${String(value)}\``;
    case 'nothing':
      return 'nothing';
    case 'list':
      return (value as unknown[]).length === 0 ? 'an empty list' : 'a list';
    case 'object':
      return foundObject(value as object);
    default:
      return `a ${typeof value}`;
  }
}

function foundObject(value: object): string {
  if ('$type' in value && value.$type === 'bigint' && 'value' in value) return `the number ${String(value.value)}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an object without keys';
  return `an object with ${quoteNames(keys.slice(0, 3)).join(', ')}${keys.length > 3 ? ', …' : ''}`;
}

function shorten(text: string): string {
  const points = [...text.slice(0, 200)];
  return points.length > 60 ? `${points.slice(0, 59).join('')}…` : text;
}

/** What a schema takes, in a few words: `a whole number of at least 1`. */
export function expectedWords(schema: AnySchema): string {
  const options = optionsOf(schema);
  if (options.length > 1) return unionWords(options);
  const inner = unwrap(schema);
  const definition = definitionOf(inner);
  switch (definition.type) {
    case 'string':
      return stringWords(inner);
    case 'number':
      return numberWords(inner);
    case 'boolean':
      return '`true` or `false`';
    case 'null':
      return 'nothing';
    case 'array':
      return listWords(expectedWords(definition.element));
    case 'tuple':
      return 'a list';
    case 'object':
      return objectWords(inner);
    case 'record':
      return 'an object';
    case 'enum':
      return listOr(quoteNames(Object.values(definition.entries).map(String)));
    case 'literal':
      return listOr(quoteNames(definition.values.map(String)));
    default:
      return isJsonObject(inner) ? 'an object' : ANY_VALUE;
  }
}

function listWords(entry: string): string {
  return entry === ANY_VALUE ? 'a list' : `a list (each entry ${entry})`;
}

/** The JSON object of the domain is a custom schema; its JSON Schema says what it is. */
function isJsonObject(schema: AnySchema): boolean {
  return (schema._zod.toJSONSchema?.() as { type?: unknown } | undefined)?.type === 'object';
}

function unionWords(options: readonly AnySchema[]): string {
  const shapes = options.map(shapeOf);
  const required = options.flatMap((option) => requiredKeys(option).slice(0, 1));
  const objects = required.length > 0 ? [`an object with ${listOr(quoteNames([...new Set(required)]))}`] : [];
  const others = options.filter((_option, index) => shapes[index] === undefined).map(shortWords);
  return listOr([...new Set([...others, ...objects])]);
}

function shortWords(schema: AnySchema): string {
  return definitionOf(unwrap(schema)).type === 'array' ? 'a list' : expectedWords(schema);
}

function requiredKeys(schema: AnySchema): string[] {
  const shape = shapeOf(schema) ?? {};
  const keys = Object.keys(shape);
  const required = keys.filter((key) => !mayBeMissing(shape[key] as AnySchema));
  return required.length > 0 ? required : keys;
}

function objectWords(schema: AnySchema): string {
  const keys = requiredKeys(schema);
  if (keys.length === 0) return 'an object';
  return `an object with ${quoteNames(keys.slice(0, 3)).join(', ')}${keys.length > 3 ? ', …' : ''}`;
}

function stringWords(schema: AnySchema): string {
  const definition = definitionOf(schema);
  const format = 'format' in definition ? definition.format : undefined;
  return format === 'datetime' ? 'a date and time with its zone, such as `2026-01-15T09:00:00Z`' : 'a text';
}

function numberWords(schema: AnySchema): string {
  const definition = definitionOf(schema);
  const isWhole = 'format' in definition && definition.format === 'safeint';
  const noun = isWhole ? 'a whole number' : 'a number';
  const low = limitOf(schema, 'greater_than');
  const high = limitOf(schema, 'less_than');
  if (low?.inclusive && high?.inclusive) return `${noun} from ${low.value} to ${high.value}`;
  if (low?.inclusive !== false && high?.inclusive !== false) {
    if (low !== undefined) return `${noun} of at least ${low.value}`;
    return high === undefined ? noun : `${noun} of at most ${high.value}`;
  }
  const limits = [
    ...(low === undefined ? [] : [`${low.inclusive ? 'at least' : 'more than'} ${low.value}`]),
    ...(high === undefined ? [] : [`${high.inclusive ? 'at most' : 'less than'} ${high.value}`]),
  ];
  return `${noun} that is ${limits.join(' and ')}`;
}

function limitOf(
  schema: AnySchema,
  name: 'greater_than' | 'less_than',
): { value: number; inclusive: boolean } | undefined {
  const checks = (schema as z.core.$ZodTypes)._zod.def.checks ?? [];
  const found = checks
    .map((check) => check._zod.def as { check: string; value?: unknown; inclusive?: boolean })
    .find(({ check }) => check === name);
  return typeof found?.value === 'number' ? { value: found.value, inclusive: found.inclusive !== false } : undefined;
}
