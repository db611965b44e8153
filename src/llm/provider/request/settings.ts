import type { StructuredOutput } from './structured-output.ts';

/** What a model adds to each request. */
export type RequestSettings = {
  model: string;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  seed?: number | undefined;
  structuredOutput: StructuredOutput;
  extraBody?: Readonly<Record<string, unknown>> | undefined;
  /** OpenAI's newer models know only `max_completion_tokens`, other servers often only `max_tokens`. */
  tokenLimitName: 'max_tokens' | 'max_completion_tokens';
};
