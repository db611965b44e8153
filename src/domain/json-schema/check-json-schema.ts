import type { Problem } from '../authoring/problem.ts';
import { isList, isObject } from '../values/json-shape.ts';
import type { JsonValue } from '../values/json-value.ts';
import { nearestName } from '../values/nearest-name.ts';
import { type CompiledPattern, compilePattern, type TextPattern } from '../values/pattern.ts';
import { FORMAT_TESTS, type Patterns } from './match-scalar.ts';
import { nodeAt, resolveNode } from './schema-node.ts';

type Kind =
  | 'schema'
  | 'schemas'
  | 'named_schemas'
  | 'text'
  | 'number'
  | 'count'
  | 'flag'
  | 'names'
  | 'type'
  | 'choices'
  | 'any';

/** Keywords that are understood; `$ref`, `pattern` and `format` are looked at more closely. */
const KEYWORDS: Readonly<Record<string, Kind>> = {
  ...kinds('any', 'const', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly', '$comment'),
  ...kinds(
    'text',
    '$schema',
    '$id',
    '$ref',
    '$anchor',
    'title',
    'description',
    'format',
    'pattern',
    'contentEncoding',
    'contentMediaType',
  ),
  ...kinds('number', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'),
  ...kinds(
    'count',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minContains',
    'maxContains',
    'minProperties',
    'maxProperties',
  ),
  ...kinds('schema', 'items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'),
  ...kinds('schemas', 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
  ...kinds('named_schemas', 'properties', 'patternProperties', '$defs', 'definitions'),
  ...kinds('names', 'required'),
  ...kinds('type', 'type'),
  ...kinds('choices', 'enum'),
  ...kinds('flag', 'uniqueItems'),
};

const TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];

type Check = { root: JsonValue; patterns: Map<string, TextPattern>; problems: Problem[] };

/**
 * Looks for what would make a schema mean less than its author thinks: keywords that are unknown or not supported,
 * values of the wrong kind, patterns that do not compile, references that lead nowhere. `path` begins their paths.
 */
export function checkJsonSchema(schema: JsonValue, path: string): { problems: readonly Problem[]; patterns: Patterns } {
  const check: Check = { root: schema, patterns: new Map(), problems: [] };
  checkNode(schema, path, check);
  return check;
}

function kinds(kind: Kind, ...keywords: readonly string[]): Record<string, Kind> {
  return Object.fromEntries(keywords.map((keyword) => [keyword, kind]));
}

function checkNode(node: JsonValue, path: string, check: Check): void {
  if (typeof node === 'boolean') return;
  if (!isObject(node)) {
    const found = JSON.stringify(node);
    report(check, path, 'bad-schema', `expected a schema (an object, true or false), found ${found}`);
    return;
  }
  for (const [keyword, value] of Object.entries(node)) {
    const at = `${path}.${keyword}`;
    const kind = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    if (kind !== undefined) checkValue(kind, value, at, check);
    else if (!keyword.startsWith('x-')) reportUnknown(check, at, keyword);
    if (keyword === 'pattern' && typeof value === 'string') addPattern(value, at, check);
    if (keyword === '$ref') checkReference(node, value, at, check);
    if (keyword === 'format' && typeof value === 'string') checkFormat(value, at, check);
    if (keyword === 'patternProperties' && isObject(value))
      for (const pattern of Object.keys(value)) addPattern(pattern, `${at}.${pattern}`, check);
    if (keyword === 'multipleOf' && typeof value === 'number' && value <= 0)
      report(check, at, 'bad-schema', 'must be above 0');
  }
  const { properties, required, additionalProperties } = node;
  if (!isObject(properties) || !isList(required) || additionalProperties !== false) return;
  for (const name of required) {
    if (typeof name !== 'string' || Object.hasOwn(properties, name)) continue;
    report(
      check,
      `${path}.required`,
      'bad-schema',
      `\`${name}\` is required and not among the properties, so nothing can fit`,
      nearestName(name, Object.keys(properties)),
    );
  }
}

/** What a keyword's value must be, for keywords that hold no schemas. */
const VALUES: Partial<Record<Kind, { expected: string; isRight: (value: JsonValue) => boolean }>> = {
  text: { expected: 'text', isRight: (value) => typeof value === 'string' },
  number: { expected: 'a number', isRight: (value) => typeof value === 'number' },
  count: { expected: 'a whole number from 0', isRight: (value) => Number.isInteger(value) && Number(value) >= 0 },
  flag: { expected: 'true or false', isRight: (value) => typeof value === 'boolean' },
  names: {
    expected: 'a list of names',
    isRight: (value) => isList(value) && value.every((name) => typeof name === 'string'),
  },
  choices: { expected: 'a list of at least one value', isRight: (value) => isList(value) && value.length > 0 },
  schemas: { expected: 'a list of schemas', isRight: (value) => isList(value) && value.length > 0 },
  named_schemas: { expected: 'an object of schemas', isRight: isObject },
};

function checkValue(kind: Kind, value: JsonValue, path: string, check: Check): void {
  const rule = VALUES[kind];
  if (rule !== undefined && !rule.isRight(value)) {
    report(check, path, 'bad-schema', `expected ${rule.expected}, found ${JSON.stringify(value)}`);
  }
  if (kind === 'type') checkType(value, path, check);
  else if (kind === 'schema') checkNode(value, path, check);
  else if (kind === 'schemas' && isList(value)) {
    for (const [index, part] of value.entries()) checkNode(part, `${path}[${index}]`, check);
  } else if (kind === 'named_schemas' && isObject(value)) {
    for (const [name, part] of Object.entries(value)) checkNode(part, `${path}.${name}`, check);
  }
}

function checkType(value: JsonValue, path: string, check: Check): void {
  const types = isList(value) ? value : [value];
  if (types.length === 0) report(check, path, 'bad-schema', 'expected a type, found an empty list');
  for (const type of types) {
    if (typeof type === 'string' && TYPES.includes(type)) continue;
    report(
      check,
      path,
      'bad-schema',
      `unknown type ${JSON.stringify(type)}`,
      nearestName(String(type), TYPES),
      `Known types: ${TYPES.join(', ')}.`,
    );
  }
}

function checkReference(node: JsonValue, value: JsonValue, path: string, check: Check): void {
  if (typeof value !== 'string') return;
  if (nodeAt(check.root, value) === undefined)
    report(check, path, 'bad-reference', `\`${value}\` names nothing in this schema`);
  else if (resolveNode(node, check.root) === undefined)
    report(check, path, 'bad-reference', `\`${value}\` leads in a circle`);
}

function checkFormat(value: string, path: string, check: Check): void {
  if (Object.hasOwn(FORMAT_TESTS, value)) return;
  const known = Object.keys(FORMAT_TESTS);
  report(
    check,
    path,
    'unknown-format',
    `unknown format \`${value}\``,
    nearestName(value, known),
    `Known formats: ${known.join(', ')}.`,
  );
}

function addPattern(source: string, path: string, check: Check): void {
  // In JSON Schema slashes at both ends are part of the pattern.
  const compiled: CompiledPattern = compilePattern(source.startsWith('/') ? `(?:${source})` : source);
  if (compiled.status === 'ok') check.patterns.set(source, compiled.pattern);
  else report(check, path, 'bad-pattern', compiled.problem);
}

function reportUnknown(check: Check, path: string, keyword: string): void {
  report(
    check,
    path,
    'unknown-keyword',
    `\`${keyword}\` is not a keyword of JSON Schema that is supported here`,
    nearestName(keyword, Object.keys(KEYWORDS)),
  );
}

function report(check: Check, path: string, code: string, message: string, near?: string, detail?: string): void {
  check.problems.push({
    severity: 'error',
    code,
    path,
    message,
    ...(detail === undefined ? {} : { details: [detail] }),
    ...(near === undefined ? {} : { hint: `did you mean \`${near}\`?` }),
  });
}
