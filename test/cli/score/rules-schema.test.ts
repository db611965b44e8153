import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rulesSchema } from '../../../src/cli/score/rules-schema.ts';
import { builtInScorers } from '../../../src/scorers/built-in-scorers.ts';

const schema = rulesSchema(builtInScorers) as {
  definitions: { expectation: { anyOf: object[] } };
  properties: Record<string, object> & { cases: { items: { properties: { expect: object } } } };
};

test('schemas/rules.schema.json is as `jiti scripts/write-schemas.ts` writes it', () => {
  const written: unknown = JSON.parse(
    readFileSync(new URL('../../../schemas/rules.schema.json', import.meta.url), 'utf8'),
  );
  expect(written).toEqual(JSON.parse(JSON.stringify(schema)));
});

test('checks for all and for some conversations know the keys of their scorers', () => {
  const { definitions, properties } = schema;
  expect(definitions.expectation.anyOf.length).toBeGreaterThanOrEqual(builtInScorers.length);
  const list = { type: 'array', items: { $ref: '#/definitions/expectation' } };
  expect(properties.expect).toEqual(list);
  expect(properties.cases.items.properties.expect).toEqual({ ...list, minItems: 1 });
});

test('other keys may not be made up, and there is something to check', () => {
  expect(schema).toMatchObject({
    additionalProperties: false,
    anyOf: [{ required: ['expect'] }, { required: ['cases'] }],
    properties: { policy: { anyOf: [{ const: 'none' }, { type: 'string' }, { type: 'array' }] } },
  });
  expect(Object.keys(schema.properties)).toContain('$schema');
});
