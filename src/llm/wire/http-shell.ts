import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import type { ModelEndpoint } from './model-endpoint.ts';
import { errorReply, ProviderError } from './provider-error.ts';
import type { WireReply } from './wire-reply.ts';

/** Larger requests are refused, in bytes. */
const MAX_BODY = 10 * 1024 * 1024;

export type HttpShell = {
  port: number;
  /** Stops listening and breaks what is still open. */
  close(): Promise<void>;
};

export type HttpShellOptions = {
  endpoint: ModelEndpoint;
  port: number;
  host: string;
  /** Names, besides those of this machine itself, by which clients may call the server. */
  allowHosts: readonly string[];
  /** Told of every request when it begins. */
  onOpen(): void;
  /** Told of the same request when its answer was sent, or was broken off. */
  onAnswer(answer: HttpAnswer): void;
};

export type HttpAnswer = {
  method: string;
  path: string;
  status: number;
  /** False for what never reached the model: an unknown path, a body that is no request. */
  isServed: boolean;
};

/** Serves an endpoint over HTTP. Rejects when it cannot listen. */
export async function openHttpShell(options: HttpShellOptions): Promise<HttpShell> {
  const server = createServer((request, response) => {
    serve(request, response, options).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await listen(server, options);
  const { port } = server.address() as { port: number };
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, { port, host }: HttpShellOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function serve(request: IncomingMessage, response: ServerResponse, options: HttpShellOptions): Promise<void> {
  const { method = '' } = request;
  const gone = new AbortController();
  response.on('close', () => gone.abort(new Error('the client went away')));
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  options.onOpen();
  // 499 is what servers log for a client that went away.
  let [status, isServed] = [499, false];
  try {
    const reply = await answer(request, { ...options, method, path, signal: gone.signal });
    status = reply.status;
    isServed = reply.isServed ?? false;
    await send(response, reply);
  } finally {
    options.onAnswer({ method, path, status, isServed });
  }
}

async function answer(
  request: IncomingMessage,
  {
    endpoint,
    allowHosts,
    method,
    path,
    signal,
  }: HttpShellOptions & { method: string; path: string; signal: AbortSignal },
): Promise<WireReply> {
  try {
    checkHost(request.headers.host, allowHosts);
    const body = await readBody(request);
    const header = (name: string) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    return await endpoint.handle({ method, path, header, body }, { signal });
  } catch (error) {
    signal.throwIfAborted();
    const known =
      error instanceof ProviderError ? error : new ProviderError(safeErrorText(error).message, { status: 500 });
    return errorReply(known);
  }
}

/** A page in somebody's browser can reach this server under a name of its own; it is not answered. */
function checkHost(authority: string | undefined, allowed: readonly string[]): void {
  const name = /^(\[[0-9a-f:.]+\]|[^:]*)(?::\d+)?$/i.exec(authority ?? '')?.[1]?.toLowerCase() ?? '';
  const isLoopback = name === 'localhost' || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
  if (isLoopback || allowed.includes(name)) return;
  throw new ProviderError('this server answers only under a name of this machine, such as 127.0.0.1', {
    status: 403,
    code: 'host_not_allowed',
  });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BODY) {
      const message = `the body is larger than ${MAX_BODY / 1024 / 1024} MB`;
      throw new ProviderError(message, { status: 413, headers: { connection: 'close' } });
    }
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  if (!isUtf8(body)) throw new ProviderError('the body is not UTF-8', { status: 400 });
  return body.toString('utf8');
}

/** A body that throws ends the connection, so that nobody takes what was sent for the whole. */
async function send(response: ServerResponse, { status, headers, body }: WireReply): Promise<void> {
  response.writeHead(status, headers);
  if (typeof body === 'string') return ended(response, body);
  try {
    for await (const text of body) {
      if (response.destroyed) return;
      if (!response.write(text)) await drained(response);
    }
    await ended(response);
  } catch {
    // What was written must arrive first: a reset throws away what the kernel has not delivered.
    await new Promise<void>((resolve) => void response.write('', () => resolve()));
    response.destroy();
  }
}

/** Waits until all is on its way: whoever closes the server next must not take it back. */
function ended(response: ServerResponse, text = ''): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.end(text, () => resolve());
  });
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}
