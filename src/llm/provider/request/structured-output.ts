import type { ChatMessage } from '../../../domain/contracts/chat-model.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';

/**
 * How a model is held to a schema: by the provider, exactly (`json_schema`); by the provider to JSON and by words to the
 * schema (`json_object`); by words alone (`prompt`).
 */
export type StructuredOutput = 'json_schema' | 'json_object' | 'prompt';

/** The format that a provider is given; `strict` only for a schema that its strict mode takes. */
export type OutputFormat =
  | { type: 'json_schema'; name: string; schema: Record<string, unknown>; strict: boolean }
  | { type: 'json_object' };

export function outputFormat(schema: JsonValue | undefined, mode: StructuredOutput): OutputFormat | undefined {
  if (schema === undefined || mode === 'prompt') return undefined;
  if (mode === 'json_object') return { type: 'json_object' };
  return {
    type: 'json_schema',
    name: 'reply',
    schema: schema as Record<string, unknown>,
    strict: isStrict(schema),
  };
}

/** Says the schema in words, within the first system message, where the provider is not given it. */
export function withSchemaInWords(
  messages: readonly ChatMessage[],
  { schema, mode }: { schema: JsonValue | undefined; mode: StructuredOutput },
): readonly ChatMessage[] {
  if (schema === undefined || mode === 'json_schema') return messages;
  const words = `Answer with one JSON value and nothing else. It follows this JSON Schema:\n${JSON.stringify(schema)}`;
  const [first, ...others] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content: words }, ...messages];
  return [{ role: 'system', content: `${first.content}\n\n${words}` }, ...others];
}

/**
 * Strict mode takes objects that are closed and require all that they name (OpenAI's guide "Structured Outputs"). A looser
 * schema is sent all the same, as a wish.
 */
function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (typeof schema !== 'object' || schema === null) return true;
  const { type, properties, required, additionalProperties, ...others } = schema as Record<string, unknown>;
  const isObject = type === 'object' || properties !== undefined;
  if (!isObject) return Object.values(others).every(isStrict);
  const names = Object.keys(properties ?? {});
  const isClosed =
    additionalProperties === false && Array.isArray(required) && names.every((name) => required.includes(name));
  return isClosed && Object.values(properties ?? {}).every(isStrict) && Object.values(others).every(isStrict);
}
