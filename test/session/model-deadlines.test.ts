import { describe, expect, test } from 'vitest';
import { chatAgent } from '../../src/agents/chat-agent.ts';
import type { ScenarioInput } from '../../src/domain/authoring/scenario.ts';
import type { ChatModel } from '../../src/domain/contracts/chat-model.ts';
import type { Score } from '../../src/domain/verdicts/score.ts';
import { judgeSession } from '../../src/domain/verdicts/verdict.ts';
import { functionModel } from '../../src/llm/function-model.ts';
import { createModelAccess } from '../../src/llm/model-access.ts';
import type { OpenaiModelOptions } from '../../src/llm/openai-model.ts';
import { createProviderRuntime, type ProviderRuntime } from '../../src/llm/provider/provider-runtime.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import type { SessionOptions, SessionRun } from '../../src/session/session-context.ts';
import { personaUser } from '../../src/users/persona-user.ts';
import { type FaultServer, openFaultServer } from '../fixtures/fault-server.ts';
import { answerEvents, answerJson, neverAnswer } from '../fixtures/faults/answers.ts';
import { chatEvents, says } from '../fixtures/faults/wire.ts';
import { agentOf, manualClock, play, saying, userOf, worldOf } from '../fixtures/session-parts.ts';
import { modelAt, virtualRuntime } from '../llm/provider/provider-under-test.ts';

type TestClock = ReturnType<typeof manualClock>;

const busy = (retryAfter: string) =>
  answerJson({ error: { message: 'slow down' } }, 429, { 'retry-after': retryAfter });
const down = answerJson({ error: { message: 'down' } }, 503);
const passed = { id: 'said', scorer: 'said', stage: 'generation', required: true } as const;

/** The session with this model in the agent's place, and the same in the place of the user. */
type Place = { role: 'agent' | 'user'; with(model: ChatModel): Partial<Omit<SessionOptions, 'scenario'>> };
const PLACES: readonly Place[] = [
  { role: 'agent', with: (model) => ({ agent: chatAgent({ model }) }) },
  {
    role: 'user',
    with: (model) => ({
      user: personaUser({ model, persona: { id: 'mia', name: 'Mia', description: 'A customer.' } }),
    }),
  },
];

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}

/** Plays with a model of this server; `meanwhile` moves the session's clock. */
async function playAt(
  place: Place,
  server: FaultServer,
  {
    options = {},
    runtime = virtualRuntime(),
    scenario = {},
    meanwhile = async () => {},
  }: {
    options?: Omit<OpenaiModelOptions, 'model'>;
    runtime?: ProviderRuntime;
    scenario?: Partial<ScenarioInput>;
    meanwhile?: (clock: TestClock) => Promise<void>;
  } = {},
): Promise<SessionRun> {
  const clock = manualClock();
  const { model } = modelAt({ baseURL: server.baseURL, ...options }, { runtime });
  const running = play({ ...place.with(model), clock, models: createModelAccess(), scenario });
  await meanwhile(clock);
  return running;
}

/** What is to be seen of an end: verdict, words, requests. Waits are spread, so only their lower end is told. */
function seen({ transcript, end }: SessionRun, { baseURL }: { baseURL: string } = { baseURL: '<url>' }) {
  const scores: Score[] = [
    { ...passed, status: 'scored', value: 1, passed: true, reason: '', findings: [], metrics: {}, turns: [] },
  ];
  const { verdict } = judgeSession(scores, end.reason);
  const calls = transcript.flatMap((event) => (event.type === 'model_call' ? [event] : []));
  return {
    end: `${verdict}, ${end.reason}: ${end.detail.replace(baseURL, '<url>')}`,
    calls: calls.map(
      ({ role, attempts }) =>
        `${role}: ${attempts.map(({ httpStatus = '', problem = 'ok', waitedMs }) => `${httpStatus} ${problem}${waitedMs === undefined ? '' : ', then a wait'}`.trim()).join(' | ')}`,
    ),
    types: transcript.slice(1).map(({ type }) => type),
  };
}

/** What comes of it with the model in the agent's place, then in the user's. */
async function inBothPlaces<T>(act: (place: Place) => Promise<T>): Promise<T[]> {
  return Promise.all(PLACES.map(act));
}

describe('a model that an agent or a user waits for', () => {
  test('[F01] waits as it is told until the time is over: the session is invalid and every attempt is kept', async () => {
    const runs = await inBothPlaces(async (place) => {
      await using server = await openFaultServer([busy('20'), neverAnswer]);
      const run = await playAt(place, server, {
        async meanwhile(clock) {
          await until(() => server.requests.length === 2);
          clock.advance(60_000);
        },
      });
      return seen(run, server);
    });
    expect(runs).toMatchInlineSnapshot(`
      [
        {
          "calls": [
            "agent: 429 the provider answered 429: slow down, then a wait | cut off: the session ended before an answer came",
          ],
          "end": "invalid, infrastructure_error: turn 0 was not over within 60 s: \`m\` had not answered in all that time, after 429 and a wait of 21 s",
          "types": [
            "user_step",
            "user_message",
            "model_call",
            "agent_step",
            "session_ended",
          ],
        },
        {
          "calls": [
            "user: 429 the provider answered 429: slow down, then a wait | cut off: the session ended before an answer came",
          ],
          "end": "invalid, infrastructure_error: the simulated user did not speak within 60 s: \`m\` had not answered in all that time, after 429 and a wait of 21 s",
          "types": [
            "model_call",
            "session_ended",
          ],
        },
      ]
    `);
  });

  test('[F01] a wait that the time limit does not allow is told, after those that it did', async () => {
    const runs = await inBothPlaces(async (place) => {
      let advance = (_ms: number): void => {};
      await using server = await openFaultServer(() => {
        advance(20_000);
        return busy('20');
      });
      const run = await playAt(place, server, {
        options: { retry: { maxWaitMs: 600_000 } },
        async meanwhile(clock) {
          advance = clock.advance;
        },
      });
      return seen(run, server);
    });
    expect(runs).toMatchInlineSnapshot(`
      [
        {
          "calls": [
            "agent: 429 the provider answered 429: slow down, then a wait | 429 the provider answered 429: slow down",
          ],
          "end": "invalid, infrastructure_error: \`m\` at <url> gave no usable reply in 2 attempts: the provider answered 429: slow down; the provider asks to wait 20 s, and that is beyond the 20 s that the time limit leaves",
          "types": [
            "user_step",
            "user_message",
            "model_call",
            "agent_step",
            "session_ended",
          ],
        },
        {
          "calls": [
            "user: 429 the provider answered 429: slow down, then a wait | 429 the provider answered 429: slow down",
          ],
          "end": "invalid, infrastructure_error: the model \`m\` could not speak for the simulated user: \`m\` at <url> gave no usable reply in 2 attempts: the provider answered 429: slow down; the provider asks to wait 20 s, and that is beyond the 20 s that the time limit leaves",
          "types": [
            "model_call",
            "user_step",
            "session_ended",
          ],
        },
      ]
    `);
  });

  test('[F02] a longer wait than is left of the turn is not begun: the session stops at once', async () => {
    const runs = await inBothPlaces(async (place) => {
      await using server = await openFaultServer([busy('86400')]);
      const run = await playAt(place, server, { options: { retry: { maxWaitMs: 86_400_000 } } });
      expect([run.durationMs, server.requests.length]).toEqual([0, 1]);
      return seen(run, server);
    });
    expect(runs.map(({ calls }) => calls)).toMatchInlineSnapshot(`
      [
        [
          "agent: 429 the provider answered 429: slow down",
        ],
        [
          "user: 429 the provider answered 429: slow down",
        ],
      ]
    `);
    const patient = await inBothPlaces(async (place) => {
      await using server = await openFaultServer([busy('3600')]);
      return seen(await playAt(place, server, { options: { retry: { maxWaitMs: 86_400_000 } } }), server).end;
    });
    expect([...runs.map(({ end }) => end), ...patient]).toMatchInlineSnapshot(`
      [
        "invalid, infrastructure_error: \`m\` at <url> gave no usable reply: the provider answered 429: slow down; the provider asks to wait 86400 s, and that is beyond the 86400 s that a request may wait in all",
        "invalid, infrastructure_error: the model \`m\` could not speak for the simulated user: \`m\` at <url> gave no usable reply: the provider answered 429: slow down; the provider asks to wait 86400 s, and that is beyond the 86400 s that a request may wait in all",
        "invalid, infrastructure_error: \`m\` at <url> gave no usable reply: the provider answered 429: slow down; the provider asks to wait 3600 s, and that is beyond the 60 s that the time limit leaves",
        "invalid, infrastructure_error: the model \`m\` could not speak for the simulated user: \`m\` at <url> gave no usable reply: the provider answered 429: slow down; the provider asks to wait 3600 s, and that is beyond the 60 s that the time limit leaves",
      ]
    `);
  });

  test('[F02] a longer wait than is left of the session is not begun', async () => {
    const ends = await inBothPlaces(async (place) => {
      await using server = await openFaultServer([busy('40')]);
      return seen(await playAt(place, server, { scenario: { limits: { sessionTimeoutMs: 30_000 } } }), server).end;
    });
    expect(ends).toMatchInlineSnapshot(`
      [
        "invalid, infrastructure_error: \`m\` at <url> gave no usable reply: the provider answered 429: slow down; the provider asks to wait 40 s, and that is beyond the 30 s that the time limit leaves",
        "invalid, infrastructure_error: the model \`m\` could not speak for the simulated user: \`m\` at <url> gave no usable reply: the provider answered 429: slow down; the provider asks to wait 40 s, and that is beyond the 30 s that the time limit leaves",
      ]
    `);
  });

  test('[F07] a head that never comes', async () => {
    const runs = await inBothPlaces(async (place) => {
      await using server = await openFaultServer([neverAnswer]);
      const run = await playAt(place, server, {
        async meanwhile(clock) {
          await until(() => server.requests.length === 1);
          clock.advance(60_000);
        },
      });
      expect(run.spans.at(-1)).toMatchObject({ startMs: 0, endMs: 60_000 });
      await until(() => server.underWay() === 0);
      return seen(run, server);
    });
    expect(runs).toMatchInlineSnapshot(`
      [
        {
          "calls": [
            "agent: cut off: the session ended before an answer came",
          ],
          "end": "invalid, infrastructure_error: turn 0 was not over within 60 s: \`m\` had not answered in all that time",
          "types": [
            "user_step",
            "user_message",
            "model_call",
            "agent_step",
            "session_ended",
          ],
        },
        {
          "calls": [
            "user: cut off: the session ended before an answer came",
          ],
          "end": "invalid, infrastructure_error: the simulated user did not speak within 60 s: \`m\` had not answered in all that time",
          "types": [
            "model_call",
            "session_ended",
          ],
        },
      ]
    `);
  });

  test('[F08] silence in the middle of an answer, and again', async () => {
    const runs = await inBothPlaces(async (place) => {
      const stalls = answerEvents(chatEvents({ text: 'Your order is' }).slice(0, 2), 'stall');
      await using server = await openFaultServer([stalls, neverAnswer]);
      const run = await playAt(place, server, {
        options: { stream: true, timeouts: { idleMs: 30 }, retry: { firstWaitMs: 1 } },
        runtime: createProviderRuntime({ environment: () => ({}) }),
        async meanwhile(clock) {
          await until(() => server.requests.length === 2);
          clock.advance(60_000);
        },
      });
      return seen(run, server);
    });
    expect(runs).toMatchInlineSnapshot(`
      [
        {
          "calls": [
            "agent: the stream paused for longer than 30 ms, then a wait | cut off: the session ended before an answer came",
          ],
          "end": "invalid, infrastructure_error: turn 0 was not over within 60 s: \`m\` had not answered in all that time, after a failed attempt and a wait of 1 ms",
          "types": [
            "user_step",
            "user_message",
            "model_call",
            "agent_step",
            "session_ended",
          ],
        },
        {
          "calls": [
            "user: the stream paused for longer than 30 ms, then a wait | cut off: the session ended before an answer came",
          ],
          "end": "invalid, infrastructure_error: the simulated user did not speak within 60 s: \`m\` had not answered in all that time, after a failed attempt and a wait of 1 ms",
          "types": [
            "model_call",
            "session_ended",
          ],
        },
      ]
    `);
  });

  test('[F07] a session that is over while it waits says so of the session', async () => {
    const ends = await inBothPlaces(async (place) => {
      await using server = await openFaultServer([neverAnswer]);
      const run = await playAt(place, server, {
        scenario: { limits: { sessionTimeoutMs: 40_000 } },
        async meanwhile(clock) {
          await until(() => server.requests.length === 1);
          clock.advance(40_000);
        },
      });
      return seen(run, server).end;
    });
    expect(ends).toMatchInlineSnapshot(`
      [
        "invalid, infrastructure_error: the session was not over after 40 s: \`m\` had not answered in all that time",
        "invalid, infrastructure_error: the session was not over after 40 s: \`m\` had not answered in all that time",
      ]
    `);
  });

  test('[F04] failures before an answer that comes in time are held against nobody', async () => {
    const ends = await inBothPlaces(async (place) => {
      await using server = await openFaultServer([down, says('Delivered.')]);
      return (await playAt(place, server, { scenario: { limits: { maxTurns: 1 } } })).end.reason;
    });
    expect(ends).toEqual(['max_turns', 'max_turns']);
  });
});

/** A model that answers at once, and takes this long by the clock. */
const slow = (clock: TestClock, takesMs: number, name = 'small') =>
  functionModel(
    () => {
      clock.advance(takesMs);
      return [{ name: 'look', arguments: {} }];
    },
    { name },
  );

describe('who is to blame', () => {
  test('an agent that asks quickly and often ran out of time by itself', async () => {
    const clock = manualClock();
    let asked = 0;
    const model = functionModel(() => {
      asked += 1;
      clock.advance(5_000);
      return [{ name: 'look', arguments: { asked } }];
    });
    const run = await play({ agent: chatAgent({ model }), clock, world: worldOf({ look: {} }) });
    expect(seen(run).end).toMatchInlineSnapshot(`"failed, timeout: the agent did not finish turn 0 within 60 s"`);
    expect(seen(run).calls.at(-1)).toMatchInlineSnapshot(`"agent: cut off: the session ended before an answer came"`);
  });

  test('one request that takes half of the limit is the model, and one that takes less is not', async () => {
    const ends = await Promise.all(
      [30_000, 29_999].map(async (silentMs) => {
        const clock = manualClock();
        const agent = agentOf(async function* (_message, _tools, { context, signal }) {
          clock.advance(60_000 - silentMs);
          const session = context.openModel!(functionModel(() => new Promise(() => {}), { name: 'small' }));
          void session.complete({ messages: [], turn: 0 }, { signal }).catch(() => {});
          yield { type: 'step_started' };
          clock.advance(silentMs);
        });
        return seen(await play({ agent, clock })).end;
      }),
    );
    expect(ends).toMatchInlineSnapshot(`
          [
            "invalid, infrastructure_error: turn 0 was not over within 60 s: \`small\` had not answered for 30 s",
            "failed, timeout: the agent did not finish turn 0 within 60 s",
          ]
        `);
  });

  test('requests that are over and lost most of the turn with failures are held against the models', async () => {
    const clock = manualClock();
    const model: ChatModel = {
      name: 'small',
      fixed: [],
      open: () => ({
        async complete(_request, { onAttempt }) {
          clock.advance(1_000);
          onAttempt?.({ status: 'error', httpStatus: 429, waitedMs: 19_000 });
          clock.advance(20_000);
          return { text: '', calls: [], finish: 'stop', attempts: [{ status: 'ok' }] };
        },
      }),
    };
    const agent = agentOf(async function* (_message, _tools, { context, signal }) {
      const session = context.openModel!(model);
      for (let turn = 0; turn < 2; turn += 1) await session.complete({ messages: [], turn }, { signal });
      yield { type: 'step_started' };
      clock.advance(20_000);
    });
    expect(seen(await play({ agent, clock })).end).toMatchInlineSnapshot(
      `"invalid, infrastructure_error: turn 0 was not over within 60 s: 40 s of it went by in waiting for models"`,
    );
  });

  test('a session whose user waits for its model all the time is not the failure of the agent', async () => {
    const clock = manualClock();
    const model = functionModel(() => {
      clock.advance(40_000);
      return 'And then?';
    });
    const [, user] = PLACES;
    const run = await play({
      ...user?.with(model),
      agent: agentOf(async function* ({ turn }) {
        yield { type: 'text', text: `Answer ${turn}` };
      }),
      clock,
      scenario: { limits: { sessionTimeoutMs: 90_000 } },
    });
    expect(seen(run).end).toMatchInlineSnapshot(
      `"invalid, infrastructure_error: the session was not over after 90 s: 80 s of it went by in waiting for models"`,
    );
  });

  test('a stream that the agent does not read keeps nobody waiting', async () => {
    const clock = manualClock();
    const model: ChatModel = {
      name: 'small',
      fixed: [],
      open: () => ({
        complete: () => Promise.reject(new Error('it streams')),
        async *stream() {
          yield { type: 'text', text: 'Your' };
          yield { type: 'text', text: ' order' };
        },
      }),
    };
    const agent = agentOf(async function* (_message, _tools, { context, signal }) {
      const stream = context.openModel!(model).stream?.({ messages: [], turn: 0 }, { signal });
      for await (const _chunk of stream ?? []) {
        yield { type: 'step_started' };
        clock.advance(60_000);
      }
    });
    const run = await play({ agent, clock });
    expect(seen(run).end).toMatchInlineSnapshot(`"failed, timeout: the agent did not finish turn 0 within 60 s"`);
    expect(seen(run).calls).toHaveLength(1);
  });

  test('an agent that waits for something else is to blame, although it asked a model before', async () => {
    const clock = manualClock();
    const agent = agentOf(async function* (_message, _tools, { context, signal }) {
      await context.openModel!(slow(clock, 25_000)).complete({ messages: [], turn: 0 }, { signal });
      yield { type: 'step_started' };
      clock.advance(40_000);
    });
    const run = await play({ agent, clock });
    expect(seen(run).end).toBe('failed, timeout: the agent did not finish turn 0 within 60 s');
  });

  test('an interrupted run keeps the request that it cut off', async () => {
    const controller = new AbortController();
    const model = functionModel(() => {
      queueMicrotask(() => controller.abort());
      return new Promise(() => {});
    });
    const run = await play({ agent: chatAgent({ model }), signal: controller.signal });
    expect(seen(run)).toMatchInlineSnapshot(`
      {
        "calls": [
          "agent: cut off: the session ended before an answer came",
        ],
        "end": "invalid, aborted: the run was interrupted",
        "types": [
          "user_step",
          "user_message",
          "model_call",
          "agent_step",
          "session_ended",
        ],
      }
    `);
  });
});

test('what a user asked for a move that never came is kept, in order', async () => {
  const clock = manualClock();
  const ask = functionModel(({ call }) => (call === 0 ? 'Hm.' : new Promise<string>(() => {})), { name: 'small' });
  const user = userOf();
  const run = await play({
    clock,
    agent: saying('Hi.'),
    user: {
      ...user,
      open(context) {
        const session = context.openModel?.(ask);
        return {
          ...user.open(context),
          async next() {
            const options = { signal: context.signal };
            await session?.complete({ messages: [], turn: 0 }, options);
            const second = session?.complete({ messages: [], turn: 0 }, options);
            clock.advance(60_000);
            await second;
            return {
              kind: 'silent',
              trace: {
                driver: 'test',
                part: 0,
                left: [],
                entered: [],
                transitions: [],
                guards: [],
                captures: [],
                disclosed: [],
              },
            };
          },
        };
      },
    },
  });
  expect(seen(run)).toMatchInlineSnapshot(`
          {
            "calls": [
              "user: ok",
              "user: cut off: the session ended before an answer came",
            ],
            "end": "invalid, infrastructure_error: the simulated user did not speak within 60 s: \`small\` had not answered in all that time",
            "types": [
              "model_call",
              "model_call",
              "session_ended",
            ],
          }
        `);
});

test('a scripted model that outlasts the turn leaves the same bytes each time', async () => {
  const bytes = await Promise.all(
    [1, 2, 3].map(async (startMs) => {
      const clock = manualClock();
      clock.advance(startMs);
      const model = scriptedModel(['Never said.'], { name: 'script' });
      const open: ChatModel['open'] = (context) => ({
        ...model.open(context),
        complete: () => new Promise(() => {}),
      });
      const running = play({ agent: chatAgent({ model: { ...model, open } }), clock });
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      clock.advance(60_000 + startMs);
      return JSON.stringify((await running).transcript);
    }),
  );
  expect(new Set(bytes).size).toBe(1);
});
