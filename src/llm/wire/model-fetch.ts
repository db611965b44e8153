import {
  type ChatModel,
  type ChatModelSession,
  type ChatRole,
  ModelUnavailableError,
  type OpenModel,
} from '../../domain/contracts/chat-model.ts';
import type { SessionKey } from '../../domain/transcript/session-key.ts';
import { ScriptedFault } from '../script/scripted-fault.ts';
import { createConversation } from './conversation.ts';
import { createModelEndpoint, type ServedRequest } from './model-endpoint.ts';
import { ConnectionReset, type WireReply } from './wire-reply.ts';

/** A transport for a provider's client that asks a chat model instead of the network. */
export type ModelFetch = typeof fetch & {
  /** Requests so far, in order, deep frozen. */
  readonly requests: readonly ServedRequest[];
  /**
   * Closes the model's session. Rejects with what a client may have swallowed: a script that did not fit or was not used
   * up, an exception of a function, a spent budget, or a provider that was still down at the last request.
   */
  close(): Promise<void>;
};

/** For whom a model is opened; the context that an agent is opened with is one. */
export type ModelFetchContext = {
  key: SessionKey;
  seed: number;
  /** Default `agent`. */
  role?: ChatRole | undefined;
  /** Opens the model behind the run's budgets and cassette. */
  openModel?: OpenModel | undefined;
};

const ALONE: ModelFetchContext = { key: { scenario: 'fetch', variant: 'default', trial: 0 }, seed: 0 };

/**
 * Makes the `fetch` of `new OpenAI({ fetch })` out of any chat model, so that the real client is exercised: its requests
 * are read, and answers are written as Chat Completions or Responses, streamed where it asks for that. One fetch is one
 * session: make it where the agent's session is opened, with the context given there, so that budgets and cassettes
 * apply. A spent budget rejects, as no provider says it.
 */
export function modelFetch(
  model: ChatModel | ChatModelSession,
  { key, seed, role = 'agent', openModel }: ModelFetchContext = ALONE,
): ModelFetch {
  const isModel = 'open' in model;
  const session = isModel ? (openModel?.(model) ?? model.open({ role, key, seed })) : model;
  const conversation = createConversation({ key, name: 'fetch', session });
  const requests: ServedRequest[] = [];
  const endpoint = createModelEndpoint({
    name: isModel ? model.name : 'model',
    find: () => conversation,
    onServed: (served) => requests.push(served),
  });
  const ask = async (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const { method, url, headers, signal: given, body } = new Request(input, init);
    const stop = new AbortController();
    const signal = AbortSignal.any([given, stop.signal]);
    const text = body === null ? '' : await new Response(body).text();
    const { pathname: path } = new URL(url);
    const header = (name: string) => headers.get(name) ?? undefined;
    return responseOf(await endpoint.handle({ method, path, header, body: text }, { signal }), stop);
  };
  return Object.assign(ask, {
    requests,
    async close() {
      const [problem = unrecovered(conversation.latest()?.outcome)] = endpoint.problems();
      // What happened first says more than what came of it.
      const closing = await Promise.allSettled([session.close?.()]);
      if (problem !== undefined) throw problem;
      for (const outcome of closing) if (outcome.status === 'rejected') throw outcome.reason;
    },
  });
}

/** A fault of a script is there to be coped with; a provider that is really down, or a missing recording, is not. */
function unrecovered(outcome: { status: string; error?: unknown } | undefined): unknown {
  const { error } = outcome ?? {};
  return error instanceof ModelUnavailableError && !(error instanceof ScriptedFault) ? error : undefined;
}

/** Statuses whose answers may have no body, not even an empty one. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

function responseOf({ status, headers, body }: WireReply, stop: AbortController): Response {
  const init = { status, headers };
  if (typeof body === 'string') return new Response(BODILESS.has(status) ? null : body, init);
  const pieces = body[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        controller.error(error instanceof ConnectionReset ? new TypeError('terminated', { cause: error }) : error);
      }
    },
    cancel(reason) {
      stop.abort(reason);
    },
  });
  return new Response(stream, init);
}
