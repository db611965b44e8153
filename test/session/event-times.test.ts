import { expect, test } from 'vitest';
import {
  BudgetExceededError,
  type ChatModel,
  type ChatModelSession,
  type ModelAccess,
  ModelUnavailableError,
} from '../../src/domain/contracts/chat-model.ts';
import { timeRequests } from '../../src/session/time-requests.ts';
import { agentOf, manualClock, play, userOf, worldOf } from '../fixtures/session-parts.ts';

const access: ModelAccess = { open: (model, context) => model.open(context) };

test('a tool call has the time in which it ran, though it is written when its step is over', async () => {
  const clock = manualClock();
  const took = (ms: number) => () => {
    clock.advance(ms);
    return {};
  };
  const agent = agentOf(async function* (_message, { call }) {
    yield { type: 'step_started' };
    clock.advance(5);
    await Promise.all([call('slow', {}), call('fast', {})]);
    clock.advance(7);
    yield { type: 'text', text: 'Done.' };
  });
  const { transcript, spans, eventsMs } = await play({
    agent,
    clock,
    world: worldOf({ slow: { run: took(100) }, fast: { run: took(10) } }),
  });
  const seqs = transcript.flatMap(({ type, seq }) => (type === 'tool_call' ? [seq] : []));
  // One after the other, since neither says that it may run beside others.
  expect(spans).toEqual([
    { seq: seqs[0], startMs: 5, endMs: 105 },
    { seq: seqs[1], startMs: 105, endMs: 115 },
  ]);
  expect(seqs.map((seq) => eventsMs[seq])).toEqual([115, 115]);
});

test('a reported call lasts from when it was told of to its result', async () => {
  const clock = manualClock();
  const agent = agentOf(async function* () {
    yield { type: 'reported_call', id: 'x', name: 'search', rawArguments: '{}' };
    clock.advance(30);
    yield { type: 'reported_result', callId: 'x', outcome: { status: 'ok', content: 1 } };
    yield { type: 'text', text: 'Found it.' };
  });
  const { transcript, spans } = await play({ agent, clock });
  const seq = transcript.findIndex(({ type }) => type === 'tool_call');
  expect(spans).toEqual([{ seq, startMs: 0, endMs: 30 }]);
});

test('a request to a model has its time, also one that failed, and one that nobody told of takes no place of another', async () => {
  const clock = manualClock();
  const model = modelOf([40, 'unavailable', 'spent', 60], clock.advance);
  const agent = agentOf(
    async function* (_message, _tools, { context, signal }) {
      const session = context.openModel!(model);
      const usage = { type: 'usage', model: 'small', attempts: [] } as const;
      const ask = () => session.complete({ messages: [], turn: 0 }, { signal });
      await ask();
      yield usage;
      await ask().catch(() => {});
      yield usage;
      await ask().catch(() => {});
      clock.advance(5);
      await ask();
      yield usage;
      yield { type: 'text', text: 'Hi.' };
    },
    { tellsModelCalls: true },
  );
  const { transcript, spans } = await play({ agent, clock, models: access });
  const seqs = transcript.flatMap(({ type, seq }) => (type === 'model_call' ? [seq] : []));
  expect(spans).toEqual([
    { seq: seqs[0], startMs: 0, endMs: 40 },
    { seq: seqs[1], startMs: 40, endMs: 43 },
    { seq: seqs[2], startMs: 51, endMs: 111 },
  ]);
});

test('a request that an agent kept to itself lends its time to no later turn', async () => {
  const clock = manualClock();
  const model = modelOf([40, 60], clock.advance);
  const agent = agentOf(
    async function* ({ turn }, _tools, { context, signal }) {
      const session = context.openModel!(model);
      await session.complete({ messages: [], turn }, { signal });
      if (turn === 1) yield { type: 'usage', model: 'small', attempts: [] };
      yield { type: 'text', text: 'Hi.' };
    },
    { tellsModelCalls: true },
  );
  const { transcript, spans } = await play({ agent, clock, models: access, user: userOf('Hello', 'And?') });
  const seq = transcript.findIndex(({ type }) => type === 'model_call');
  expect(spans).toEqual([{ seq, startMs: 40, endMs: 80 }]);
});

test('a model that streams still does, and the time ends with the last piece', async () => {
  const clock = manualClock();
  const noted: unknown[] = [];
  const session = timeRequests(streamingSession(clock.advance), {
    elapsedMs: clock.now,
    note: (took) => noted.push(took),
  });
  const heard: unknown[] = [];
  for await (const chunk of session.stream?.({ messages: [], turn: 0 }, { signal: AbortSignal.timeout(60_000) }) ??
    []) {
    heard.push(chunk);
    expect(noted).toEqual([]);
  }
  expect(heard).toEqual([
    { type: 'text', text: 'H' },
    { type: 'text', text: 'i' },
  ]);
  expect(noted).toEqual([{ startMs: 0, endMs: 20 }]);
});

test('a clock that takes back a stop makes no event earlier than the one before, and no end earlier than its beginning', async () => {
  const clock = manualClock();
  let stolen = 0;
  const agent = agentOf(async function* (_message, { call }) {
    clock.advance(100);
    await call('look', {});
    yield { type: 'text', text: 'Done.' };
  });
  const look = () => {
    stolen = 90;
    return {};
  };
  const { eventsMs, spans, durationMs } = await play({
    agent,
    clock: { ...clock, now: () => clock.now() - stolen },
    world: worldOf({ look: { run: look } }),
  });
  expect(eventsMs).toEqual(eventsMs.toSorted((a, b) => a - b));
  expect(spans.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([[100, 100]]);
  expect(durationMs).toBe(100);
});

test('a session without calls and models has no times but those of its events', async () => {
  expect((await play({})).spans).toEqual([]);
});

/** A model whose requests take so long, or fail. */
function modelOf(script: readonly (number | 'unavailable' | 'spent')[], advance: (ms: number) => void): ChatModel {
  return {
    name: 'small',
    fixed: [],
    open() {
      let position = 0;
      return {
        async complete() {
          const step = script[position++];
          advance(typeof step === 'number' ? step : 3);
          if (step === 'unavailable') throw new ModelUnavailableError('it is down', []);
          if (step === 'spent') throw new BudgetExceededError('spent');
          return { text: 'Hi.', calls: [], finish: 'stop', attempts: [{ status: 'ok' }] };
        },
      };
    },
  };
}

function streamingSession(advance: (ms: number) => void): ChatModelSession {
  return {
    complete: () => Promise.reject(new Error('it only streams')),
    async *stream() {
      for (const text of 'Hi') {
        advance(10);
        yield { type: 'text', text };
      }
    },
  };
}
