import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { HttpAgentOptions } from '../../src/agents/http/http-options.ts';
import { httpAgent } from '../../src/agents/http-agent.ts';
import type { AgentContext } from '../../src/domain/contracts/agent.ts';
import { answering } from './http-server.ts';
import { contextOf, replyOf, testGateway, textsOf } from './test-gateway.ts';

const input = { policy: ['Be kind.'], now: '2026-01-15T09:00:00Z', language: 'de' };
const open = (options: HttpAgentOptions, more: Partial<AgentContext> = {}) =>
  httpAgent(options).open(contextOf(testGateway(), more));
const reply = { text: 'text' };

describe('a request', () => {
  test('holds the session and the message where nothing else is said', async () => {
    const { url, seen } = await answering({ text: 'Hi' });
    await replyOf(await open({ url: `${url}/chat`, reply }), 'Hello');
    expect(seen).toMatchObject([
      {
        method: 'POST',
        path: '/chat',
        headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'rehearsal' },
        body: { sessionId: '927fc44e-2e39-8cc7-9eb4-ef3daf7c4544', message: 'Hello' },
      },
    ]);
  });

  test('is filled with values, not with words: lists, numbers, and nothing where there is nothing', async () => {
    const { url, seen } = await answering({ text: 'Hi' });
    const body = {
      input: { text: '{{message}}', history: '{{messages}}', extra: ['{{turn}}', '{{language}}', 7, null, true] },
      prompt: 'At {{now}}, turn {{ turn }}: {{message}} ({{policy}})',
      seed: '{{seed}}',
      language: '{{language}}',
      '{{message}}': 'a key is no template',
    };
    const session = await open({ url, reply, body }, { input });
    await replyOf(session, 'Hello');
    await replyOf(session, 'More', { turn: 1 });
    const without = await open({ url, reply, body }, { input: { policy: [], now: input.now } });
    await replyOf(without, '');
    expect(seen[1]?.body).toEqual({
      input: {
        text: 'More',
        history: [
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: 'Hi' },
          { role: 'user', content: 'More' },
        ],
        extra: [1, 'de', 7, null, true],
      },
      prompt: 'At 2026-01-15T09:00:00Z, turn 1: More (["Be kind."])',
      seed: 1,
      language: 'de',
      '{{message}}': 'a key is no template',
    });
    expect(seen[2]?.body).toEqual({
      input: { text: '', history: [], extra: [0, 7, null, true] },
      prompt: 'At 2026-01-15T09:00:00Z, turn 0:  ([])',
      seed: 1,
      '{{message}}': 'a key is no template',
    });
  });

  test('[F61] never reads what was put in as a template, and breaks nothing by it', async () => {
    const { url, seen } = await answering({ text: 'Hi' });
    const hostile = '{{env.API_KEY}} {{now}} {{message}} "}],"role":"system" \\ \u0000 \ud83d & ?x=1#../..';
    const options = {
      url: `${url}/a/{{message}}/b?q={{message}}`,
      reply,
      env: { API_KEY: 'CANARY' },
      body: { direct: '{{message}}', inWords: 'x {{message}}' },
    };
    await replyOf(await open(options), hostile);
    const [{ path, body } = { path: '', body: undefined }] = seen;
    expect(body).toEqual({ direct: hostile, inWords: `x ${hostile}` });
    const address = new URL(path, url);
    const encoded = hostile.replace('\ud83d', '\ufffd');
    expect(address.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'a', encoded, 'b']);
    expect(address.searchParams.get('q')).toBe(encoded);
    expect(path).not.toContain('CANARY');
  });

  test.each([
    ['/t/{{message}}/x', '..', '`..` would lead to another folder'],
    ['/t/{{message}}/x', '.', '`.` would lead to another folder'],
    ['/t/.{{message}}', '.', '`..` would lead to another folder'],
    ['/t/{{ message }}?q=1', '..', '`..` would lead to another folder'],
    ['/t/%2e{{message}}/x', '.', '`%2e.` would lead to another folder'],
  ])('[F61] stays in its folder: %s is not filled with `%s`', async (path, message, reason) => {
    const { url, seen } = await answering({ text: 'Hi' });
    await expect(replyOf(await open({ url: `${url}${path}`, reply }), message)).rejects.toMatchObject({
      name: 'ModelUnavailableError',
      message: `the address \`${url}${path}\` cannot be filled: ${reason}`,
    });
    expect(seen).toEqual([]);
  });

  test('[F61] stays on its host, and takes dots where they are words', async () => {
    const { url, seen } = await answering({ text: 'Hi' });
    await replyOf(await open({ url: `${url}/t/{{message}}?q={{message}}`, reply }), '...');
    await replyOf(await open({ url: `${url}/t?q={{message}}/../x`, reply }), '..');
    expect(seen.map(({ path }) => path)).toEqual(['/t/...?q=...', '/t?q=../../x']);
    const start = { url: '/{{language}}/{{now}}', sessionId: 'id' };
    const input = { policy: [], now: 'evil.example' };
    await expect(open({ url, reply, start }, { input })).rejects.toThrow('it would be sent to another host');
  });

  test("[F61] stays in its folder with an id of the server's, too", async () => {
    const { url, seen } = await answering({ id: '..' });
    const start = { url: '/start', sessionId: 'id' };
    const session = await open({ url: `${url}/t/{{sessionId}}/x`, reply, start });
    await expect(replyOf(session, 'Hello')).rejects.toThrow('`..` would lead to another folder');
    expect(seen).toHaveLength(1);
  });

  test('[F69] tells which of the texts that it sends are secrets', () => {
    const headers = {
      authorization: 'Bearer written-down',
      'x-tenant': 'our-tenant',
      'x-desk': 'desk {{env.DESK}} {{env.MISSING}}',
      'x-short': '{{env.SHORT}}',
      'x-asked': () => 'Token asked-for',
      'x-broken': () => {
        throw new Error('not yet');
      },
      accept: '{{env.DESK}}',
    };
    const end = { url: '/end', headers: { 'x-api-key': '{{env.END}}' } };
    const env = { DESK: 'desk-value', SHORT: 'eu', END: 'end-value' };
    const agent = httpAgent({ url: 'https://agent.example/', reply, headers, end, env });
    expect(agent.secrets?.()).toEqual([
      ...['Bearer written-down', 'written-down', 'desk-value', 'Token asked-for', 'asked-for', 'end-value'],
    ]);
  });

  test('takes headers from the environment that it was given, or from a function', async () => {
    const { url, seen } = await answering({ text: 'Hi' });
    const headers = { Authorization: 'Bearer {{env.AGENT_KEY}}', 'X-Time': () => 'now', 'Content-Type': 'text/json' };
    await replyOf(await open({ url, reply, headers, env: { AGENT_KEY: 'k-1' } }), 'Hello');
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer k-1',
      'x-time': 'now',
      'content-type': 'text/json',
    });
  });

  test.each<[string, Partial<HttpAgentOptions>, string]>([
    [
      'a variable that is not set',
      { headers: { authorization: 'Bearer {{env.AGENT_KEY}}' } },
      'the header `authorization` needs `AGENT_KEY` from the environment, which is not set',
    ],
    [
      'a value that would end the header',
      { headers: { 'x-a': '{{env.BAD}}' }, env: { BAD: 'a\r\nx-b: c' } },
      'the header `x-a` has a value that no header can hold',
    ],
  ])('is not made with %s, and nobody but us is to blame', async (_what, options, message) => {
    const { url } = await answering({ text: 'Hi' });
    await expect(open({ url, reply, ...options })).rejects.toMatchObject({ name: 'ModelUnavailableError', message });
  });

  test('by GET has no body', async () => {
    const { url, seen } = await answering({ text: 'Hi' });
    await replyOf(await open({ url: `${url}/ask?q={{message}}`, method: 'get', reply }), 'Hello');
    expect(seen).toMatchObject([{ method: 'GET', path: '/ask?q=Hello', body: undefined }]);
    expect(seen[0]?.headers).not.toHaveProperty('content-type');
  });
});

describe("the session's id", () => {
  const idsOf = async (sessions: readonly Partial<AgentContext>[], options: Partial<HttpAgentOptions> = {}) => {
    const { url, seen } = await answering({ text: 'Hi' });
    const agent = httpAgent({ url, reply, sessionHeader: 'X-Session', ...options });
    for (const context of sessions) {
      const session = await agent.open(contextOf(testGateway(), context));
      await replyOf(session, 'one');
      await replyOf(session, 'two', { turn: 1 });
    }
    return seen.map(({ headers, body }) => {
      expect((body as { sessionId: string }).sessionId).toBe(headers['x-session']);
      return headers['x-session'];
    });
  };
  const key = { scenario: 'refund', variant: 'default', trial: 0 };

  test('is the same for all turns, and in the next process, and another for another session', async () => {
    const sessions = [{}, { key: { ...key, trial: 1 } }, { seed: 2 }, {}];
    const ids = await idsOf(sessions);
    expect(await idsOf(sessions)).toEqual(ids);
    expect(ids.filter((_, index) => index % 2 === 1)).toEqual(ids.filter((_, index) => index % 2 === 0));
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test("may be the author's own", async () => {
    const sessionId: HttpAgentOptions['sessionId'] = ({ key: { trial }, seed }) => `mine-${trial}-${seed}`;
    expect(await idsOf([{}], { sessionId })).toEqual(['mine-0-1', 'mine-0-1']);
  });

  test('may come from the answer to the start, and the end is told too', async () => {
    const { url, seen } = await answering(({ path }: { path: string }) =>
      path === '/sessions' ? { data: { id: 7 } } : { text: 'Hi' },
    );
    const session = await open({
      url: `${url}/sessions/{{sessionId}}/messages`,
      body: { text: '{{message}}' },
      headers: { 'x-key': 'k-12345' },
      start: { url: '/sessions', body: { now: '{{now}}', seed: '{{seed}}' }, sessionId: 'data.id' },
      end: { url: '/sessions/{{sessionId}}', method: 'DELETE', headers: { 'x-why': 'over' } },
      reply,
    });
    await replyOf(session, 'Hello');
    await session[Symbol.asyncDispose]?.();
    await session[Symbol.asyncDispose]?.();
    expect(seen).toMatchObject([
      {
        method: 'POST',
        path: '/sessions',
        body: { now: '2026-01-15T09:00:00Z', seed: 1 },
        headers: { 'x-key': 'k-12345' },
      },
      { method: 'POST', path: '/sessions/7/messages', body: { text: 'Hello' } },
      { method: 'DELETE', path: '/sessions/7', headers: { 'x-key': 'k-12345', 'x-why': 'over' }, body: undefined },
    ]);
    expect(seen).toHaveLength(3);
  });

  test('that the start gives twice is an error of the agent', async () => {
    const twice = (_seen: unknown, response: ServerResponse) => void response.end('{"id":"a","id":"b"}');
    const { url } = await answering(twice);
    await expect(open({ url, reply, start: { url: '/s', sessionId: 'id' } })).rejects.toThrow(
      'the agent answered the start of the session with 200 (no content type), which contradicts itself: line 1, column 11: the key "id" is given twice: {"id":"a","id":"b"}',
    );
  });

  test('that the start does not give is an error of the agent', async () => {
    const { url } = await answering({ data: {} });
    await expect(open({ url, reply, start: { url: '/s', sessionId: '/data/id' } })).rejects.toThrow(
      'the agent answered the start of the session with 200 (application/json), which has no id at `/data/id`: {"data":{}}',
    );
  });
});

test('answers that come in another order than the questions reach their own session', async () => {
  let first: (() => void) | undefined;
  const { url } = await answering(async ({ body }: { body: unknown }) => {
    const { message } = body as { message: string };
    if (message === 'two') first?.();
    else
      await new Promise<void>((resolve) => {
        first = resolve;
      });
    return { text: `You said: ${message}` };
  });
  const agent = httpAgent({ url, reply });
  const [a, b] = [await agent.open(contextOf()), await agent.open(contextOf())];
  const one = replyOf(a, 'one');
  while (first === undefined) await new Promise(setImmediate);
  const two = replyOf(b, 'two');
  expect(textsOf(await two)).toEqual(['You said: two']);
  expect(textsOf(await one)).toEqual(['You said: one']);
});

test('an agent to which the whole talk is sent each time can be taken back to a moment, others cannot', async () => {
  const { url, seen } = await answering({ text: 'Hi' });
  const body = { messages: '{{messages}}' };
  const session = await open({ url, reply, body });
  await replyOf(session, 'one');
  const snapshot = await session.snapshot?.();
  await replyOf(session, 'two', { turn: 1 });
  await session.restore?.(snapshot ?? null);
  await replyOf(session, 'three', { turn: 1 });
  expect(seen.at(-1)?.body).toEqual({
    messages: [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'Hi' },
      { role: 'user', content: 'three' },
    ],
  });
  expect((await open({ url, reply })).snapshot).toBeUndefined();
  expect((await open({ url, reply, body, sessionHeader: 'x-session' })).snapshot).toBeUndefined();
});

describe('an agent that is not reached makes the session invalid, not failed', () => {
  test('nobody listens', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const session = await open({ url: `http://127.0.0.1:${port}/chat?key=CANARY`, reply });
    await expect(replyOf(session, 'Hello')).rejects.toMatchObject({
      name: 'ModelUnavailableError',
      message: `the agent could not be reached: http://127.0.0.1:${port}/chat: nobody listens there (ECONNREFUSED)`,
    });
  });

  test('it does not speak TLS', async () => {
    const { url } = await answering({ text: 'Hi' });
    const session = await open({ url: url.replace('http:', 'https:'), reply });
    await expect(replyOf(session, 'Hello')).rejects.toMatchObject({ name: 'ModelUnavailableError' });
  });
});

describe('options that cannot be used are refused', () => {
  const url = 'https://agent.example/chat';
  const unusable: [string, HttpAgentOptions][] = [
    ['no address', { url: 'agent.example', reply }],
    ['[F70] a file', { url: 'file:///etc/hosts', reply }],
    ['[F70] metadata', { url: 'http://169.254.169.254/latest', reply }],
    ['[F70] loopback in disguise', { url: 'http://[::ffff:7f00:1]:8080/', reply }],
    ['a password in the address', { url: 'https://me:secret@agent.example/', reply }],
    ['a placeholder in the host', { url: 'https://{{sessionId}}.example/', reply }],
    ['an unknown placeholder', { url, reply, body: { a: ['{{mesage}}'] } }],
    ['the environment in the body', { url, reply, body: { key: '{{env.API_KEY}}' } }],
    ['the environment in the address', { url: `${url}?key={{env.API_KEY}}`, reply }],
    ['the talk in the address', { url: `${url}?all={{messages}}`, reply }],
    ['the session in a header', { url, reply, headers: { 'x-session': '{{sessionId}}' } }],
    ['a body that nobody would send', { url, reply, method: 'GET', body: {} }],
    ['a path that cannot be read', { url, reply: { text: 'a..b' } }],
    ['results without calls', { url, reply: { text: 'a', results: 'b' } }],
    ['an end of a stream where there is none', { url, reply: { text: 'a', done: 'x' } }],
    ['a start elsewhere', { url, reply, start: { url: 'http://169.254.169.254/start' } }],
    ['a header that cannot be', { url, reply, sessionHeader: 'x session' }],
  ];

  test.each(unusable)('%s', (_what, options) => {
    expect(() => httpAgent(options)).toThrow(expect.objectContaining({ name: 'UsageError' }));
  });

  test('in words', () => {
    const messages = unusable.map(([what, options]) => {
      try {
        httpAgent(options);
        return `${what}: not refused`;
      } catch (error) {
        return `${what} → ${(error as Error).message}`;
      }
    });
    expect(messages.join('\n')).toMatchInlineSnapshot(`
      "no address → url: expected an address such as \`https://agent.example/chat\`.
      [F70] a file → url: an address that begins with \`file:\` is not reached: expected http: or https:
      [F70] metadata → url: \`169.254.169.254\` is not reached: it is a link-local address, where clouds serve their metadata
        Hint: if it is meant, add \`169.254.169.254\` to \`allowAddresses\`.
      [F70] loopback in disguise → url: \`[::ffff:7f00:1]:8080\` is not reached: it is \`127.0.0.1\` in disguise (IPv4-mapped)
        Hint: if it is meant, add \`[::ffff:7f00:1]:8080\` to \`allowAddresses\`.
      a password in the address → url: \`https://agent.example/\` was given with a user or password in it: put them into a header instead
      a placeholder in the host → url: a placeholder may stand in the path or the query, not in the host.
      an unknown placeholder → body.a[0]: unknown placeholder \`{{mesage}}\`.
        Known here: \`{{message}}\`, \`{{messages}}\`, \`{{sessionId}}\`, \`{{turn}}\`, \`{{seed}}\`, \`{{now}}\`, \`{{language}}\`, \`{{policy}}\`.
        Hint: did you mean \`{{message}}\`?
      the environment in the body → body.key: unknown placeholder \`{{env.API_KEY}}\`.
        Known here: \`{{message}}\`, \`{{messages}}\`, \`{{sessionId}}\`, \`{{turn}}\`, \`{{seed}}\`, \`{{now}}\`, \`{{language}}\`, \`{{policy}}\`.
        Hint: the environment is only for headers.
      the environment in the address → url: unknown placeholder \`{{env.API_KEY}}\`.
        Known here: \`{{message}}\`, \`{{sessionId}}\`, \`{{turn}}\`, \`{{seed}}\`, \`{{now}}\`, \`{{language}}\`.
        Hint: the environment is only for headers.
      the talk in the address → url: unknown placeholder \`{{messages}}\`.
        Known here: \`{{message}}\`, \`{{sessionId}}\`, \`{{turn}}\`, \`{{seed}}\`, \`{{now}}\`, \`{{language}}\`.
        Hint: did you mean \`{{message}}\`?
      the session in a header → headers.x-session: unknown placeholder \`{{sessionId}}\`: a header may use \`{{env.NAME}}\` only.
        Hint: \`sessionHeader\` names the header for the session's id.
      a body that nobody would send → body: a GET carries no body: put the message into \`url\`, or use POST.
      a path that cannot be read → reply.text: \`a..b\` is no path into an answer.
        Expected keys and positions, such as \`choices[0].text\` or \`messages[*].text\`, or a JSON Pointer, such as \`/choices/0/text\`.
      results without calls → reply.results: results belong to calls, so \`reply.calls\` has to say where those stand.
      an end of a stream where there is none → reply.done: only a stream has to say that it is whole: set \`stream\`, or leave \`done\` out.
      a start elsewhere → start.url: \`169.254.169.254\` is not reached: it is a link-local address, where clouds serve their metadata
        Hint: if it is meant, add \`169.254.169.254\` to \`allowAddresses\`.
      a header that cannot be → sessionHeader: \`x session\` is no name of a header."
    `);
  });

  test('an address that is allowed by name is not refused', () => {
    const allowed = { url: 'http://169.254.169.254:8080/', reply, allowAddresses: ['169.254.169.254:8080'] };
    expect(httpAgent(allowed).name).toBe('http agent');
  });
});
