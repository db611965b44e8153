import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pathText } from '../../src/domain/json-schema/argument-fault.ts';
import { checkJsonSchema } from '../../src/domain/json-schema/check-json-schema.ts';
import { closeObjects } from '../../src/domain/json-schema/close-objects.ts';
import { matchJsonSchema } from '../../src/domain/json-schema/match-json-schema.ts';
import { schemasAt } from '../../src/domain/json-schema/schema-node.ts';
import type { JsonObject, JsonValue } from '../../src/domain/values/json-value.ts';

/** The faults of `value`, as `place kind`; the schema must be in order. */
function faults(schema: JsonValue, value: JsonValue): string[] {
  const { problems, patterns } = checkJsonSchema(schema, '');
  expect(problems).toEqual([]);
  return matchJsonSchema(value, schema, patterns).map(({ path, kind }) => `${pathText(path) || '.'} ${kind}`);
}
const problems = (schema: JsonValue) =>
  checkJsonSchema(schema, 'p').problems.map(({ path, message, hint = '' }) => `${path}: ${message} ${hint}`.trim());

describe('a keyword', () => {
  const fits: Record<string, [JsonValue, readonly JsonValue[], readonly JsonValue[]]> = {
    type: [{ type: 'integer' }, [1, 1.0, -3], [1.5, '1', null, [], {}, true]],
    'a list of types': [{ type: ['string', 'null'] }, ['', null], [0, false, {}]],
    'enum by value, not by type': [
      { enum: [1, 'a', { b: [2] }] },
      [1, 'a', { b: [2] }],
      ['1', true, { b: ['2'] }, null],
    ],
    const: [{ const: null }, [null], [0, '', {}]],
    minLength: [{ minLength: 2, maxLength: 3 }, ['👋👋', 'abc', 7], ['👋', 'abcd', '']],
    pattern: [{ pattern: 'a+$' }, ['ba', 4], ['ab', '']],
    'pattern with slashes': [{ pattern: '/a/i' }, ['x/a/i'], ['a', 'A']],
    minimum: [{ minimum: 1, maximum: 2 }, [1, 2, 'x'], [0.999, 2.001]],
    exclusiveMinimum: [{ exclusiveMinimum: 1, exclusiveMaximum: 2 }, [1.5], [1, 2]],
    'multipleOf in decimals': [{ multipleOf: 0.1 }, [0.3, 1, 0, -0.7, 1e20], [0.35, 1e-7]],
    items: [{ items: { type: 'number' }, minItems: 1, maxItems: 2 }, [[1], [1, 2], 'x'], [[], [1, 2, 3], ['1']]],
    prefixItems: [{ prefixItems: [{ const: 'a' }], items: false }, [['a'], []], [['b'], ['a', 1]]],
    uniqueItems: [
      { uniqueItems: true },
      [[1, '1', { a: 1 }]],
      [
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        [1, 1.0],
      ],
    ],
    contains: [{ contains: { const: 1 }, maxContains: 1 }, [[0, 1]], [[0], [1, 1], []]],
    'required, whatever the properties': [{ required: ['a'] }, [{ a: null }, 'x'], [{}, { b: 1 }]],
    'required names of prototypes': [{ required: ['toString'] }, [{ toString: 1 }], [{}]],
    additionalProperties: [
      { properties: { a: true }, additionalProperties: { type: 'number' } },
      [{ a: 'x', b: 1 }],
      [{ b: 'x' }],
    ],
    patternProperties: [
      { patternProperties: { '^x': { type: 'number' } }, additionalProperties: false },
      [{ x1: 1 }],
      [{ x1: '1' }, { y: 1 }],
    ],
    propertyNames: [{ propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]],
    minProperties: [{ minProperties: 1, maxProperties: 2 }, [{ a: 1 }, []], [{}, { a: 1, b: 1, c: 1 }]],
    anyOf: [{ anyOf: [{ type: 'number' }, { minLength: 2 }] }, [1, 'ab', true], ['a']],
    oneOf: [{ oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] }, [2, 3], [6, 7]],
    allOf: [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1.5], [0, 3]],
    not: [{ not: { type: 'string' } }, [1], ['a']],
    'if, then, else': [
      JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}') as JsonValue,
      [{ a: 1, b: 1 }, { c: 1 }],
      [{ a: 1 }, {}],
    ],
    $ref: [{ $defs: { 'a/b': { type: 'number' } }, items: { $ref: '#/$defs/a~1b' } }, [[1]], [['1']]],
    'a schema inside itself': [
      { properties: { next: { $ref: '#' } }, required: ['v'] },
      [{ v: 1, next: { v: 2 } }],
      [{ v: 1, next: {} }],
    ],
    false: [{ properties: { a: false } }, [{}], [{ a: 1 }]],
    date: [{ format: 'date' }, ['2024-02-29', 5], ['2023-02-29', '2024-2-9', 'today']],
    'date-time': [{ format: 'date-time' }, ['2026-01-15T09:00:00+01:00'], ['2026-01-15', '2026-01-15T09:00:00']],
    email: [{ format: 'email' }, ['a.b@example.com'], ['a@b', 'a b@example.com', `${'a'.repeat(100_000)}@`]],
    uri: [{ format: 'uri' }, ['https://example.com/a?b', 'mailto:a@example.com'], ['example.com', '/a', '']],
    uuid: [{ format: 'uuid' }, ['123e4567-e89b-12d3-a456-426614174000'], ['123e4567']],
    time: [{ format: 'time' }, ['09:00:00Z', '23:59:59.5+02:00'], ['24:00:00Z', '9:00', '09:00:00']],
    'ip addresses': [
      { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
      ['127.0.0.1', '::1'],
      ['256.0.0.1', 'localhost'],
    ],
  };

  test.each(Object.entries(fits))('%s is kept', (_, [schema, good, bad]) => {
    expect(good.map((value) => faults(schema, value).length)).toEqual(good.map(() => 0));
    expect(bad.filter((value) => faults(schema, value).length === 0)).toEqual([]);
  });
});

describe('a fault', () => {
  test('stands where the value is wrong, in the branch that was meant', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: {
        lines: {
          type: 'array',
          items: {
            type: 'object',
            properties: { 'a b': { type: 'number' } },
            required: ['a b'],
            additionalProperties: false,
          },
        },
      },
      required: ['id'],
      anyOf: [
        { properties: { kind: { const: 'a' } }, required: ['kind'] },
        { properties: { kind: { const: 'b' }, more: true }, required: ['kind', 'more'] },
      ],
    };
    expect(faults(schema, { lines: [{ 'a b': 1 }, { 'a b': 'x', c: 1 }, {}], kind: 'b' })).toEqual([
      'lines[1]["a b"] wrong',
      'lines[1].c unknown',
      'lines[2]["a b"] missing',
      'id missing',
      'kind wrong',
    ]);
  });

  test('is found for keys like `__proto__` as for any other', () => {
    const value = JSON.parse('{"__proto__": 1}') as JsonValue;
    expect(faults({ properties: { a: true }, additionalProperties: false }, value)).toEqual(['__proto__ unknown']);
    expect(faults(JSON.parse('{"properties": {"__proto__": {"type": "string"}}}') as JsonValue, value)).toEqual([
      '__proto__ wrong',
    ]);
  });
});

test('a schema is checked for what would mean less than it says', () => {
  const told = [
    ...problems({
      properties: { a: { typ: 'string' }, b: { minLength: '2' }, c: 7 },
      required: 'a',
      unevaluatedProperties: false,
    }),
    ...problems({ type: 'sting', format: 'dat', enum: [], multipleOf: 0, items: [{}] }),
    ...problems({ pattern: '(?<=a)b', patternProperties: { '[': {} }, anyOf: [] }),
    ...problems({ $ref: '#/$defs/nothing', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }),
    ...problems({ $ref: 'https://example.com/schema', type: [] }),
    ...problems({ properties: { order_id: {} }, required: ['orderid'], additionalProperties: false }),
    ...problems(null),
  ];
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "p.properties.a.typ: \`typ\` is not a keyword of JSON Schema that is supported here did you mean \`type\`?
    p.properties.b.minLength: expected a whole number from 0, found "2"
    p.properties.c: expected a schema (an object, true or false), found 7
    p.required: expected a list of names, found "a"
    p.unevaluatedProperties: \`unevaluatedProperties\` is not a keyword of JSON Schema that is supported here
    p.type: unknown type "sting" did you mean \`string\`?
    p.format: unknown format \`dat\` did you mean \`date\`?
    p.enum: expected a list of at least one value, found []
    p.multipleOf: must be above 0
    p.items: expected a schema (an object, true or false), found [{}]
    p.pattern: \`(?<=a)b\`: look-around (\`(?<=…)\`) is not supported: match what surrounds the text as well, and use a group
    p.patternProperties.[: \`[\`: missing closing ]: \`[\`
    p.anyOf: expected a list of schemas, found []
    p.$ref: \`#/$defs/nothing\` names nothing in this schema
    p.$defs.a.$ref: \`#/$defs/b\` leads in a circle
    p.$defs.b.$ref: \`#/$defs/a\` leads in a circle
    p.$ref: \`https://example.com/schema\` names nothing in this schema
    p.type: expected a type, found an empty list
    p.required: \`orderid\` is required and not among the properties, so nothing can fit did you mean \`order_id\`?
    p: expected a schema (an object, true or false), found null"
  `);
  expect(problems({ 'x-note': 1, title: 'a', default: 3, examples: [1], deprecated: true, $comment: 'x' })).toEqual([]);
});

test('a schema that refers to itself without end throws instead of hanging', () => {
  const endless: JsonObject = { allOf: [{ $ref: '#' }] };
  expect(() => faults(endless, 1)).toThrow('refers to itself without end');
  const doubling: JsonObject = {
    anyOf: [
      { items: { $ref: '#' }, type: 'array' },
      { items: { $ref: '#' }, type: 'array' },
    ],
  };
  const nested = JSON.parse(`${'['.repeat(60)}1${']'.repeat(60)}`) as JsonValue;
  expect(() => faults(doubling, nested)).toThrow('too many steps');
  const many = Array.from({ length: 20 }, () => ({ $ref: '#' }));
  expect(schemasAt({ anyOf: many, properties: { a: { anyOf: many, type: 'string' } } }, ['a', 'a'])).toHaveLength(2);
});

test('objects that list their properties are closed, unless they say otherwise or are made of parts', () => {
  expect(
    closeObjects({
      type: 'object',
      properties: {
        a: { type: 'object', properties: {} },
        open: { type: 'object', properties: {}, additionalProperties: true },
        any: { type: 'object' },
        parts: { allOf: [{ properties: { x: true } }], properties: { y: true } },
        default: { default: { properties: {} } },
      },
    }),
  ).toEqual({
    type: 'object',
    additionalProperties: false,
    properties: {
      a: { type: 'object', properties: {}, additionalProperties: false },
      open: { type: 'object', properties: {}, additionalProperties: true },
      any: { type: 'object' },
      parts: { allOf: [{ properties: { x: true } }], properties: { y: true } },
      default: { default: { properties: {} } },
    },
  });
});

test('agrees with zod wherever both know the keywords', { timeout: 60_000 }, () => {
  const leaf = fc.oneof(
    fc.record({ type: fc.constant('string'), minLength: fc.nat(3), maxLength: fc.nat(6) }),
    fc.record({ type: fc.constant('number'), minimum: fc.integer({ min: -3, max: 3 }) }),
    fc.record({ type: fc.constant('integer'), exclusiveMaximum: fc.integer({ min: -3, max: 3 }) }),
    fc.record({ enum: fc.constant(['a', 'b']) }),
    fc.record({ type: fc.constantFrom('boolean', 'null') }),
  );
  const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(2) }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc
        .record({
          type: fc.constant('object'),
          properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')),
          additionalProperties: fc.constant(false),
        })
        .map((node) => ({ ...node, required: Object.keys(node.properties).slice(0, 1) })),
    ) as fc.Arbitrary<JsonObject>,
  }));
  const value = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<JsonValue>('a', 'b', '', 'long text', null, true),
      fc.integer({ min: -4, max: 4 }),
      fc.double({ min: -4, max: 4, noNaN: true }),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value')),
    ) as fc.Arbitrary<JsonValue>,
  })).value;
  fc.assert(
    fc.property(schema, value, (node, instance) => {
      const theirs = z.fromJSONSchema(node as Parameters<typeof z.fromJSONSchema>[0]).safeParse(instance).success;
      expect(faults(node, instance).length === 0).toBe(theirs);
    }),
    { numRuns: 500, seed: 1 },
  );
});
