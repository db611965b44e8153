import type { ChatModel } from '../domain/contracts/chat-model.ts';
import type { OpenaiModelOptions } from './provider/openai-options.ts';
import { providerModel } from './provider/provider-model.ts';
import { processRuntime } from './provider/provider-runtime.ts';

export type { OpenaiModelOptions } from './provider/openai-options.ts';

/**
 * A model behind any endpoint that speaks OpenAI's Chat Completions or Responses, through the package `openai`. Requests
 * are sent again when the provider is busy, down or asks to wait; an answer that is not whole is no reply. What cannot be
 * answered is ModelUnavailableError with all attempts, and so are missing credentials, at the first request. A server of
 * this machine is told each session by a random name, in the header `x-rehearsal-session`. Throws UsageError for options
 * that cannot be used.
 */
export function openaiModel(options: OpenaiModelOptions): ChatModel {
  return providerModel(options, processRuntime);
}
