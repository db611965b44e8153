import { request as httpRequest } from 'node:http';
import OpenAI from 'openai';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chatAgent } from '../../src/agents/chat-agent.ts';
import { UsageError } from '../../src/domain/errors.ts';
import { judgeSession } from '../../src/domain/verdicts/verdict.ts';
import { functionModel } from '../../src/llm/function-model.ts';
import { openaiModel } from '../../src/llm/openai-model.ts';
import { ScriptError, type ScriptedStep } from '../../src/llm/scripted-model.ts';
import { type ServeModelOptions, serveModel } from '../../src/llm/serve-model.ts';
import { play, userOf, worldOf } from '../fixtures/session-parts.ts';

type Messages = OpenAI.ChatCompletionMessageParam[];
type Served = Parameters<typeof serveModel>[0];

/** A server that is gone when the test is over, and the real client pointed at it. */
async function serve(served: Served, options?: ServeModelOptions) {
  const server = await serveModel(served, options);
  onTestFinished(() => server.close().catch(() => undefined));
  const client = new OpenAI({ apiKey: 'unused', baseURL: server.baseURL, maxRetries: 0 });
  const say = async (messages: Messages, headers: Record<string, string> = {}) => {
    const reply = await client.chat.completions.create({ model: 'any', messages }, { headers });
    return reply.choices[0]?.message.content ?? '';
  };
  return { server, client, say };
}

const user = (content: string): Messages[number] => ({ role: 'user', content });
const agent = (content: string): Messages[number] => ({ role: 'assistant', content });

/** A bare request, with the header lines that `fetch` would not let through. */
function send(
  url: string,
  {
    method = 'POST',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

describe('the openai client, pointed at the server', () => {
  test('[S3.07] streams and completes the same text, in both interfaces', async () => {
    const step = { stream: ['Order A-1001 ', 'was delivered 😀.'] };
    const { client, server } = await serve({ steps: [step, step, step, step], after: 'throw' });
    const body = { model: 'any', messages: [user('Where is A-1001?')] };
    const headers = { 'x-rehearsal-session': 'one' };
    const whole = await client.chat.completions.create(body, { headers });
    const pieces: string[] = [];
    const stream = client.chat.completions.stream(body, { headers }).on('content', (piece) => void pieces.push(piece));
    const streamed = await stream.finalContent();
    const response = await client.responses.create({ model: 'any', input: 'Where?' }, { headers });
    const final = await client.responses.stream({ model: 'any', input: 'Where?' }, { headers }).finalResponse();
    const text = 'Order A-1001 was delivered 😀.';
    const texts = [whole.choices[0]?.message.content, streamed, response.output_text, final.output_text];
    expect(texts).toEqual([text, text, text, text]);
    expect(pieces).toEqual(step.stream);
    await server.close();
    expect(server.requests.map(({ api, status, conversation }) => [api, status, conversation])).toEqual([
      ['chat', 200, 'one'],
      ['chat', 200, 'one'],
      ['responses', 200, 'one'],
      ['responses', 200, 'one'],
    ]);
  });

  test('reads an error with its headers, and a connection that breaks', async () => {
    const { client, say } = await serve([
      { error: { status: 429, message: 'Slow down.', headers: { 'retry-after': '3' } } },
      { stream: ['Or', 'der'], cut: { afterPieces: 1, connection: 'reset' } },
    ]);
    const headers = { 'x-rehearsal-session': 'one' };
    const refused = await say([user('Hi')], headers).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 429, message: '429 Slow down.' });
    expect((refused as InstanceType<typeof OpenAI.APIError>).headers?.get('retry-after')).toBe('3');
    const body = { model: 'any', messages: [user('Hi')], stream: true as const };
    const stream = await client.chat.completions.create(body, { headers });
    const pieces: string[] = [];
    const read = async () => {
      for await (const { choices } of stream) pieces.push(choices[0]?.delta.content ?? '');
    };
    await expect(read()).rejects.toThrow();
    expect(pieces).toEqual(['', 'Or']);
  });

  test('several conversations at once each begin at the first step', async () => {
    const { server, say } = await serve(['Hello.', 'Delivered.', 'Bye.']);
    const talk = async (name: string): Promise<string[]> => {
      const messages: Messages = [{ role: 'system', content: 'Be brief.' }];
      const heard: string[] = [];
      for (const words of [`I am ${name}.`, 'Where is it?', 'Thanks.']) {
        messages.push(user(words));
        const answer = await say(messages);
        heard.push(answer);
        messages.push(agent(answer));
      }
      return heard;
    };
    const all = await Promise.all(['the first', 'the second', 'the third'].map(talk));
    expect(all).toEqual(all.map(() => ['Hello.', 'Delivered.', 'Bye.']));
    expect(server.conversations).toBe(3);
    await server.close();
  });

  test('a function model answers over HTTP, too', async () => {
    const model = functionModel(({ messages, turn }) => `turn ${turn}: ${messages.at(-1)?.content}`, { name: 'echo' });
    const { say, client, server } = await serve(model);
    expect(await say([user('Hi'), agent('turn 0: Hi'), user('you')])).toBe('turn 1: you');
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['echo']);
    await server.close();
  });
});

describe('our own agent loop over the real client, with the server as its provider', () => {
  const world = worldOf({ lookup_order: { run: () => ({ status: 'delivered' }) } });
  const talkTo = async (steps: readonly ScriptedStep[]) => {
    const { server } = await serve(steps);
    const model = openaiModel({ model: 'any', baseURL: server.baseURL, apiKey: '' });
    const run = await play({ agent: chatAgent({ model }), world, user: userOf('Where is A-1001?') });
    return { run, server, verdict: judgeSession([], run.end.reason, run.breakages) };
  };
  const lookUp: ScriptedStep = { calls: [{ name: 'lookup_order', arguments: { order_id: 'A-1001' } }] };

  test('[C22] completes a tool round', async () => {
    const { run, server } = await talkTo([
      { ...lookUp, expect: { user: 'A-1001', tools: ['lookup_order'] } },
      { text: 'It was delivered.', expect: { result: { pattern: '"status": ?"delivered"' }, noSecrets: true } },
    ]);
    expect(run.end.reason).toBe('user_done');
    expect(run.transcript.find(({ type }) => type === 'tool_result')).toMatchObject({
      result: { outcome: { status: 'ok' } },
    });
    expect(run.transcript.findLast(({ type }) => type === 'agent_message')).toMatchObject({
      text: 'It was delivered.',
    });
    await server.close();
  });

  test('[C22] a request that the script does not know makes the session invalid, not failed', async () => {
    const { run, server, verdict } = await talkTo([lookUp, { text: 'It is lost.', expect: { result: 'lost' } }]);
    expect(run.end.reason).toBe('infrastructure_error');
    expect(run.end.detail).toContain('does not fit call 2');
    expect(verdict.verdict).toBe('invalid');
    // It was asked once only: asking again cannot help.
    expect(server.requests.map(({ status }) => status)).toEqual([200, 500]);
    await expect(server.close()).rejects.toBeInstanceOf(ScriptError);
  });

  test('[C22] a request too many makes it invalid as well', async () => {
    const { run, verdict } = await talkTo([lookUp]);
    expect(run.end.reason).toBe('infrastructure_error');
    expect(verdict.verdict).toBe('invalid');
  });
});

describe('closing', () => {
  test('tells of each conversation in which the script was not used up', async () => {
    const { server, say } = await serve({ name: 'orders.yaml', steps: ['One.', 'Two.'] });
    await say([user('a')]);
    await say([user('b')]);
    await say([user('b'), agent('One.'), user('c')]);
    await say([user('d')]);
    const error = await server.close().catch((thrown: unknown) => thrown);
    expect(error).toMatchInlineSnapshot(
      `[ScriptError: the script of \`orders.yaml\` has 2 steps and 1 unused: the session ended before step 2 ("Two.") (conversation 1, conversation 3)]`,
    );
    await expect(server.close()).rejects.toBe(error);
  });

  test('a script that nobody used is no success', async () => {
    const { server } = await serve({ name: 'orders.yaml', steps: ['One.'] });
    await expect(server.close()).rejects.toThrow('nobody asked `orders.yaml` anything');
  });

  test('a request too many is told although the client swallowed it', async () => {
    const { server, say } = await serve(['One.']);
    await say([user('a')]);
    await say([user('a'), agent('One.'), user('b')]).catch(() => 'I am sorry.');
    await expect(server.close()).rejects.toThrow('has no answer to call 2');
  });

  test('what a function threw is told although the client swallowed it', async () => {
    const broken = new Error('the function broke');
    const { server, say } = await serve(functionModel(() => Promise.reject(broken)));
    await say([user('a')]).catch(() => 'I am sorry.');
    await expect(server.close()).rejects.toBe(broken);
  });
});

describe('the server stops', () => {
  test('after so many answers of the model, those to nonsense not counted', async () => {
    const { server, say } = await serve(['One.', 'Two.'], { maxRequests: 2 });
    await send(`${server.url}/v1/nowhere`, {});
    await say([user('a')]);
    await say([user('a'), agent('One.'), user('b')]);
    await server.stopped;
    await expect(say([user('c')])).rejects.toThrow('Connection error');
    await server.close();
  });

  test('only when its last answer is on its way, however long that is', async () => {
    const text = 'x'.repeat(8_000_000);
    for (const stream of [false, true]) {
      const { server } = await serve([{ stream: [text, text] }], { maxRequests: 1 });
      const body = JSON.stringify({ model: 'any', messages: [user('Hi')], stream });
      const { text: received } = await send(`${server.baseURL}/chat/completions`, { body });
      expect(received.length).toBeGreaterThan(16_000_000);
      expect(received.endsWith(stream ? 'data: [DONE]\n\n' : '}')).toBe(true);
    }
  });

  test('when nobody asks, and when it is told to', async () => {
    const { server: idle } = await serve(['One.'], { idleTimeoutMs: 1 });
    await idle.stopped;
    const stop = new AbortController();
    const { server: told } = await serve(['One.'], { signal: stop.signal });
    stop.abort();
    await told.stopped;
    const { server: never } = await serve(['One.'], { signal: AbortSignal.abort() });
    await never.stopped;
  });

  test('waiting for the model when a client goes away', async () => {
    let noticed: (reason: unknown) => void;
    const gone = new Promise((resolve) => {
      noticed = resolve;
    });
    let asked: () => void;
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const model = functionModel(({ signal }) => {
      signal.addEventListener('abort', () => noticed(signal.reason));
      asked();
      return new Promise<never>(() => undefined);
    });
    const { client } = await serve(model);
    const stop = new AbortController();
    const body = { model: 'any', messages: [user('Hi')] };
    const waiting = client.chat.completions.create(body, { signal: stop.signal }).catch(() => undefined);
    await isAsked;
    stop.abort();
    await waiting;
    expect(await gone).toMatchObject({ message: 'the client went away' });
  });

  test('an address that is taken is the author’s mistake', async () => {
    const { server } = await serve(['One.']);
    const { port } = new URL(server.url);
    await expect(serveModel(['One.'], { port: Number(port) })).rejects.toBeInstanceOf(UsageError);
  });
});

describe('hostile requests', () => {
  const body = JSON.stringify({ model: 'any', messages: [user('Hi')] });
  const ask = async (path: string, given: Parameters<typeof send>[1], options?: ServeModelOptions) => {
    const { server } = await serve({ steps: ['One.'], after: 'stick' }, options);
    const { status, text } = await send(`${server.url}${path}`, { body, ...given });
    return `${status} ${text.startsWith('{"error"') ? JSON.parse(text).error.message : 'answered'}`;
  };

  test('get an answer in the provider’s shape', async () => {
    expect(await ask('/v1/embeddings', {})).toMatchInlineSnapshot(
      `"404 there is nothing at POST /v1/embeddings; known are POST /v1/chat/completions, POST /v1/responses and GET /v1/models"`,
    );
    expect(await ask('/v1/chat/completions', { method: 'GET', body: '' })).toMatchInlineSnapshot(
      `"405 /v1/chat/completions takes POST, not GET; known are POST /v1/chat/completions, POST /v1/responses and GET /v1/models"`,
    );
    expect(await ask('/v1/chat/completions', { body: '{"model":' })).toMatch(/^400 the body is no JSON: /);
    expect(await ask('/v1/chat/completions', { body: Buffer.from([0x22, 0xff, 0x22]) })).toBe(
      '400 the body is not UTF-8',
    );
    expect(await ask('/v1/chat/completions', { body: '[]' })).toBe(
      '400 the body is no request: a JSON object is expected',
    );
    expect(await ask('/v1/models/some%2Fmodel', { method: 'GET', body: '' })).toBe('200 answered');
  });

  test('larger than 10 MB are refused before they are read', async () => {
    const { server } = await serve(['One.']);
    const big = send(`${server.baseURL}/chat/completions`, { body: Buffer.alloc(11 * 1024 * 1024, 0x20) });
    // The client may still be sending when the answer comes.
    const { status } = await big.catch(() => ({ status: 413 }));
    expect(status).toBe(413);
    expect(server.requests).toEqual([]);
  });

  test.each(['localhost.evil.test', '127.0.0.1.evil.test:80', 'evil.test', '[::2]', '169.254.169.254'])(
    'under the name `%s` are not answered',
    async (host) => {
      expect(await ask('/v1/chat/completions', { headers: { host } })).toMatch(/^403 this server answers only/);
    },
  );

  test.each(['localhost', 'LOCALHOST:4173', '127.0.0.2:80', '[::1]:80'])(
    'under the name `%s` are answered',
    async (host) => {
      expect(await ask('/v1/chat/completions', { headers: { host } })).toBe('200 answered');
    },
  );

  test('under a name that was allowed are answered', async () => {
    const headers = { host: 'host.docker.internal:80' };
    expect(await ask('/v1/chat/completions', { headers }, { allowHosts: ['host.docker.internal'] })).toBe(
      '200 answered',
    );
  });
});
