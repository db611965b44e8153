import type { OpenAI } from 'openai';
import { UsageError } from '../../domain/errors.ts';
import type { PooledFetch } from '../../network/pooled-fetch.ts';
import type { PooledResponse } from '../../network/pooled-response.ts';
import { isOpenAi } from './credentials.ts';

export type OpenaiPackage = Pick<typeof import('openai'), 'OpenAI'>;

/** Sends one request to the provider; resolves when the head of the answer is there, whatever its status. */
export type ProviderClient = {
  send(
    body: object,
    options: {
      signal: AbortSignal;
      /** Besides those of every request, names in lower case. An object that is handed in again is not read again. */
      headers?: Readonly<Record<string, string>> | undefined;
    },
  ): Promise<PooledResponse>;
};

/** Where clients of every language count how often the same request was sent before. */
export const RETRY_HEADER = 'x-stainless-retry-count';

/** What came of a request, carried through the client. */
type Carried = { response: PooledResponse } | { error: unknown };

/** A request as the client wrote it. */
type Sent = { url: string; headers: Readonly<Record<string, string>>; body: string };

/** All of a request but its body and what is sent besides. */
type Envelope = { url: URL; headersWith(own: Readonly<Record<string, string>>): Readonly<Record<string, string>> };

/** Milliseconds, about 24 days: the client's own time limit is never the one that counts. */
const NEVER_MS = 2 ** 31 - 1;
const NO_HEADERS = new Headers();
const NOTHING = Object.freeze({});

/** Loads the package; throws UsageError that says how to install it where it is missing. */
export async function loadOpenai(): Promise<OpenaiPackage> {
  return import('openai').catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new UsageError('`openaiModel` needs the package `openai`, version 6 or 7: run `npm install openai@^6`');
  });
}

function isMissing(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return /^(?:ERR_)?MODULE_NOT_FOUND$/.test(String(code)) && /['"/]openai['"/]/.test(String(message));
}

/**
 * The client of the `openai` package, which knows where and how to ask. It is told that every answer is fine and hands it
 * on unread: what an answer is worth, whether it is whole and whether to ask again is decided here, because the client
 * takes a web page or an empty body for a result and waits for a stalled stream without end.
 */
export function openClient(
  { OpenAI: Client }: OpenaiPackage,
  {
    api,
    fetch,
    baseURL,
    apiKey,
    headers = {},
  }: {
    api: 'chat' | 'responses';
    fetch: PooledFetch;
    baseURL: string;
    apiKey: string | undefined;
    headers?: Readonly<Record<string, string>> | undefined;
  },
): ProviderClient {
  const client = new Client({
    baseURL,
    // The client wants a key even where none is sent.
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    ...(isOpenAi(baseURL) ? {} : { organization: null, project: null }),
    defaultHeaders: { ...(apiKey === undefined ? { Authorization: null } : {}), ...headers },
    maxRetries: 0,
    timeout: NEVER_MS,
    logLevel: 'off',
    fetch: carryingFetch(fetch) as unknown as typeof globalThis.fetch,
  });
  const create =
    api === 'chat'
      ? (body: object, options: OpenAI.RequestOptions) =>
          client.chat.completions.create(body as OpenAI.ChatCompletionCreateParams, options)
      : (body: object, options: OpenAI.RequestOptions) =>
          client.responses.create(body as OpenAI.Responses.ResponseCreateParams, options);
  let envelope: Envelope | undefined;
  return {
    async send(body, { signal, headers: own = NOTHING }) {
      // The client would put an error of its own in place of the reason.
      signal.throwIfAborted();
      if (envelope !== undefined) {
        const { url, headersWith } = envelope;
        return fetch(url, { method: 'POST', headers: headersWith(own), body: JSON.stringify(body), signal });
      }
      const answer = (await create(body, { signal, headers: own }).asResponse()) as unknown as {
        carried: Carried;
        sent: Sent;
      };
      envelope = envelopeOf(answer.sent, { body, own });
      if ('error' in answer.carried) throw answer.carried.error;
      return answer.carried.response;
    },
  };
}

/** Hands on what the client would send, and carries through it what came of that. */
function carryingFetch(fetch: PooledFetch) {
  return async (
    url: string,
    { headers: made, body, signal }: { headers: Headers; body: string; signal: AbortSignal },
  ) => {
    const headers = Object.fromEntries(made);
    const sent: Sent = { url, headers, body };
    const carried: Carried = await fetch(url, { method: 'POST', headers, body, signal }).then(
      (response) => ({ response }),
      (error: unknown) => ({ error }),
    );
    return { ok: true, status: 200, url, headers: NO_HEADERS, carried, sent };
  };
}

/**
 * Requests of one model differ in nothing but the body and the headers of their own, so what the client wrote around the
 * first serves for all, and the client's work is done once. One that puts the body in other words goes on being asked.
 */
function envelopeOf(
  { url, headers, body }: Sent,
  given: { body: object; own: Readonly<Record<string, string>> },
): Envelope | undefined {
  if (body !== JSON.stringify(given.body)) return undefined;
  const common: Record<string, string> = { ...headers, [RETRY_HEADER]: '0' };
  for (const name of Object.keys(given.own)) if (name !== RETRY_HEADER) delete common[name];
  const known = new WeakMap<object, Readonly<Record<string, string>>>();
  return {
    url: new URL(url),
    headersWith(own) {
      const made = known.get(own) ?? Object.freeze({ ...common, ...own });
      known.set(own, made);
      return made;
    },
  };
}
