import { isList, isObject } from '../values/json-shape.ts';
import type { JsonObject, JsonValue } from '../values/json-value.ts';
import { branchesOf, resolveNode } from './schema-node.ts';

const MAX_CHOICES = 20;

/** What a schema accepts, as words that follow "expected": `text that matches …`, `one of "late", "other"`. */
export function describeSchema(node: JsonValue | undefined, root: JsonValue, depth = 0): string {
  const schema = resolveNode(node, root);
  if (!isObject(schema) || depth > 3) return 'another value';
  if (schema.const !== undefined) return quote(schema.const);
  if (isList(schema.enum)) return describeChoices(schema.enum);
  const types = typeof schema.type === 'string' ? [schema.type] : isList(schema.type) ? schema.type : [];
  if (types.length > 0) return joinAlternatives(types.map((type) => describeType(String(type), schema, root, depth)));
  const branches = branchesOf(schema).map((branch) => describeSchema(branch, root, depth + 1));
  return branches.length > 0 ? joinAlternatives(branches) : 'another value';
}

/** A value as JSON, cut to what fits in a sentence. */
export function quote(value: JsonValue): string {
  const text = JSON.stringify(value);
  const points = text.length > 80 ? Array.from(text.slice(0, 200)) : [];
  return points.length > 80 ? `${points.slice(0, 79).join('')}…` : text;
}

function describeChoices(choices: readonly JsonValue[]): string {
  if (choices.length === 1) return quote(choices[0] ?? null);
  const shown = choices.slice(0, MAX_CHOICES).map(quote).join(', ');
  const hidden = choices.length - MAX_CHOICES;
  return `one of ${shown}${hidden > 0 ? ` and ${hidden} more` : ''}`;
}

function describeType(type: string, schema: JsonObject, root: JsonValue, depth: number): string {
  switch (type) {
    case 'string':
      return `text${describeFormat(schema)}${range(schema.minLength, schema.maxLength, 'character')}`;
    case 'integer':
      return `a whole number${describeLimits(schema)}`;
    case 'number':
      return `a number${describeLimits(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'array': {
      const items =
        schema.items === undefined || schema.items === true
          ? ''
          : ` of ${describeSchema(schema.items, root, depth + 1)}`;
      return `a list${items}${range(schema.minItems, schema.maxItems, 'item')}`;
    }
    default: {
      const names = isObject(schema.properties) ? Object.keys(schema.properties) : [];
      return names.length > 0 ? `an object with ${names.map((name) => `\`${name}\``).join(', ')}` : 'an object';
    }
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-01-31',
  'date-time': 'a moment such as 2026-01-31T09:00:00Z',
  time: 'a time such as 09:00:00Z',
  email: 'an e-mail address',
  uri: 'a URL',
  uuid: 'a UUID',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
};

function describeFormat({ format, pattern }: JsonObject): string {
  const words = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (words !== undefined) return ` that is ${words}`;
  return typeof pattern === 'string' ? ` that matches \`${pattern}\`` : '';
}

function describeLimits({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonObject): string {
  // zod writes the limits of safe integers into every schema; they tell nobody anything.
  const isUseful = (limit: JsonValue | undefined) =>
    typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  const limits = [
    isUseful(minimum) && `at least ${minimum}`,
    isUseful(exclusiveMinimum) && `above ${exclusiveMinimum}`,
    isUseful(maximum) && `at most ${maximum}`,
    isUseful(exclusiveMaximum) && `below ${exclusiveMaximum}`,
    typeof multipleOf === 'number' && `a multiple of ${multipleOf}`,
  ].filter((limit) => typeof limit === 'string');
  return limits.length > 0 ? `, ${limits.join(' and ')}` : '';
}

function range(min: JsonValue | undefined, max: JsonValue | undefined, unit: string): string {
  const units = (count: number) => `${count} ${unit}${count === 1 ? '' : 's'}`;
  if (typeof min === 'number' && typeof max === 'number') return `, ${min === max ? '' : `${min} to `}${units(max)}`;
  if (typeof min === 'number') return `, at least ${units(min)}`;
  return typeof max === 'number' ? `, at most ${units(max)}` : '';
}

function joinAlternatives(alternatives: readonly string[]): string {
  return [...new Set(alternatives)].join(' or ');
}
