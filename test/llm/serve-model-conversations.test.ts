import OpenAI from 'openai';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ChatMessage, ChatModelSession } from '../../src/domain/contracts/chat-model.ts';
import { randomFrom } from '../../src/domain/values/random.ts';
import { functionModel } from '../../src/llm/function-model.ts';
import type { ScriptedStep } from '../../src/llm/scripted-model.ts';
import { type ServedModel, serveModel } from '../../src/llm/serve-model.ts';
import { key, modelAt, virtualRuntime } from './provider/provider-under-test.ts';

type Served = Parameters<typeof serveModel>[0];
/** One conversation's way to the model: messages in, words out. */
type Ask = (messages: readonly ChatMessage[]) => Promise<string>;

const COUNT = 20;
const SAID = ['Hello.', 'Where is it?', 'Are you sure?', 'Thanks.'];
const SCRIPT: readonly ScriptedStep[] = ['One.', 'Two.', { stream: ['Thr', 'ee.'] }, 'Four.'];
const HEARD = ['One.', 'Two.', 'Three.', 'Four.'];

async function serve(served: Served): Promise<ServedModel> {
  const server = await serveModel(served);
  onTestFinished(() => server.close().catch(() => undefined));
  return server;
}

const clients: Record<string, (server: ServedModel) => (place: number) => Ask> = {
  'the openai client': (server) => {
    const client = new OpenAI({ apiKey: 'unused', baseURL: server.baseURL });
    return () => async (messages) => {
      const body = { model: 'any', messages: messages as OpenAI.ChatCompletionMessageParam[] };
      return (await client.chat.completions.create(body)).choices[0]?.message.content ?? '';
    };
  },
  'the openai client that names them': (server) => {
    const client = new OpenAI({ apiKey: 'unused', baseURL: server.baseURL });
    return (place) => async (messages) => {
      const body = { model: 'any', messages: messages as OpenAI.ChatCompletionMessageParam[] };
      const headers = { 'x-rehearsal-session': `customer ${place}` };
      return (await client.chat.completions.create(body, { headers })).choices[0]?.message.content ?? '';
    };
  },
  'plain requests': (server) => () => async (messages) => {
    const body = JSON.stringify({ model: 'any', messages });
    const response = await fetch(`${server.baseURL}/chat/completions`, { method: 'POST', body });
    return ((await response.json()) as OpenAI.ChatCompletion).choices[0]?.message.content ?? '';
  },
  'our own client': (server) => {
    const sessions = modelAt({ baseURL: server.baseURL });
    return () => ourWay(sessions.model.open({ role: 'agent', key, seed: 1 }));
  },
};

function ourWay(session: ChatModelSession): Ask {
  const { signal } = new AbortController();
  return async (messages) => (await session.complete({ messages, turn: 0 }, { signal })).text;
}

/** Holds `COUNT` equal conversations, each request of which comes at a moment of its own, and gives what each heard. */
async function interleave(open: (place: number) => Ask, isAtOnce: boolean): Promise<string[][]> {
  const talks = Array.from({ length: COUNT }, (_, place) => talkOf(open(place)));
  if (isAtOnce)
    await Promise.all(
      talks.map(async ({ next }) => SAID.reduce((before, words) => before.then(() => next(words)), Promise.resolve())),
    );
  const random = randomFrom(7);
  for (
    let open = isAtOnce ? [] : talks;
    open.length > 0;
    open = open.filter(({ heard }) => heard.length < SAID.length)
  ) {
    const talk = random.pick(open);
    await talk.next(SAID[talk.heard.length] ?? '');
  }
  return talks.map(({ heard }) => heard);
}

function talkOf(ask: Ask) {
  const messages: ChatMessage[] = [{ role: 'system', content: 'You are a customer.' }];
  const heard: string[] = [];
  const next = async (words: string): Promise<void> => {
    messages.push({ role: 'user', content: words });
    const content = await ask([...messages]);
    heard.push(content);
    messages.push({ role: 'assistant', content });
  };
  return { heard, next };
}

describe.each(Object.keys(clients))('equal conversations through %s', (name) => {
  test.each([
    ['in any order', false],
    ['at once', true],
  ])('are each given their script from its first step, %s', async (_order, isAtOnce) => {
    const server = await serve(SCRIPT);
    const heard = await interleave(clients[name]!(server), isAtOnce);
    expect(heard).toEqual(Array(COUNT).fill(HEARD));
    expect(server.conversations).toBe(COUNT);
    await server.close();
  });

  test('are never given what another one is told', async () => {
    const model = functionModel(({ key: { trial }, call }) => `I am ${trial}, and this is answer ${call}.`);
    const heard = await interleave(clients[name]!(await serve(model)), false);
    const whole = heard.map((answers) =>
      answers.map((text) => /^I am (\d+), and this is answer (\d)/.exec(text)?.slice(1)),
    );
    expect(new Set(whole.map(([first]) => first?.[0])).size).toBe(COUNT);
    for (const answers of whole) expect(answers).toEqual(SAID.map((_, call) => [answers[0]?.[0], String(call)]));
  });
});

describe('a retry', () => {
  const busy: ScriptedStep = { error: { status: 503, message: 'Busy.', headers: { 'retry-after-ms': '0' } } };

  test('that the openai client counts goes on with its script, however many conversations fail at once', async () => {
    const server = await serve([busy, 'One.', busy, busy, 'Two.']);
    const open = clients['the openai client']!(server);
    const talks = Array.from({ length: 5 }, () => talkOf(open(0)));
    await Promise.all(talks.map(async ({ next }) => next('Hello.').then(() => next('Thanks.'))));
    expect(talks.map(({ heard }) => heard)).toEqual(Array(5).fill(['One.', 'Two.']));
    expect(server.conversations).toBe(5);
    await server.close();
  });

  test('after an answer that broke off goes on with the same script', async () => {
    for (const cut of [{ afterPieces: 1 }, { afterBytes: 40 }, { afterPieces: 0, connection: 'reset' as const }]) {
      const server = await serve([{ stream: ['Or', 'der'], cut }, 'One.']);
      const post = async (stream: boolean) => {
        const body = JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Hi' }], stream });
        const response = await fetch(`${server.baseURL}/chat/completions`, { method: 'POST', body });
        return response.text().catch(() => 'broken');
      };
      expect(await post(true)).not.toContain('[DONE]');
      expect(JSON.parse(await post(false)).choices[0].message.content).toBe('One.');
      await server.close();
    }
  });
});

describe('our own client', () => {
  const sent = async (options: Omit<Parameters<typeof modelAt>[0], 'baseURL'>, baseURL?: string) => {
    const runtime = virtualRuntime();
    const seen: (string | undefined)[][] = [];
    const headersOf = ({ headers = {} }: { headers?: object }) => {
      const given = new Map(
        Object.entries(headers as Record<string, string>).map(([name, value]) => [name.toLowerCase(), value]),
      );
      return [given.get('x-rehearsal-session'), given.get('x-stainless-retry-count')];
    };
    const server = await serve({ steps: [{ error: { status: 503 } }, 'One.'], after: 'cycle' });
    const { model } = modelAt(
      { baseURL: baseURL ?? server.baseURL, ...options },
      {
        runtime: {
          ...runtime,
          fetchFor(allow) {
            const fetch = runtime.fetchFor(allow);
            // Whatever the address was, the server of this test answers.
            const spied = (url: string | URL, request: Parameters<typeof fetch>[1]) => {
              seen.push(headersOf(request as { headers?: object }));
              return fetch(`${server.baseURL}${new URL(url).pathname.replace(/^\/v1/, '')}`, request);
            };
            return Object.assign(spied, { close: fetch.close });
          },
        },
      },
    );
    for (const session of [0, 1].map((trial) => model.open({ role: 'agent', key: { ...key, trial }, seed: 1 }))) {
      await ourWay(session)([{ role: 'user', content: 'Hi' }]);
    }
    return seen;
  };
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

  test('names each session to a server of this machine, and counts its attempts', async () => {
    const seen = await sent({});
    const [[first], , [second]] = seen as [[string], [string], [string], [string]];
    expect(first).toMatch(uuid);
    expect(second).toMatch(uuid);
    expect(first).not.toBe(second);
    expect(seen).toEqual([
      [first, '0'],
      [first, '1'],
      [second, '0'],
      [second, '1'],
    ]);
  });

  test('names none to anybody else, and none where the author names one', async () => {
    const counted = (name: string | undefined) => ['0', '1', '0', '1'].map((count) => [name, count]);
    expect(await sent({}, 'https://models.example.com/v1')).toEqual(counted(undefined));
    expect(await sent({ headers: { 'X-Rehearsal-Session': 'mine' } })).toEqual(counted('mine'));
  });
});
