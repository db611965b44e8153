import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { HttpAgentOptions } from '../../src/agents/http/http-options.ts';
import { httpAgent } from '../../src/agents/http-agent.ts';
import type { ScenarioInput } from '../../src/domain/authoring/scenario.ts';
import { judgeSession } from '../../src/domain/verdicts/verdict.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../src/scorers/create-scorers.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
import { manualClock, play, scenarioOf, userOf, worldOf } from '../fixtures/session-parts.ts';
import { answering } from './http-server.ts';

const expectations: ScenarioInput['expect'] = [
  { type: 'said', text: 'refunded' },
  { type: 'forbidden-calls', tools: ['issue_refund'] },
];

async function verdictOf(answer: unknown, reply: HttpAgentOptions['reply']) {
  const { url } = await answering(answer);
  const agent = httpAgent({ url, name: 'shop', reply });
  const world = worldOf({ issue_refund: { effect: 'write' }, look_up: {} });
  const { transcript, end, breakages } = await play({ agent, world });
  const scorers = createScorers(scenarioOf({ expect: expectations }).expect, builtInScorers);
  const { scores } = await scoreTranscript(transcript, scorers);
  return judgeSession(scores, end.reason, breakages);
}

describe('a check that needs calls', () => {
  test('cannot be made of an agent that does not tell of them, and the session is invalid, not passed', async () => {
    const { verdict, reason } = await verdictOf({ text: 'I refunded it.' }, { text: 'text' });
    expect(verdict).toBe('invalid');
    expect(reason).toContain('the tool calls of agent `shop` are not visible');
  });

  test('is made of the calls that an answer tells of', async () => {
    const reply = { text: 'text', calls: 'calls' };
    const calls = [{ name: 'issue_refund', arguments: { order: 'A-1' }, result: { ok: true } }];
    expect(await verdictOf({ text: 'I refunded it.', calls }, reply)).toMatchObject({ verdict: 'failed' });
    expect(await verdictOf({ text: 'I refunded it.', calls: [] }, reply)).toMatchObject({ verdict: 'passed' });
  });

  test('is not made when the answer does not say whether there were calls: the agent has failed', async () => {
    const reply = { text: 'text', calls: 'calls' };
    expect(await verdictOf({ text: 'I refunded it.' }, reply)).toMatchObject({ verdict: 'failed' });
  });
});

describe('a session ends', () => {
  test('with the fault of the agent for an answer that cannot be used', async () => {
    const { url } = await answering(
      (_seen: unknown, response: ServerResponse) => void response.writeHead(500).end('no such order'),
    );
    const { end } = await play({ agent: httpAgent({ url, reply: { text: 'text' } }) });
    expect(end).toMatchObject({ reason: 'agent_error' });
    expect(end.detail).toBe(`${url}/ answered 500 (no content type): no such order`);
  });

  test('without a verdict on the agent when it could not be reached', async () => {
    for (const options of [
      { url: 'http://127.0.0.1:1/' },
      { url: 'http://127.0.0.1:1/', start: { url: '/start' } },
      { url: 'http://127.0.0.1:1/', headers: { authorization: '{{env.NOT_SET}}' } },
    ]) {
      const { end } = await play({ agent: httpAgent({ ...options, reply: { text: 'text' } }) });
      expect(end.reason).toBe('infrastructure_error');
    }
  });

  test('with the words that came before a stream broke off on record', async () => {
    const { url } = await answering((_seen: unknown, response: ServerResponse) => {
      response.setHeader('content-type', 'text/event-stream');
      response.write('data: {"text":"I will refund"}\n\n', () => response.destroy());
    });
    const { end, transcript } = await play({ agent: httpAgent({ url, reply: { text: 'text' }, stream: 'sse' }) });
    expect(end.reason).toBe('agent_error');
    expect(transcript).toContainEqual(
      expect.objectContaining({ type: 'agent_message', text: 'I will refund', final: false }),
    );
  });

  test('[F20] [F21] by its time when no answer comes, and the connection is cut so that none can come late', async () => {
    const clock = manualClock();
    let isCut: Promise<void> | undefined;
    const { url } = await answering((_seen: unknown, response: ServerResponse) => {
      isCut = new Promise((resolve) => void response.on('close', resolve));
      clock.advance(60_000);
    });
    const { end, transcript } = await play({ clock, agent: httpAgent({ url, reply: { text: 'text' } }) });
    expect(end).toMatchObject({ reason: 'timeout', detail: 'the agent did not finish turn 0 within 60 s' });
    await isCut;
    expect(transcript.map(({ type }) => type)).not.toContain('agent_message');
  });

  test('with the fault of the agent when it refuses to say good-bye', async () => {
    const { url } = await answering(({ path }: { path: string }, response: ServerResponse) => {
      if (path === '/end') return void response.writeHead(404).end();
      return { text: 'Bye.' };
    });
    const agent = httpAgent({ url, reply: { text: 'text' }, end: { url: '/end' } });
    const { end } = await play({ agent });
    expect(end).toMatchObject({
      reason: 'agent_error',
      detail: `the agent failed while it closed: ${url}/end answered 404 (no content type), without a word`,
    });
  });
});

test('two sessions at once keep to their own words, however the answers come', async () => {
  const { url } = await answering(async ({ body }: { body: unknown }) => {
    const { message, history } = body as { message: string; history: { content: string }[] };
    if (message.startsWith('a')) await new Promise(setImmediate);
    return { text: `after ${history.length}: ${message}` };
  });
  const agent = httpAgent({
    url,
    body: { message: '{{message}}', history: '{{messages}}' },
    reply: { text: 'text' },
  });
  const texts = await Promise.all(
    ['a', 'b', 'c'].map(async (who) => {
      const { transcript } = await play({ agent, user: userOf(`${who}1`, `${who}2`) });
      return transcript.flatMap((event) => (event.type === 'agent_message' ? [event.text] : []));
    }),
  );
  expect(texts).toEqual(['a', 'b', 'c'].map((who) => [`after 1: ${who}1`, `after 3: ${who}2`]));
});
