import { z } from 'zod';
import { ModelScript } from '../domain/authoring/model-script.ts';
import { Persona } from '../domain/authoring/persona.ts';
import { Expectation, Scenario } from '../domain/authoring/scenario.ts';
import type { AnyScorerDefinition } from '../domain/contracts/scorer.ts';

type Schema = { [key: string]: unknown };

/**
 * JSON Schemas (draft 7) of scenarios, personas and scripts of models, for editors: they complete keys and underline
 * mistakes while an author types. What loading checks besides (names, patterns, places) they cannot know. The author's
 * own scorers are not in them.
 */
export function editorSchemas(
  scorers: readonly AnyScorerDefinition[],
): Readonly<Record<'scenario' | 'persona' | 'model-script', Schema>> {
  const scenario = withoutId(toSchema(Scenario));
  const { properties } = scenario as { properties: Schema };
  const expect = { type: 'array', items: { anyOf: scorers.map(expectationSchema) } };
  return {
    scenario: {
      ...scenario,
      title: 'A scenario of rehearsal',
      properties: { ...properties, user: withoutDefault(properties.user), expect },
      anyOf: [{ required: ['user'] }, { required: ['routing'] }],
    },
    persona: { ...withoutId(toSchema(Persona)), title: 'A persona of rehearsal' },
    'model-script': { ...toSchema(ModelScript), title: 'What a scripted model of rehearsal answers' },
  };
}

function toSchema(schema: z.ZodType<unknown>): Schema {
  return z.toJSONSchema(schema, { io: 'input', target: 'draft-7', unrepresentable: 'any', reused: 'inline' }) as Schema;
}

/** The default only says that nobody speaks where a table has the messages. */
function withoutDefault(schema: unknown): Schema {
  const { default: _default, ...rest } = schema as Schema;
  return rest;
}

/** In a file the id may be left out: the file's name gives it. */
function withoutId({ required = [], ...schema }: Schema): Schema {
  const properties = { ...(schema.properties as Schema) };
  return {
    ...schema,
    properties: { $schema: { type: 'string' }, ...properties },
    required: (required as string[]).filter((key) => key !== 'id'),
  };
}

/** The keys that every expectation has, and those of its scorer. */
function expectationSchema({ type, summary, schema }: AnyScorerDefinition): Schema {
  const { $schema: _draft, ...own } = toSchema(schema);
  const { properties } = toSchema(Expectation) as { properties: Schema };
  const head = { type: { const: type, description: summary }, id: properties.id, required: properties.required };
  const merge = (part: Schema): Schema => ({
    ...part,
    properties: { ...head, ...(part.properties as Schema | undefined) },
    required: ['type', ...((part.required as string[] | undefined) ?? [])],
  });
  const { anyOf, ...rest } = own;
  return Array.isArray(anyOf) ? { ...rest, anyOf: anyOf.map(merge) } : merge(own);
}
