import { once } from 'node:events';
import { createServer } from 'node:net';
import OpenAI from 'openai';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type PooledFetchOptions, pooledFetch } from '../../src/network/pooled-fetch.ts';
import { bodyOf, localServer } from './local-server.ts';

function openFetch(options: PooledFetchOptions = {}) {
  const fetch = pooledFetch(options);
  onTestFinished(() => fetch.close());
  return fetch;
}

const completion = (content: string) => ({
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'local',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
});

describe('a request', () => {
  test('arrives with its method, headers and body, and is answered with status, headers and body', async () => {
    const { url } = await localServer(async (request, response) => {
      const { method, url: path, headers } = request;
      const body = await bodyOf(request);
      response.writeHead(201, 'Made', { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
      response.end(JSON.stringify({ method, path, key: headers['x-key'], accept: headers['accept-encoding'], body }));
    });
    const response = await openFetch()(`${url}/a?b=c#d`, {
      method: 'post',
      headers: new Headers({ 'X-Key': 'k' }),
      body: 'ü',
    });
    expect([response.ok, response.status, response.statusText, response.url]).toEqual([
      true,
      201,
      'Made',
      `${url}/a?b=c#d`,
    ]);
    expect(response.contentType).toBe('application/json');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await response.json()).toEqual({
      method: 'POST',
      path: '/a?b=c',
      key: 'k',
      accept: 'identity',
      body: 'ü',
    });
  });

  test('uses a connection again that is free', async () => {
    const ports = new Set<number | undefined>();
    const { url } = await localServer((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('here');
    });
    const fetch = openFetch();
    for (let time = 0; time < 10; time += 1) {
      expect(await (await fetch(url)).text()).toBe('here');
      await new Promise(setImmediate);
    }
    expect(ports.size).toBe(1);
  });

  test('gets a connection of its own at once, or waits where no more are allowed', async () => {
    for (const [connections, expected] of [
      [undefined, 8],
      [2, 2],
    ] as const) {
      let answered = 0;
      const ports = new Set<number | undefined>();
      const { url } = await localServer(async (request, response) => {
        ports.add(request.socket.remotePort);
        while (ports.size < expected) await new Promise(setImmediate);
        response.end(String(++answered));
      });
      const fetch = openFetch({ connections });
      await Promise.all(Array.from({ length: 8 }, async () => (await fetch(url)).text()));
      expect([answered, ports.size]).toEqual([8, expected]);
    }
  });

  test('that is answered in an encoding nobody asked for is an error', async () => {
    const { url } = await localServer((_request, response) => {
      response.setHeader('content-encoding', 'gzip').end('x');
    });
    await expect(openFetch()(url)).rejects.toMatchObject({
      message: `${url}/ answered in the encoding gzip, which was not asked for`,
      reached: true,
    });
  });

  test('whose answer is longer than is read is an error', async () => {
    const { url } = await localServer((_request, response) => void response.end('x'.repeat(2_000)));
    const response = await openFetch({ maxResponseBytes: 1_000 })(url);
    await expect(response.text()).rejects.toThrow(`the answer of ${url}/: the answer is longer than is read`);
  });
});

describe('an abort', () => {
  const reason = new Error('the turn is over');

  test('before the request sends nothing', async () => {
    let requests = 0;
    const { url } = await localServer((_request, response) => void response.end(String(++requests)));
    await expect(openFetch()(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(requests).toBe(0);
  });

  test('while the answer has not begun frees the connection', async () => {
    const abort = new AbortController();
    const { url, server } = await localServer(() => abort.abort(reason));
    const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
    await expect(openFetch()(url, { signal: abort.signal })).rejects.toBe(reason);
    await closed;
  });

  test('in the middle of the body frees the connection, whoever reads it and however', async () => {
    const { url, server } = await localServer((_request, response) => void response.write('half'));
    for (const read of ['text', 'json', 'pieces', 'nobody'] as const) {
      const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
      const abort = new AbortController();
      const response = await openFetch()(url, { signal: abort.signal });
      const reading = read === 'pieces' ? readAll(response.body) : read === 'nobody' ? undefined : response[read]();
      abort.abort(reason);
      if (reading !== undefined) await expect(reading).rejects.toBe(reason);
      await closed;
    }
  });
});

describe('a body', () => {
  test('that is left before its end frees the connection', async () => {
    const { url, server } = await localServer((_request, response) => void response.write('half'));
    const leave = {
      byBreak: async (body: AsyncIterable<Uint8Array>) => {
        for await (const _ of body) break;
      },
      unread: async (body: AsyncIterable<Uint8Array>) => void (await body[Symbol.asyncIterator]().return?.()),
      byCancel: async (body: { cancel(): Promise<void> }) => body.cancel(),
    };
    for (const way of Object.values(leave)) {
      const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
      await way((await openFetch()(url)).body);
      await closed;
    }
  });

  test('that broke off gives what came before, then the error, however late it is read', async () => {
    const { url } = await localServer((_request, response) => {
      response.write('half', () => response.destroy());
    });
    const response = await openFetch()(url);
    const pieces = response.body[Symbol.asyncIterator]();
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(new TextDecoder().decode((await pieces.next()).value)).toBe('half');
    await expect(pieces.next()).rejects.toThrow('the connection was cut');
    expect(await pieces.next()).toEqual({ done: true, value: undefined });
  });

  test('that broke off before anybody read it is an error, and not silence', async () => {
    const { url, server } = await localServer((_request, response) => {
      response.write('half', () => response.destroy());
    });
    const cut = once(server, 'connection').then(([socket]) => once(socket, 'close'));
    const response = await openFetch()(url);
    await cut;
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    await expect(readAll(response.body)).rejects.toThrow('the connection was cut');
  });

  test('that is longer than is held at once arrives whole', async () => {
    const { url } = await localServer((_request, response) => void response.end('ü'.repeat(2_000_000)));
    const response = await openFetch()(url);
    const pieces = response.body[Symbol.asyncIterator]();
    const first = await pieces.next();
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    const rest = await readAll({ [Symbol.asyncIterator]: () => pieces });
    expect(Buffer.concat([first.value ?? Buffer.alloc(0), ...rest]).toString() === 'ü'.repeat(2_000_000)).toBe(true);
  });

  test('that breaks off is an error that says so', async () => {
    const { url } = await localServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const read = async () => (await openFetch()(`${url}/a`)).text();
    await expect(read()).rejects.toMatchObject({
      name: 'ConnectionError',
      message: `the answer of ${url}/a: the connection was cut (UND_ERR_SOCKET)`,
    });
  });
});

describe('[F06] no connection', () => {
  test('a port where nobody listens', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    for (const host of ['127.0.0.1', 'localhost']) {
      await expect(openFetch()(`http://${host}:${port}/v1?key=secret`)).rejects.toMatchObject({
        name: 'ConnectionError',
        code: 'ECONNREFUSED',
        reached: false,
        message: `http://${host}:${port}/v1: nobody listens there (ECONNREFUSED)`,
      });
    }
  });

  test('a server that does not speak TLS', async () => {
    const { url } = await localServer((_request, response) => void response.end());
    await expect(openFetch()(url.replace('http:', 'https:'))).rejects.toMatchObject({
      name: 'ConnectionError',
      reached: false,
    });
  });

  test('a connection that is cut before an answer', async () => {
    const { url } = await localServer((request) => void request.socket.destroy());
    await expect(openFetch()(url)).rejects.toMatchObject({
      name: 'ConnectionError',
      code: 'UND_ERR_SOCKET',
      reached: true,
    });
  });

  test('[F07] [F08] an answer that does not begin, or stops coming, where the request sets a time', async () => {
    const { url } = await localServer((request, response) => {
      if (request.url === '/half') response.write('half');
    });
    const fetch = openFetch();
    await expect(fetch(`${url}/never`, { firstByteMs: 20 })).rejects.toMatchObject({
      message: `${url}/never: no answer began in time (UND_ERR_HEADERS_TIMEOUT)`,
      reached: true,
    });
    const half = await fetch(`${url}/half`, { idleMs: 20 });
    await expect(half.text()).rejects.toMatchObject({
      message: `the answer of ${url}/half: the answer stopped coming (UND_ERR_BODY_TIMEOUT)`,
      reached: true,
    });
  });

  test('a fetch that was closed ends what is under way, and sends nothing more', async () => {
    const fetch = pooledFetch();
    const { url } = await localServer(() => void fetch.close());
    await expect(fetch(url)).rejects.toMatchObject({ name: 'ConnectionError' });
    await expect(fetch(url)).rejects.toThrow('the connections were closed');
  });
});

describe('the client of the package openai', () => {
  const clientOf = (url: string) =>
    new OpenAI({
      apiKey: 'k',
      baseURL: `${url}/v1`,
      maxRetries: 0,
      fetch: openFetch() as unknown as typeof globalThis.fetch,
    });
  const request = { model: 'local', messages: [{ role: 'user' as const, content: 'Hi' }] };

  test('reads a whole answer', async () => {
    const { url } = await localServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(completion('Hello 👋')));
    });
    const { choices } = await clientOf(url).chat.completions.create(request);
    expect(choices[0]?.message.content).toBe('Hello 👋');
  });

  test('reads a stream, and may leave it early', async () => {
    const { url, server } = await localServer(async (incoming, response) => {
      const { stream } = JSON.parse(await bodyOf(incoming)) as { stream: boolean };
      expect(stream).toBe(true);
      response.setHeader('content-type', 'text/event-stream');
      for (const content of ['Hel', 'lo']) {
        response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
      }
      if (incoming.headers['x-endless'] === undefined) response.end('data: [DONE]\n\n');
    });
    let text = '';
    for await (const { choices } of await clientOf(url).chat.completions.create({ ...request, stream: true })) {
      text += choices[0]?.delta.content ?? '';
    }
    expect(text).toBe('Hello');
    const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
    const options = { headers: { 'x-endless': 'yes' } };
    for await (const _ of await clientOf(url).chat.completions.create({ ...request, stream: true }, options)) break;
    await closed;
  });

  test('reads an error with its status and headers', async () => {
    const { url } = await localServer((_request, response) => {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '2' });
      response.end('{"error":{"message":"slow down","type":"rate_limit"}}');
    });
    const error = (await clientOf(url)
      .chat.completions.create(request)
      .catch((thrown: unknown) => thrown)) as InstanceType<typeof OpenAI.APIError>;
    expect([error.status, error.message, error.headers?.get('retry-after')]).toEqual([429, '429 slow down', '2']);
  });

  test('is told of a refused connection and of its own abort', async () => {
    const client = clientOf('http://127.0.0.1:1');
    await expect(client.chat.completions.create(request)).rejects.toMatchObject({
      message: 'Connection error.',
      cause: { name: 'ConnectionError', code: 'ECONNREFUSED' },
    });
    const abort = new AbortController();
    const { url } = await localServer(() => abort.abort());
    await expect(clientOf(url).chat.completions.create(request, { signal: abort.signal })).rejects.toThrow(
      'Request was aborted.',
    );
  });
});

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return pieces;
}
