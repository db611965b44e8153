import { expect, test } from 'vitest';
import { chatAgent } from '../../src/agents/chat-agent.ts';
import { Scenario } from '../../src/domain/authoring/scenario.ts';
import type { ChatModel } from '../../src/domain/contracts/chat-model.ts';
import { trajectoryOf } from '../../src/domain/transcript/trajectory.ts';
import { functionModel } from '../../src/llm/function-model.ts';
import type { ModelAnswer } from '../../src/llm/model-answer.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { runSession } from '../../src/session/run-session.ts';
import { scriptedUser } from '../../src/users/scripted-user.ts';
import { orderWorld } from '../worlds/order-world.ts';

const refund = { order_id: 'A-1001', amount: '49.90', reason: 'late' };
const steps: readonly ModelAnswer[] = [
  [{ name: 'lookup_order', arguments: { order_id: 'A-1001' } }],
  { text: 'One moment.', calls: [{ name: 'issue_refund', arguments: { ...refund, amount: '99.00' } }] },
  [{ name: 'issue_refund', arguments: refund }],
  'Refunded 49.90.',
  'You are welcome.',
];
const scenario = Scenario.parse({ id: 'refund', title: 'A refund', user: ['Refund A-1001, it was late', 'Thanks'] });
const stopped = {
  now: () => 0,
  takeBlockedMs: () => 0,
  timestamp: () => '2026-01-15T09:00:00.000Z',
  setTimer: () => () => {},
};

const play = (model: ChatModel, played = scenario) =>
  runSession({
    scenario: played,
    key: { scenario: 'refund', variant: 'default', trial: 0 },
    seed: 1,
    user: scriptedUser(['Refund A-1001, it was late', 'Thanks'], { facts: {} }),
    agent: chatAgent({ model, name: 'orders' }),
    world: orderWorld,
    clock: stopped,
  });

test('[S1.01] one agent passes one scenario through a scripted and a function model with equal trajectories', async () => {
  const scripted = await play(scriptedModel(steps, { name: 'model' }));
  const asked = await play(functionModel(({ call }) => steps[call] ?? 'Nothing more.', { name: 'model' }));
  const { calls, problems } = trajectoryOf(scripted.transcript);
  expect(scripted.end.reason).toBe('user_done');
  expect(problems).toEqual([]);
  expect(calls.map(({ turn, step, name, outcome }) => `${turn}.${step} ${name} ${outcome}`)).toEqual([
    '0.0 lookup_order ok',
    '0.1 issue_refund error',
    '0.2 issue_refund ok',
  ]);
  expect(trajectoryOf(asked.transcript)).toEqual({ calls, problems });
  expect(asked.transcript).toEqual(scripted.transcript);
});

const bad = {
  'an id of the wrong shape': { ...refund, order_id: '1001' },
  'a negative amount': { ...refund, amount: '-5' },
  'an amount of nothing': { ...refund, amount: '0.00' },
  'a fraction of a cent': { ...refund, amount: '10.001' },
  'no reason': { order_id: 'A-1001', amount: '10.00' },
  'a reason of its own': { ...refund, reason: 'because' },
  'a key too many': { ...refund, force: true },
  'an exponent': { ...refund, amount: '1e2' },
  'full-width digits': { ...refund, amount: '４９．９０' },
};

test.each(Object.entries(bad))(
  '[S1.10] a refund with %s never reaches the tool, and the model is told',
  async (_, given) => {
    const model = scriptedModel([
      [{ name: 'lookup_order', arguments: { order_id: 'A-1001' } }],
      [{ name: 'issue_refund', arguments: given }],
      'Something went wrong.',
      'Sorry.',
    ]);
    const { transcript, end } = await play(model);
    expect(end.reason).toBe('user_done');
    expect(trajectoryOf(transcript).calls[1]?.result?.outcome).toMatchObject({
      status: 'error',
      kind: 'invalid_arguments',
    });
    expect(transcript.some(({ type }) => type === 'world_change')).toBe(false);
    expect(transcript.at(-1)).toMatchObject({ world: { state: { refunds: [] } } });
    expect(model.calls[2]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      isError: true,
      content: expect.stringMatching(/^Error: invalid arguments: /),
    });
  },
);

test('[S1.13] a field that no parameter has is refused and not dropped, and the model is told which', async () => {
  const model = scriptedModel([
    [{ name: 'lookup_order', arguments: { order_id: 'A-1001' } }],
    [{ name: 'issue_refund', arguments: { ...refund, force: true } }],
    [{ name: 'issue_refund', arguments: refund }],
    'Refunded 49.90.',
    'You are welcome.',
  ]);
  const { transcript } = await play(model);
  const [, refused, done] = trajectoryOf(transcript).calls;
  expect([refused?.outcome, done?.outcome]).toEqual(['error', 'ok']);
  expect(refused?.call.arguments).toEqual({ status: 'parsed', value: { ...refund, force: true } });
  expect(model.calls[2]?.messages.at(-1)).toMatchObject({
    role: 'tool',
    isError: true,
    content: 'Error: invalid arguments: `force` is not known: expected only `order_id`, `amount`, `reason`',
  });
  expect(transcript.at(-1)).toMatchObject({ world: { state: { refunds: [{ order_id: 'A-1001', amount: '49.90' }] } } });
});

test('[S1.21] what the model was asked proves that a planted failure was in the prompt before its next choice', async () => {
  const lookup = [{ name: 'lookup_order', arguments: { order_id: 'A-1001' } }];
  const model = scriptedModel([lookup, lookup, 'It was delivered.', 'You are welcome.']);
  const planted = { tool: 'lookup_order', message: 'the order service is down' };
  const { transcript } = await play(model, { ...scenario, faults: Scenario.shape.faults.parse([planted]) });
  const outcomes = trajectoryOf(transcript).calls.map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['error', 'ok']);
  const failure = {
    role: 'tool',
    name: 'lookup_order',
    isError: true,
    content: 'Error: the order service is down',
  };
  expect(model.calls[0]?.messages.filter(({ role }) => role === 'tool')).toEqual([]);
  expect(model.calls[1]?.messages.filter(({ role }) => role === 'tool')).toMatchObject([failure]);
  expect(model.calls[1]?.messages.at(-1)).toMatchObject(failure);
  expect(model.calls[2]?.messages.filter(({ role }) => role === 'tool')).toMatchObject([failure, { isError: false }]);
});

test('[S1.24] a model that never stops calling ends at the cap of 5 steps, and one that repeats itself as a loop', async () => {
  const lookup = (order_id: string): ModelAnswer => [{ name: 'lookup_order', arguments: { order_id } }];
  const capped = { ...scenario, limits: { ...scenario.limits, maxSteps: 5 } };
  const wandering = functionModel(({ call }) => lookup(`A-100${call}`));
  const { end, transcript } = await play(wandering, capped);
  expect(end.reason).toBe('max_steps');
  expect(trajectoryOf(transcript).calls).toHaveLength(5);
  const repeating = await play(scriptedModel([lookup('A-1001')], { after: 'stick' }), capped);
  expect(repeating.end.reason).toBe('loop');
  expect(trajectoryOf(repeating.transcript).calls.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'error']);
});

test('[S1.05] a session that leaves a step of the script unused fails and says so, and so does one that asks for more', async () => {
  const unused = await play(scriptedModel(['One.', 'Two.', 'Three.'], { name: 'model' }));
  expect(unused.end).toMatchObject({ reason: 'agent_error', detail: expect.stringContaining('1 unused') });
  const short = await play(scriptedModel(['One.'], { name: 'model' }));
  expect(short.end).toMatchObject({ reason: 'agent_error', detail: expect.stringContaining('call 2 (turn 1)') });
});
