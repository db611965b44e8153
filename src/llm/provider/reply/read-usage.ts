import type { Usage } from '../../../domain/transcript/transcript-event.ts';

/** No answer has a thousand million tokens. */
const MAX_TOKENS = 1_000_000_000;

/**
 * Tokens as a provider counts them: `prompt_tokens` and `completion_tokens`, or `input_tokens` and `output_tokens`. What
 * is no whole number from 0 to a thousand million is left out.
 */
export function readUsage(given: unknown): Usage | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const counts = given as Record<string, unknown>;
  const tokensIn = tokensOf(counts.prompt_tokens ?? counts.input_tokens);
  const tokensOut = tokensOf(counts.completion_tokens ?? counts.output_tokens);
  if (tokensIn === undefined && tokensOut === undefined) return undefined;
  return {
    ...(tokensIn === undefined ? {} : { tokensIn }),
    ...(tokensOut === undefined ? {} : { tokensOut }),
  };
}

function tokensOf(count: unknown): number | undefined {
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= MAX_TOKENS ? count : undefined;
}
