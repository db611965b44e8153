import { type JsonValue, toJsonValue } from '../../domain/values/json-value.ts';
import type { OpenaiModelOptions } from './openai-options.ts';

/**
 * What changes a model's answers, as far as it is set and differs from what goes without saying. Where and how the model is
 * reached is no part of it, nor is any key.
 */
export function settingsOf(options: OpenaiModelOptions): JsonValue | undefined {
  const { model, name = model } = options;
  const { temperature, maxTokens, seed, api = 'chat', structuredOutput = 'json_schema', extraBody = {} } = options;
  const settings = {
    // A request bears the name; where that is another one, the model behind it may change.
    ...(name === model ? {} : { model }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...(api === 'chat' ? {} : { api }),
    ...(structuredOutput === 'json_schema' ? {} : { structuredOutput }),
    ...(Object.keys(extraBody).length === 0 ? {} : { extraBody }),
  };
  return Object.keys(settings).length === 0 ? undefined : toJsonValue(settings).value;
}
