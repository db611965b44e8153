import { expect, test } from 'vitest';
import {
  BudgetExceededError,
  type ChatModel,
  type ChatModelContext,
  type ModelAccess,
  ModelUnavailableError,
} from '../../src/domain/contracts/chat-model.ts';
import type { UserMove } from '../../src/domain/contracts/simulated-user.ts';
import { emptyTrace } from '../../src/users/utterance.ts';
import { agentOf, brokenMove, manualClock, play, saying, userOf } from '../fixtures/session-parts.ts';

const model: ChatModel = {
  name: 'small',
  fixed: [],
  open: () => ({ complete: async () => ({ text: 'Hi.', calls: [], finish: 'stop', attempts: [{ status: 'ok' }] }) }),
};

const move = (text: string): UserMove => ({
  kind: 'say',
  text,
  trace: emptyTrace('persona'),
  modelCalls: [
    { model: 'small', attempts: [{ status: 'ok' }], promptHash: 'abc', usage: { tokensIn: 3, tokensOut: 1 } },
  ],
});

test("a user's requests to a model stand in the turn of the words they were made for", async () => {
  const { transcript } = await play({ user: userOf('First', () => move('Second')), agent: saying('Hi.') });
  const call = transcript.findIndex(({ type }) => type === 'model_call');
  expect(transcript[call]).toEqual({
    type: 'model_call',
    role: 'user',
    turn: 1,
    seq: call,
    model: 'small',
    attempts: [{ status: 'ok' }],
    promptHash: 'abc',
    usage: { tokensIn: 3, tokensOut: 1 },
  });
  expect(transcript.slice(call, call + 3).map(({ type }) => type)).toEqual(['model_call', 'user_step', 'user_message']);
});

test('agent and user open their models through the access of the run, each in its own role', async () => {
  const opened: (ChatModelContext & { model: string })[] = [];
  const models: ModelAccess = {
    open(asked, context) {
      opened.push({ ...context, model: asked.name });
      return asked.open(context);
    },
  };
  const agent = agentOf(async function* (_message, _tools, { context, signal }) {
    const { text } = await context.openModel!(model).complete({ messages: [], turn: 0 }, { signal });
    yield { type: 'text', text };
  });
  const user = userOf('Hello');
  const open: typeof user.open = (context) => {
    context.openModel?.(model);
    return user.open(context);
  };
  const { end } = await play({ models, agent, user: { ...user, open } });
  expect(end.reason).toBe('user_done');
  const key = { scenario: 'example', variant: 'default', trial: 0 };
  expect(opened).toEqual([
    { role: 'user', key, seed: 1, model: 'small' },
    { role: 'agent', key, seed: 1, model: 'small' },
  ]);
});

test('[C9] a spent budget ends the session with its reason, whoever met it', async () => {
  const spent = new BudgetExceededError("the run's budget of $0.05 is spent");
  const agent = agentOf(async function* () {
    yield { type: 'step_started' };
    throw spent;
  });
  const byAgent = await play({ agent });
  const byUser = await play({ user: userOf('Hello', () => ({ ...brokenMove(spent.message), reason: 'budget' })) });
  for (const { end } of [byAgent, byUser]) expect(end).toMatchObject({ reason: 'budget', detail: spent.message });
});

test('a user whose model is down makes the session invalid, and not the user', async () => {
  const down = () => ({ ...brokenMove('`small` is down'), reason: 'infrastructure_error' as const });
  expect((await play({ user: userOf('Hello', down) })).end.reason).toBe('infrastructure_error');
  expect((await play({ user: userOf('Hello', () => brokenMove('it repeats itself')) })).end.reason).toBe('user_error');
});

test('[C9] when the time of the run is over, the session ends with `budget` and keeps what happened', async () => {
  const controller = new AbortController();
  const agent = agentOf(async function* ({ turn }) {
    if (turn === 1) controller.abort(new Error("the run's time of 60 s is over"));
    yield { type: 'text', text: `Answer ${turn}` };
  });
  const { end, transcript } = await play({ agent, user: userOf('One', 'Two', 'Three'), overtime: controller.signal });
  expect(end).toMatchObject({ reason: 'budget', detail: "the run's time of 60 s is over" });
  expect(transcript.some((event) => event.type === 'agent_message' && event.text === 'Answer 0')).toBe(true);
  const late = await play({ clock: manualClock(), overtime: AbortSignal.abort(new Error('over')) });
  expect(late.end.reason).toBe('budget');
});

test('who is at fault is found behind the errors of a client that wraps what it could not send', async () => {
  const spent = new BudgetExceededError("the run's budget of $0.05 is spent");
  const down = new ModelUnavailableError('`small` is down', []);
  const wrap = (cause: unknown) => new Error('Connection error.', { cause: new Error('fetch failed', { cause }) });
  const throwing = (error: Error) =>
    agentOf(async function* () {
      yield { type: 'step_started' };
      throw error;
    });
  const circle = new Error('round');
  circle.cause = circle;
  const ends = await Promise.all(
    [wrap(spent), wrap(down), wrap(new Error('own')), circle].map((error) => play({ agent: throwing(error) })),
  );
  expect(ends.map(({ end }) => `${end.reason}: ${end.detail}`)).toEqual([
    `budget: ${spent.message}`,
    'infrastructure_error: `small` is down',
    'agent_error: Connection error. (cause: own)',
    'agent_error: round',
  ]);
  const closing = agentOf(
    async function* () {
      yield { type: 'text', text: 'Hi.' };
    },
    { dispose: () => Promise.reject(wrap(down)) },
  );
  expect((await play({ agent: closing })).end).toMatchObject({
    reason: 'infrastructure_error',
    detail: 'the agent failed while it closed: `small` is down',
  });
});
