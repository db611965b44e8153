import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { bodyOf, localServer } from '../network/local-server.ts';

export type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown };

/** A server that answers JSON, or does what a function does with the response, and remembers what it was asked. */
export async function answering(
  answer: unknown | ((seen: Seen, response: ServerResponse) => unknown),
): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const { url } = await localServer(async (request, response) => {
    const text = await bodyOf(request);
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    seen.push(one);
    const found: unknown = typeof answer === 'function' ? await answer(one, response) : answer;
    if (found === undefined) return;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(found));
  });
  return { url, seen };
}
