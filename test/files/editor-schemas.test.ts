import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { editorSchemas } from '../../src/files/editor-schemas.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';

const schemas = editorSchemas(builtInScorers);

test.each(Object.entries(schemas))(
  'schemas/%s.schema.json is as `jiti scripts/write-schemas.ts` writes it',
  (name, schema) => {
    const written: unknown = JSON.parse(
      readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8'),
    );
    expect(written).toEqual(JSON.parse(JSON.stringify(schema)));
  },
);

test('an expectation knows the keys of its scorer and those that all have', () => {
  const { properties } = schemas.scenario as {
    properties: { expect: { items: { anyOf: { properties?: object }[] } } };
  };
  const said = properties.expect.items.anyOf.find((option) => JSON.stringify(option).includes('"const":"said"'));
  expect(JSON.stringify(said)).toContain('"anyOf"');
  const types = builtInScorers.map(({ type }) => type);
  for (const type of types) expect(JSON.stringify(properties.expect)).toContain(`{"const":"${type}"`);
});

test('the id may be left out, and other keys may not be made up', () => {
  expect(schemas.scenario).toMatchObject({
    required: ['title'],
    anyOf: [{ required: ['user'] }, { required: ['routing'] }],
    additionalProperties: false,
  });
  expect(schemas.persona).toMatchObject({ required: ['name', 'description'], additionalProperties: false });
});
