import { z } from 'zod';
import type { AnyScorerDefinition } from '../../domain/contracts/scorer.ts';
import { editorSchemas } from '../../files/editor-schemas.ts';
import { Rules } from './rules.ts';

type Schema = { [key: string]: unknown };

/** JSON Schema (draft 7) of the rules of `rehearsal score`, for editors. The author's own scorers are not in it. */
export function rulesSchema(scorers: readonly AnyScorerDefinition[]): Schema {
  const { properties: ofScenario } = editorSchemas(scorers).scenario as { properties: Schema };
  const { items } = ofScenario.expect as Schema;
  const schema = z.toJSONSchema(Rules, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    reused: 'inline',
  }) as Schema;
  const properties = schema.properties as { cases: { items: { properties: Schema } } };
  const { cases } = properties;
  const expect = { type: 'array', items: { $ref: '#/definitions/expectation' } };
  const caseProperties = { ...cases.items.properties, expect: { ...expect, minItems: 1 } };
  return {
    ...schema,
    title: 'The rules of rehearsal score',
    properties: { ...properties, expect, cases: { ...cases, items: { ...cases.items, properties: caseProperties } } },
    anyOf: [{ required: ['expect'] }, { required: ['cases'] }],
    definitions: { expectation: items },
  };
}
