import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import OpenAI from 'openai';
import pLimit from 'p-limit';
import type { ChatMessage } from '../../src/domain/contracts/chat-model.ts';
import { openaiModel } from '../../src/llm/openai-model.ts';
import { report } from './workload.ts';

/**
 * Requests to a provider on this machine, which waits `WAIT_MS` before it answers: `SESSIONS` sessions of `CALLS` calls,
 * `OPEN` sessions at once. `CLIENT` is ours or the bare client of the `openai` package with its own fetch. The provider is
 * a process of its own, so that the figures are those of the client.
 */
const { CLIENT = 'ours', ROLE = 'client' } = process.env;
const [sessions, calls, open, waitMs] = ['SESSIONS', 'CALLS', 'OPEN', 'WAIT_MS'].map((name) =>
  Number(process.env[name] ?? 1),
) as [number, number, number, number];

const SYSTEM = 'You answer questions about orders and refunds, and you look before you answer. '.repeat(4);
const ANSWER = 'The order was delivered on Monday, and a refund is possible for 30 days.';

/** Asks with all messages so far; answers with the words of the model. */
type Ask = (messages: readonly ChatMessage[]) => Promise<string>;

if (ROLE === 'server') serve();
else await compare();

async function compare(): Promise<void> {
  const { server, baseURL } = await startServer();
  const openSession = CLIENT === 'ours' ? ourClient(baseURL) : bareClient(baseURL);
  await playSession(openSession(0), 1);
  const limit = pLimit(open);
  const cpu = process.cpuUsage();
  const begin = process.hrtime.bigint();
  const played = Array.from({ length: sessions }, (_, session) =>
    limit(() => playSession(openSession(session), calls)),
  );
  await Promise.all(played);
  report(CLIENT, { count: sessions * calls, cpu, begin });
  server.kill();
}

async function playSession(ask: Ask, count: number): Promise<void> {
  const messages: ChatMessage[] = [{ role: 'system', content: SYSTEM }];
  for (let call = 0; call < count; call += 1) {
    messages.push({ role: 'user', content: `Question ${call}: where is my order, and can I still give it back?` });
    const content = await ask(messages);
    if (content !== ANSWER) throw new Error(`an answer got lost: ${content}`);
    messages.push({ role: 'assistant', content });
  }
}

function ourClient(baseURL: string): (session: number) => Ask {
  const model = openaiModel({ model: 'bench', baseURL, apiKey: 'none', concurrency: open });
  const { signal } = new AbortController();
  return (trial) => {
    const session = model.open({ role: 'agent', key: { scenario: 'bench', variant: 'default', trial }, seed: trial });
    return async (messages) => (await session.complete({ messages, turn: 0 }, { signal })).text;
  };
}

function bareClient(baseURL: string): () => Ask {
  const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
  return () => async (messages) => {
    const asked = { model: 'bench', messages: messages as OpenAI.ChatCompletionMessageParam[] };
    return (await client.chat.completions.create(asked)).choices[0]?.message.content ?? '';
  };
}

async function startServer(): Promise<{ server: ChildProcess; baseURL: string }> {
  const server = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env: { ...process.env, ROLE: 'server' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise((resolve) => server.stdout?.once('data', (data) => resolve(String(data).trim())));
  return { server, baseURL: `http://127.0.0.1:${port}/v1` };
}

function serve(): void {
  const body = JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'bench',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: ANSWER, refusal: null } }],
    usage: { prompt_tokens: 120, completion_tokens: 16, total_tokens: 136 },
  });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const server = createServer((request, response) => {
    const answer = () => void response.writeHead(200, headers).end(body);
    request.resume().on('end', () => {
      if (waitMs > 0) setTimeout(answer, waitMs);
      else answer();
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
  // Goes when the client is gone, however it went.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.exit(), 1_000).unref();
}
