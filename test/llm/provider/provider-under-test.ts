import type { ChatModel, ChatReply, ChatRequest } from '../../../src/domain/contracts/chat-model.ts';
import { ModelUnavailableError } from '../../../src/domain/contracts/chat-model.ts';
import type { OpenaiModelOptions } from '../../../src/llm/openai-model.ts';
import { providerModel } from '../../../src/llm/provider/provider-model.ts';
import { createProviderRuntime, type ProviderRuntime } from '../../../src/llm/provider/provider-runtime.ts';
import { pooledFetch } from '../../../src/network/pooled-fetch.ts';
import { type VirtualClock, virtualClock } from '../../fixtures/faults/virtual-clock.ts';

export const key = { scenario: 'refund', variant: 'default', trial: 0 };
export const hello: ChatRequest = { messages: [{ role: 'user', content: 'Where is A-1001?' }], turn: 0 };

/** What models of one process share, with a clock whose waits take no time, and no environment. */
export function virtualRuntime(environment: Record<string, string> = {}): ProviderRuntime & { clock: VirtualClock } {
  let underWay = 0;
  const clock = virtualClock({ isBusy: () => underWay > 0 });
  const runtime = createProviderRuntime({
    clock,
    environment: () => environment,
    makeFetch: (allow) => {
      const fetch = pooledFetch({ allow });
      const counted = async (...given: Parameters<typeof fetch>) => {
        underWay += 1;
        try {
          return await fetch(...given);
        } finally {
          underWay -= 1;
        }
      };
      return Object.assign(counted, { close: fetch.close });
    },
  });
  return { ...runtime, clock };
}

/** A model of the server at this address, and the means to ask it; waits take no time. */
export function modelAt(
  options: Omit<OpenaiModelOptions, 'model'>,
  { runtime = virtualRuntime(), seed = 1 }: { runtime?: ProviderRuntime; seed?: number } = {},
): { model: ChatModel; ask(request?: Partial<ChatRequest>, signal?: AbortSignal): Promise<ChatReply> } {
  const model = providerModel({ model: 'm', apiKey: '', ...options }, runtime);
  const session = model.open({ role: 'agent', key, seed });
  const never = new AbortController().signal;
  return { model, ask: (request = {}, signal = never) => session.complete({ ...hello, ...request }, { signal }) };
}

/** The error of a request for which the provider is to blame; anything else fails the test. */
export async function unavailable(asked: Promise<unknown>): Promise<ModelUnavailableError> {
  const error = await asked.then(
    (reply) => new Error(`there was a reply: ${JSON.stringify(reply)}`),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ModelUnavailableError) return error;
  throw error;
}
