import { ModelUnavailableError } from '../../domain/contracts/chat-model.ts';
import { truncate } from '../../domain/values/text.ts';
import { AddressRefusedError, shownUrl } from '../../network/address-guard.ts';
import { ConnectionError } from '../../network/connection-error.ts';
import { type PooledFetch, type PooledRequest, RedirectRefusedError } from '../../network/pooled-fetch.ts';
import type { PooledResponse } from '../../network/pooled-response.ts';
import { AgentReplyError } from '../agent-answer.ts';

/** What is shown of an answer that cannot be used, in characters. */
const EXCERPT = 200;
/** Bytes of an answer that are read for that. */
const EXCERPT_BYTES = 8 * 1024;

export type Redact = (text: string) => string;

export type Sending = PooledRequest & { fetch: PooledFetch; redact: Redact };

/**
 * Sends a request to an agent; resolves when a successful answer began. What the agent did wrong is an AgentReplyError: a
 * status that is no success, a redirect, a connection that was cut. An agent that could not be reached at all is a
 * ModelUnavailableError, for which the session is invalid and not failed.
 */
export async function sendRequest(url: string, { fetch, redact, ...request }: Sending): Promise<PooledResponse> {
  const response = await explained(fetch(url, request), redact);
  if (response.ok) return response;
  const body = await excerptOf(response, redact);
  throw new AgentReplyError(`${redact(shownUrl(new URL(url)))} answered ${describeResponse(response)}${body}`);
}

/** The same meaning for what breaks while an answer is read. */
export async function explained<T>(work: Promise<T>, redact: Redact): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw explain(error, redact);
  }
}

export function explain(error: unknown, redact: Redact): unknown {
  if (error instanceof AddressRefusedError || (error instanceof ConnectionError && !error.reached)) {
    return new ModelUnavailableError(`the agent could not be reached: ${redact(error.message)}`, []);
  }
  if (error instanceof ConnectionError || error instanceof RedirectRefusedError) {
    return new AgentReplyError(redact(error.message), { cause: error });
  }
  return error;
}

/** `200 (text/html)`. */
export function describeResponse({ status, headers }: PooledResponse): string {
  return `${status} (${headers.get('content-type') ?? 'no content type'})`;
}

/** The start of a text as it may be shown: one line, without the values of headers, after a colon; empty for no text. */
export function excerpt(text: string, redact: Redact): string {
  const line = redact(text).replace(/\s+/g, ' ').trim();
  return line === '' ? ', without a word' : `: ${truncate(line, EXCERPT)}`;
}

/** Reads no more of a body than is shown of it. */
async function excerptOf({ body }: PooledResponse, redact: Redact): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const piece of body) {
      text += decoder.decode(piece, { stream: true });
      if (text.length >= EXCERPT_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
  }
  return excerpt(text, redact);
}
