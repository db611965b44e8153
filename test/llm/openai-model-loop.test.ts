import { expect, test } from 'vitest';
import { z } from 'zod';
import { chatAgent } from '../../src/agents/chat-agent.ts';
import { Scenario } from '../../src/domain/authoring/scenario.ts';
import type { Agent } from '../../src/domain/contracts/agent.ts';
import type { World } from '../../src/domain/contracts/world.ts';
import { trajectoryOf } from '../../src/domain/transcript/trajectory.ts';
import type { EventOf } from '../../src/domain/transcript/transcript-event.ts';
import { runSession } from '../../src/session/run-session.ts';
import { scriptedUser } from '../../src/users/scripted-user.ts';
import { defineTool } from '../../src/worlds/define-tool.ts';
import { defineWorld } from '../../src/worlds/define-world.ts';
import { type FaultAnswer, openFaultServer } from '../fixtures/fault-server.ts';
import { answerEvents, answerJson } from '../fixtures/faults/answers.ts';
import { says } from '../fixtures/faults/wire.ts';
import { manualClock } from '../fixtures/session-parts.ts';
import { orderWorld } from '../worlds/order-world.ts';
import { key, modelAt } from './provider/provider-under-test.ts';

/** One session of the usual agent, its model behind a server that gives these answers. */
async function play(
  answers: readonly FaultAnswer[],
  { world = orderWorld, agent }: { world?: World; agent?: (baseURL: string) => Agent } = {},
) {
  await using server = await openFaultServer(answers);
  const { baseURL } = server;
  const run = await runSession({
    scenario: Scenario.parse({ id: 'refund', title: 'A refund', user: ['Where is A-1001?'] }),
    key,
    seed: 1,
    user: scriptedUser(['Where is A-1001?'], { facts: {} }),
    agent: agent?.(baseURL) ?? chatAgent({ model: modelAt({ baseURL }).model, name: 'orders' }),
    world,
    clock: manualClock(),
  });
  const eventsOf = <Type extends 'agent_event' | 'tool_result' | 'model_call'>(type: Type) =>
    run.transcript.filter((event): event is EventOf<Type> => event.type === type);
  return { ...run, ...trajectoryOf(run.transcript), eventsOf, requests: server.requests };
}

const lookup = (rawArguments: string, id?: string) => ({
  ...(id === undefined ? {} : { id }),
  name: 'lookup_order',
  rawArguments,
});

test('[F13] malformed arguments reach the transcript raw, are answered with an error, and go back to the provider as they came', async () => {
  const texts = ['{"order_id": "A-1001"', '{"a":1}{"b":2}', '[1,2]', '"Oslo"'];
  const { calls, requests, end } = await play([
    says({ calls: texts.map((text, index) => lookup(text, `c${index}`)) }),
    says('I could not look.'),
  ]);
  expect(end.reason).toBe('user_done');
  expect(calls.map(({ call }) => call.rawArguments)).toEqual(texts);
  expect(calls.map(({ outcome }) => outcome)).toEqual(texts.map(() => 'error'));
  const sent = requests[1]?.body.messages as {
    role: string;
    content: string;
    tool_calls?: { function: { arguments: string } }[];
  }[];
  expect(sent.find(({ tool_calls }) => tool_calls)?.tool_calls?.map((call) => call.function.arguments)).toEqual(texts);
  expect(sent.filter(({ role }) => role === 'tool').every(({ content }) => content.startsWith('Error: '))).toBe(true);
});

test('[F14] [F15] calls with one id, or none, are run apart; each result goes to its call, and it is noted', async () => {
  const missing = '{"order_id":"A-9999"}';
  const given = '{"order_id":"A-1001"}';
  const answer = says({ calls: [lookup(missing, 'c1'), lookup(given, 'c1'), lookup(given), lookup(missing)] });
  const { calls, requests, eventsOf } = await play([answer, says('Delivered.')]);
  expect(calls.map(({ outcome }) => outcome)).toEqual(['error', 'ok', 'ok', 'error']);
  const sent = requests[1]?.body.messages as {
    tool_call_id?: string;
    content: string;
    tool_calls?: { id: string }[];
  }[];
  const ids = sent.find(({ tool_calls }) => tool_calls)?.tool_calls?.map(({ id }) => id) ?? [];
  expect(new Set(ids).size).toBe(4);
  const results = sent.filter(({ tool_call_id }) => tool_call_id !== undefined);
  expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(ids);
  expect(results.map(({ content }) => content.includes('not found'))).toEqual([true, false, false, true]);
  expect(eventsOf('agent_event').map(({ data }) => data)).toMatchObject([
    { kind: 'ambiguous_call_id' },
    { kind: 'ambiguous_call_id' },
    { kind: 'ambiguous_call_id' },
  ]);
});

test('[F16] calls that end in another order than they began are paired by id: call order counts, the order of ending is kept', async () => {
  let endFirst = (): void => {};
  const first = new Promise<void>((resolve) => {
    endFirst = resolve;
  });
  const wait = defineTool({
    name: 'look',
    description: 'Looks.',
    parameters: z.object({ which: z.string() }),
    effect: 'read',
    concurrent: true,
    async run({ which }) {
      if (which === 'a') await first;
      else endFirst();
      return which;
    },
  });
  const world = defineWorld({ name: 'two', state: () => ({}), tools: [wait] });
  const call = (which: string) => ({ id: which, name: 'look', rawArguments: JSON.stringify({ which }) });
  const { calls, problems, eventsOf, requests } = await play([says({ calls: [call('a'), call('b')] }), says('Both.')], {
    world,
  });
  expect(problems).toEqual([]);
  expect(calls.map(({ call: { givenId }, result }) => [givenId, result?.outcome])).toEqual([
    ['a', { status: 'ok', content: 'a' }],
    ['b', { status: 'ok', content: 'b' }],
  ]);
  expect(eventsOf('tool_result').map(({ result }) => result.completed)).toEqual([1, 0]);
  const sent = requests[1]?.body.messages as { role: string; content: string; tool_call_id: string }[];
  expect(
    sent.filter(({ role }) => role === 'tool').map(({ content, tool_call_id }) => [tool_call_id, content]),
  ).toEqual([
    ['a', 'a'],
    ['b', 'b'],
  ]);
});

test('[F17] a call without a result, a result without a call and a result before its call are flagged, and are no results', async () => {
  const forgetful = (baseURL: string): Agent => {
    const { model } = modelAt({ baseURL });
    return {
      name: 'forgetful',
      adapter: 'test',
      toolCallsVisible: true,
      fixed: [],
      open: () => ({
        async *reply({ turn, text }, { signal }) {
          yield { type: 'step_started' };
          const session = model.open({ role: 'agent', key, seed: 1 });
          const { calls } = await session.complete({ messages: [{ role: 'user', content: text }], turn }, { signal });
          yield { type: 'reported_result', callId: 'late', outcome: { status: 'ok', content: 'too early' } };
          for (const call of calls) yield { type: 'reported_call', ...call };
          yield { type: 'reported_result', callId: 'zzz', outcome: { status: 'ok', content: 'whose?' } };
          yield { type: 'text', text: 'Done.', final: true };
        },
      }),
    };
  };
  const { calls, problems } = await play([says({ calls: [lookup('{}', 'c9'), lookup('{}', 'late')] })], {
    agent: forgetful,
  });
  expect(calls.map(({ call, outcome }) => [call.givenId, outcome])).toEqual([
    ['c9', 'none'],
    ['late', 'none'],
  ]);
  expect(problems.map(({ kind }) => kind)).toEqual([
    'orphan_result',
    'orphan_result',
    'missing_result',
    'missing_result',
  ]);
});

test('[F18] a model that would call 5,000 times in one turn is stopped at the limit of steps', async () => {
  const answers = Array.from({ length: 5_000 }, (_, index) =>
    says({ calls: [lookup(`{"order_id":"A-${1000 + index}"}`, `c${index}`)] }),
  );
  const { end, calls, requests } = await play(answers);
  expect(end.reason).toBe('max_steps');
  expect([calls.length, requests.length]).toEqual([20, 20]);
});

test('[F09] a call that was cut off is never run, and the session is invalid, not failed', async () => {
  const half = {
    choices: [
      {
        index: 0,
        delta: { tool_calls: [{ index: 0, id: 'c1', function: { name: 'issue_refund', arguments: '{"amount": 10' } }] },
      },
    ],
  };
  const agent = (baseURL: string) => chatAgent({ model: modelAt({ baseURL, stream: true }).model });
  const { calls, end, eventsOf } = await play([answerEvents([half])], { agent });
  expect(calls).toEqual([]);
  expect(end).toMatchObject({
    reason: 'infrastructure_error',
    detail: expect.stringContaining('before the answer was whole'),
  });
  expect(eventsOf('model_call')).toMatchObject([
    { role: 'agent', model: 'm', attempts: [{ status: 'error', waitedMs: expect.any(Number) }, { status: 'error' }] },
  ]);
});

test('[S2.21] a session whose model has no credentials is invalid, and says which variable to set', async () => {
  const agent = () => chatAgent({ model: modelAt({ apiKey: undefined, name: 'gpt' }).model });
  const { end, requests } = await play([answerJson({})], { agent });
  expect(requests).toEqual([]);
  expect(end.reason).toBe('infrastructure_error');
  expect(end.detail).toMatchInlineSnapshot(
    `"\`gpt\`: no credentials for https://api.openai.com/v1: set the environment variable \`OPENAI_API_KEY\`, or \`apiKey: ''\` where none are needed"`,
  );
});
