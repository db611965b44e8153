import { describe, expect, test } from 'vitest';
import {
  type ChatChunk,
  type ChatModel,
  type ChatReply,
  ModelUnavailableError,
} from '../../src/domain/contracts/chat-model.ts';
import { StoreError, UsageError } from '../../src/domain/errors.ts';
import { secretRedactor } from '../../src/domain/redaction.ts';
import { createCassette } from '../../src/llm/cassette/cassette.ts';
import { describeUnusedSessions } from '../../src/llm/cassette/describe-unused.ts';
import { type ScriptedStep, scriptedModel } from '../../src/llm/scripted-model.ts';
import {
  asking,
  cassetteOf,
  key,
  liveModel,
  memoryStore,
  openIn,
  problemOf,
  signal,
  silentModel,
  user,
} from './cassette-parts.ts';

const scripted = (steps: readonly ScriptedStep[]) => scriptedModel(steps, { name: 'gpt-x' });
const echo = () => liveModel(({ messages, call }) => `${messages.at(-1)?.content} (${call})`);

describe('record and replay', () => {
  test('a replay gives the very replies of the recording and never opens the model', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    const live = openIn(recording, echo());
    const told = [await live.ask('Hello'), await live.ask('Hello', 'And now?')];
    await recording.endSession(key);

    const replaying = cassetteOf(store, 'replay');
    const again = openIn(replaying, silentModel);
    expect([await again.ask('Hello'), await again.ask('Hello', 'And now?')]).toEqual(told);
    expect(told[0]?.cassetteKey).toMatch(/^agent-[0-9a-f]{16}-0$/);
    expect(replaying.counts()).toEqual({ replayed: 2, recorded: 0, missing: 0 });
  });

  test('attempts of a retried request are replayed as they were, waits included', async () => {
    const store = memoryStore();
    const attempts = [{ status: 'error' as const, httpStatus: 429, waitedMs: 20 }, { status: 'ok' as const }];
    const model: ChatModel = {
      ...silentModel,
      open: () => ({ complete: async () => ({ text: 'Hi', calls: [], finish: 'stop', attempts }) }),
    };
    const recording = cassetteOf(store, 'record');
    const told = await openIn(recording, model).ask('Hello');
    await recording.endSession(key);
    const replayed = await openIn(cassetteOf(store, 'replay'), silentModel).ask('Hello');
    expect(replayed).toEqual(told);
    expect(replayed.attempts).toEqual(attempts);
  });

  test('votes on one question each get their own reply, whatever order they come back in', async () => {
    const store = memoryStore();
    let release: (() => void)[] = [];
    const model: ChatModel = {
      ...silentModel,
      open: () => {
        let vote = 0;
        return {
          complete: () => {
            const text = `vote ${vote++}`;
            return new Promise<ChatReply>((resolve) => {
              release.push(() => resolve({ text, calls: [], finish: 'stop', attempts: [{ status: 'ok' }] }));
            });
          },
        };
      },
    };
    const recording = cassetteOf(store, 'record');
    const judge = openIn(recording, model, { role: 'judge' });
    const votes = [judge.ask('Good?'), judge.ask('Good?'), judge.ask('Good?')];
    await new Promise(setImmediate);
    for (const go of release.reverse()) go();
    release = [];
    const told = (await Promise.all(votes)).map(({ text }) => text);
    await recording.endSession(key);
    const again = openIn(cassetteOf(store, 'replay'), silentModel, { role: 'judge' });
    const replayed = await Promise.all([again.ask('Good?'), again.ask('Good?'), again.ask('Good?')]);
    expect(replayed.map(({ text }) => text)).toEqual(told);
    expect(told).toEqual(['vote 0', 'vote 1', 'vote 2']);
  });

  test('roles and sessions have recordings of their own', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    const answers = [
      await openIn(recording, echo()).ask('Hello'),
      await openIn(
        recording,
        liveModel(() => 'as the user'),
        { role: 'user' },
      ).ask('Hello'),
      await openIn(
        recording,
        liveModel(() => 'in trial 1'),
        { trial: 1 },
      ).ask('Hello'),
    ];
    await recording.close();
    const replaying = cassetteOf(store, 'replay');
    expect([
      await openIn(replaying, silentModel).ask('Hello'),
      await openIn(replaying, silentModel, { role: 'user' }).ask('Hello'),
      await openIn(replaying, silentModel, { trial: 1 }).ask('Hello'),
    ]).toEqual(answers);
  });

  test('[A11] a recorded replay of call(empty text) -> result -> answer runs the tool round again', async () => {
    const store = memoryStore();
    const script = [[{ name: 'lookup', arguments: { id: 'A-1' } }], 'It is on its way.'];
    const talk = async (layer: ReturnType<typeof cassetteOf>, model: ChatModel, id: (given: string) => string) => {
      const { ask } = openIn(layer, model);
      const first = await ask('Where is A-1?');
      const calls = first.calls.map((call) => ({ ...call, id: id(call.id) }));
      const toolCallId = calls[0]?.id ?? '';
      const second = await ask(
        'Where is A-1?',
        { role: 'assistant', content: first.text, toolCalls: calls },
        { role: 'tool', toolCallId, name: 'lookup', content: 'shipped', isError: false },
      );
      return [first, second];
    };
    const recording = cassetteOf(store, 'record');
    const told = await talk(recording, scripted(script), (given) => given);
    await recording.endSession(key);
    expect(told[0]).toMatchObject({ text: '', calls: [{ name: 'lookup', rawArguments: '{"id":"A-1"}' }] });
    // An agent that makes up ids of its own asks the same all the same.
    for (const id of [(given: string) => given, () => 'made-up-7']) {
      expect(await talk(cassetteOf(store, 'replay'), silentModel, id)).toEqual(told);
    }
  });

  test('[A11] a request beyond the recording is an error', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    await openIn(recording, echo()).ask('Hello');
    await recording.endSession(key);
    const { ask } = openIn(cassetteOf(store, 'replay'), silentModel);
    await ask('Hello');
    expect(await problemOf(ask('Hello'))).toMatchInlineSnapshot(
      `"ModelUnavailableError: \`c.json\` has no reply to request 2 of the agent in refund/default/0 (turn 0). The same request is recorded once, and was made more often. Record it with \`rehearsal record refund --to c.json\`."`,
    );
  });

  test('a stream is replayed in its pieces, and a whole reply can be streamed', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    const live = openIn(
      recording,
      scripted([{ stream: ['It is ', 'on its way ', 'to you, it comes tomorrow.'] }, 'Bye.']),
    );
    const told = await chunksOf(live.session.stream?.(asking('Where?'), { signal }));
    await live.ask('Thanks');
    await recording.endSession(key);
    const { session } = openIn(cassetteOf(store, 'replay'), silentModel);
    expect(await chunksOf(session.stream?.(asking('Where?'), { signal }))).toEqual(told);
    expect(told.length).toBeGreaterThan(2);
    const whole = await chunksOf(session.stream?.(asking('Thanks'), { signal }));
    expect(whole).toMatchObject([
      { type: 'text', text: 'Bye.' },
      { type: 'reply', reply: { text: 'Bye.' } },
    ]);
  });

  test('a model that cannot stream is recorded by streaming its whole reply', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    const { session } = openIn(recording, echo());
    const told = await chunksOf(session.stream?.(asking('Hello'), { signal }));
    expect(told.map(({ type }) => type)).toEqual(['text', 'reply']);
    await recording.endSession(key);
    const again = openIn(cassetteOf(store, 'replay'), silentModel).session;
    expect(await chunksOf(again.stream?.(asking('Hello'), { signal }))).toEqual(told);
  });
});

describe('modes', () => {
  test('record replays what is there, asks for what is missing, and adds it', async () => {
    const store = memoryStore();
    const first = cassetteOf(store, 'record');
    const told = await openIn(first, echo()).ask('Hello');
    await first.endSession(key);
    const model = echo();
    const second = cassetteOf(store, 'record');
    const { ask } = openIn(second, model);
    expect(await ask('Hello')).toEqual(told);
    await ask('And now?');
    await second.endSession(key);
    expect(model.asked).toBe(1);
    expect(store.sessions.get('refund/default/0')?.map(({ reply }) => reply.text)).toEqual([
      'Hello (0)',
      'And now? (0)',
    ]);
    expect(second.counts()).toEqual({ replayed: 1, recorded: 1, missing: 0 });
  });

  test('record stores the entries of a session by role, then by first use', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    await openIn(recording, echo(), { role: 'judge' }).ask('Good?');
    await openIn(recording, echo()).ask('Second role, first word');
    await openIn(recording, echo(), { role: 'user' }).ask('Say something');
    await openIn(recording, echo()).ask('Second word');
    await recording.endSession(key);
    expect(store.sessions.get('refund/default/0')?.map(({ reply, role }) => `${role}: ${reply.text}`)).toEqual([
      'agent: Second role, first word (0)',
      'agent: Second word (0)',
      'user: Say something (0)',
      'judge: Good? (0)',
    ]);
  });

  test('refresh asks for everything and replaces the sessions that run, and no others', async () => {
    const store = memoryStore();
    const first = cassetteOf(store, 'record');
    await openIn(first, echo()).ask('Old');
    await openIn(first, echo(), { trial: 1 }).ask('Other');
    await first.close();
    const refreshing = cassetteOf(store, 'refresh');
    const model = liveModel(() => 'fresh');
    await openIn(refreshing, model).ask('New');
    await refreshing.endSession(key);
    const texts = [...store.sessions].map(([session, entries]) => [session, entries.map(({ reply }) => reply.text)]);
    expect(texts).toEqual([
      ['refund/default/0', ['fresh']],
      ['refund/default/1', ['Other (0)']],
    ]);
    expect(model.asked).toBe(1);
  });

  test('a refresh in which a request got no reply keeps the recording it had, and says so', async () => {
    const store = memoryStore();
    const first = cassetteOf(store, 'record');
    await openIn(first, echo()).ask('Old');
    await first.endSession(key);
    const refreshing = cassetteOf(store, 'refresh');
    const { ask } = openIn(refreshing, scripted(['fresh', { error: 'the provider is down' }]));
    await ask('New');
    await problemOf(ask('Newer'));
    await refreshing.endSession(key);
    expect(store.sessions.get('refund/default/0')?.map(({ reply }) => reply.text)).toEqual(['Old (0)']);
    expect(refreshing.notes()).toMatchInlineSnapshot(`
      [
        "refund/default/0: a request got no reply, so \`c.json\` keeps the recording it had",
      ]
    `);
  });

  test('a refresh that was cut off keeps the recording it had, whether it is told or was never ended', async () => {
    const store = memoryStore();
    const first = cassetteOf(store, 'record');
    await openIn(first, echo()).ask('Old');
    await first.endSession(key);
    for (const isTold of [true, false]) {
      const refreshing = cassetteOf(store, 'refresh');
      await openIn(
        refreshing,
        liveModel(() => 'fresh'),
      ).ask('New');
      if (isTold) await refreshing.endSession(key, { wasCutOff: true });
      await refreshing.close();
      expect(store.sessions.get('refund/default/0')?.map(({ reply }) => reply.text)).toEqual(['Old (0)']);
      expect(refreshing.notes()).toEqual([
        'refund/default/0: the session was cut off, so `c.json` keeps the recording it had',
      ]);
    }
  });

  test('a failure is not recorded: its retry takes its place', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    const { ask } = openIn(recording, scripted([{ error: 'busy' }, 'Here you are.']));
    expect(await problemOf(ask('Hello'))).toBe('ModelUnavailableError: busy');
    const told = await ask('Hello');
    await recording.endSession(key);
    expect(await openIn(cassetteOf(store, 'replay'), silentModel).ask('Hello')).toEqual(told);
  });

  test('a stream that was left early is not recorded, and gives its place back', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    const { session, ask } = openIn(
      recording,
      scripted([{ stream: ['one ', 'two ', 'three four five six seven '] }, 'Whole.']),
    );
    for await (const _ of session.stream?.(asking('Hello'), { signal }) ?? []) break;
    expect((await ask('Hello')).cassetteKey).toMatch(/-0$/);
    await recording.endSession(key);
    expect(store.sessions.get('refund/default/0')?.map(({ reply }) => reply.text)).toEqual(['Whole.']);
  });

  test('the gap of a failure that nobody retried is closed', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    const { ask } = openIn(recording, scripted([{ error: 'busy' }, 'Here you are.']));
    const votes = await Promise.allSettled([ask('Good?'), ask('Good?')]);
    expect(votes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    await recording.endSession(key);
    expect((await openIn(cassetteOf(store, 'replay'), silentModel).ask('Good?')).text).toBe('Here you are.');
  });

  test('a request that was cut off is not recorded, though its reply came later', async () => {
    const store = memoryStore();
    const controller = new AbortController();
    const model = liveModel(() => {
      controller.abort(new Error('the turn is over'));
      return 'too late';
    });
    const recording = cassetteOf(store, 'record');
    const { session } = openIn(recording, model);
    const work = session.complete(asking('Hello'), { signal: controller.signal });
    expect(await problemOf(work)).toBe('Error: the turn is over');
    await recording.endSession(key);
    expect(store.sessions.size).toBe(0);
  });

  test('an answer that is no reply is handed on and not recorded', async () => {
    const store = memoryStore();
    const model: ChatModel = { ...silentModel, open: () => ({ complete: async () => ({ text: 7 }) as never }) };
    const recording = cassetteOf(store, 'record');
    expect(await openIn(recording, model).ask('Hello')).toEqual({ text: 7 });
    await recording.endSession(key);
    expect(store.sessions.size).toBe(0);
  });

  test('closing writes the sessions that did not come to their end', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    await openIn(recording, echo()).ask('Hello');
    await recording.close();
    expect(store.sessions.get('refund/default/0')).toHaveLength(1);
  });

  test('a script behind a full replay is never opened, so its unused steps are no error', async () => {
    const store = memoryStore();
    const first = cassetteOf(store, 'record');
    await openIn(first, scripted(['Hi.'])).ask('Hello');
    await first.endSession(key);
    const { ask, session } = openIn(cassetteOf(store, 'record'), scripted(['Hi.']));
    await ask('Hello');
    await session.close?.();
  });
});

describe('recordings of sessions that nobody planned', () => {
  const storeOf = async (...trials: number[]) => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    for (const trial of trials) await openIn(recording, echo(), { trial }).ask('Hello');
    await recording.close();
    return store;
  };
  const planned = (trial: number) => ({ ...key, trial });

  test('are known by their names, whether the planned ones ran or not', async () => {
    const replaying = cassetteOf(await storeOf(0, 1, 2), 'replay');
    expect(await replaying.unusedSessions([planned(1), planned(7)])).toEqual(['refund/default/0', 'refund/default/2']);
    expect(await replaying.unusedSessions([planned(0), planned(1), planned(2)])).toEqual([]);
  });

  test('are told with their number and the first of them', () => {
    const names = [0, 1, 2, 3, 4].map((trial) => `refund/default/${trial}`);
    const told = [names, names.slice(0, 3), names.slice(0, 1)].flatMap((some) => [
      describeUnusedSessions(some, { place: 'c.json', isWhole: true }),
      describeUnusedSessions(some, { place: 'c.json', isWhole: false }),
    ]);
    expect(told).toMatchInlineSnapshot(`
      [
        "\`c.json\` holds recordings of 5 sessions that this project does not have: refund/default/0, refund/default/1, refund/default/2 and 2 more. Remove these recordings.",
        "\`c.json\` also holds recordings of 5 sessions that are not in this run: refund/default/0, refund/default/1, refund/default/2 and 2 more",
        "\`c.json\` holds recordings of 3 sessions that this project does not have: refund/default/0, refund/default/1, refund/default/2. Remove these recordings.",
        "\`c.json\` also holds recordings of 3 sessions that are not in this run: refund/default/0, refund/default/1, refund/default/2",
        "\`c.json\` holds recordings of 1 session that this project does not have: refund/default/0. Remove these recordings.",
        "\`c.json\` also holds recordings of 1 session that is not in this run: refund/default/0",
      ]
    `);
  });
});

describe('unused recordings', () => {
  const record = async (...texts: string[]) => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    for (const text of texts) await openIn(recording, echo()).ask(text);
    await recording.endSession(key);
    return store;
  };

  test('are told for each session that ended, with the way to put it right', async () => {
    const replaying = cassetteOf(await record('One', 'Two', 'Three'), 'replay');
    await openIn(replaying, silentModel).ask('Two');
    await replaying.endSession(key);
    expect(replaying.unused()).toMatchInlineSnapshot(`
      [
        "refund/default/0: \`c.json\` holds 2 requests that nobody made: request 1 of the agent (\`agent-d133e5227d66b0bd-0\`), request 3 of the agent (\`agent-33556f40d2f8d25b-0\`). Record the session anew with \`rehearsal record refund --to c.json\`, or remove the entries.",
      ]
    `);
    expect(replaying.unused([key])).toEqual(replaying.unused());
    expect(replaying.unused([{ ...key, trial: 1 }])).toEqual([]);
  });

  test('a session that asked nothing at all left everything unused', async () => {
    const replaying = cassetteOf(await record('One', 'Two', 'Three', 'Four', 'Five'), 'replay');
    await replaying.endSession(key);
    expect(replaying.unused()[0]).toMatch(/holds 5 requests that nobody made: .* and 2 more\./);
  });

  test('there are none when all were made', async () => {
    const replaying = cassetteOf(await record('One'), 'replay');
    await openIn(replaying, silentModel).ask('One');
    await replaying.endSession(key);
    expect(replaying.unused()).toEqual([]);
  });
});

describe('secrets', () => {
  const secret = 'hunter2-hunter2';

  test('are in no request and no reply, and the replay hits without them', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record', { secrets: [secret] });
    const model = liveModel(() => ({
      text: `The key is ${secret}.`,
      calls: [{ name: 'login', arguments: { key: secret } }],
    }));
    const told = await openIn(recording, model).ask(`My key is ${secret}`);
    await recording.endSession(key);
    expect(JSON.stringify([...store.sessions])).not.toContain(secret);
    expect(told.text).toBe('The key is [redacted].');
    const replayed = await openIn(cassetteOf(store, 'replay'), silentModel).ask('My key is [redacted]');
    expect(replayed).toEqual(told);
  });

  test('are found across the borders of streamed pieces', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record', { secrets: [secret] });
    const model = scripted([{ stream: ['Use hunt', 'er2-hun', 'ter2 for this and that and all the rest.'] }]);
    const chunks = await chunksOf(openIn(recording, model).session.stream?.(asking('Key?'), { signal }));
    await recording.endSession(key);
    const pieces = store.sessions.get('refund/default/0')?.[0]?.pieces ?? [];
    expect(pieces.join('')).toBe('Use [redacted] for this and that and all the rest.');
    expect(chunks.flatMap((chunk) => (chunk.type === 'text' ? [chunk.text] : []))).toEqual(pieces);
  });

  test('that only the whole text shows are in no recorded piece', async () => {
    const store = memoryStore();
    const redactor = secretRedactor([], { patterns: [/start( \w+){12} end/] });
    const recording = createCassette({ store, mode: 'record', redactor });
    const secretWords = `start ${'word '.repeat(12)}end`;
    const model = scripted([{ stream: [`It is ${secretWords.slice(0, 40)}`, `${secretWords.slice(40)}.`] }]);
    await chunksOf(openIn(recording, model).session.stream?.(asking('Key?'), { signal }));
    await recording.endSession(key);
    expect(store.sessions.get('refund/default/0')?.[0]?.pieces).toEqual(['It is [redacted].']);
  });

  test('of the settings of a model are taken out, and a replay without them finds its recording', async () => {
    const store = memoryStore();
    const settings = { extraBody: { user: secret } };
    const recording = cassetteOf(store, 'record', { secrets: [secret] });
    const told = await openIn(recording, { ...echo(), settings }).ask('Hello');
    await recording.endSession(key);
    expect(store.sessions.get('refund/default/0')?.[0]?.request.settings).toEqual({
      extraBody: { user: '[redacted]' },
    });
    const replaying = cassetteOf(store, 'replay', { secrets: [secret] });
    expect(await openIn(replaying, { ...silentModel, settings }).ask('Hello')).toEqual(told);
  });

  test('of tools, schemas and errors are taken out too, and so is the address in an error', async () => {
    const store = memoryStore();
    const model: ChatModel = {
      name: `gpt-${secret}`,
      fixed: [],
      open: () => ({
        complete: async () => ({
          text: 'Hi',
          calls: [],
          finish: 'stop',
          attempts: [
            {
              status: 'error',
              problem: `connect ECONNREFUSED https://user:${secret}@models.example/v1 with ${secret}`,
            },
            { status: 'ok' },
          ],
        }),
      }),
    };
    const recording = cassetteOf(store, 'record', { secrets: [secret] });
    const request = {
      ...asking('Hello'),
      tools: [{ name: 'login', description: `Use ${secret}`, parameters: { default: secret } }],
      outputSchema: { const: secret },
    };
    await openIn(recording, model).session.complete(request, { signal });
    await recording.endSession(key);
    const [entry] = store.sessions.get('refund/default/0') ?? [];
    expect(JSON.stringify(entry)).not.toContain(secret);
    expect(entry?.reply.attempts[0]?.problem).toBe('connect ECONNREFUSED [address] with [redacted]');
  });
});

describe('what belongs to a request', () => {
  const keysOf = async (change: (request: ReturnType<typeof asking>) => object) => {
    const recording = cassetteOf(memoryStore(), 'record');
    const { session } = openIn(recording, echo());
    const base = { ...asking('Hello'), tools: [{ name: 't', description: 'd', parameters: {} }] };
    const [one, two] = [base, { ...base, ...change(base) }];
    const first = await session.complete(one, { signal });
    const second = await session.complete(two, { signal });
    return [first.cassetteKey?.split('-')[1], second.cassetteKey?.split('-')[1]];
  };

  test('messages, tools, schema, temperature and the limit of tokens', async () => {
    const changes = [
      { messages: [user('Hello!')] },
      { messages: [{ role: 'system', content: 'Hello' }] },
      { tools: [] },
      { outputSchema: {} },
      { temperature: 0 },
      { maxTokens: 9 },
    ];
    for (const change of changes) {
      const [a, b] = await keysOf(() => change);
      expect([change, a === b]).toEqual([change, false]);
    }
  });

  test('the settings of the model, in whatever order, and nothing where there are none', async () => {
    const keyOf = async (settings: ChatModel['settings']) => {
      const { ask } = openIn(cassetteOf(memoryStore(), 'record'), { ...echo(), settings });
      return (await ask('Hello')).cassetteKey;
    };
    const plain = (await openIn(cassetteOf(memoryStore(), 'record'), echo()).ask('Hello')).cassetteKey;
    expect(await keyOf(undefined)).toBe(plain);
    expect(await keyOf({ temperature: 0, seed: 1 })).toBe(await keyOf({ seed: 1, temperature: 0 }));
    const different = [plain, await keyOf({}), await keyOf({ temperature: 0 }), await keyOf({ temperature: 1 })];
    expect(new Set(different).size).toBe(4);
  });

  test('not the turn, the order of keys, or keys that mean nothing', async () => {
    for (const change of [
      { turn: 4 },
      { tools: [{ parameters: {}, description: 'd', name: 't' }] },
      { temperature: undefined },
      { extra: 1 },
    ]) {
      const [a, b] = await keysOf(() => change);
      expect([change, a === b]).toEqual([change, true]);
    }
  });

  test('whatever a careless caller sends is recorded as text', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    const message = { role: 'user', content: [{ type: 'text', text: 'Hi' }], extra: () => 1 };
    await openIn(recording, echo()).ask(message as never, { role: 'tool' } as never);
    await recording.endSession(key);
    expect(store.sessions.get('refund/default/0')?.[0]?.request.messages).toEqual([
      { role: 'user', content: '[{"text":"Hi","type":"text"}]' },
      {
        role: 'tool',
        toolCallId: 'call_0',
        name: '{"$type":"undefined"}',
        content: '{"$type":"undefined"}',
        isError: false,
      },
    ]);
  });
});

describe('recordings that cannot be used', () => {
  test('a request that was changed by hand is told before anything runs', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    await openIn(recording, echo()).ask('Hello');
    await recording.endSession(key);
    const [entry] = store.sessions.get('refund/default/0') ?? [];
    if (entry === undefined) throw new Error('nothing was recorded');
    const request = { ...entry.request, messages: [user('Hello there')] };
    store.sessions.set('refund/default/0', [{ ...entry, request, key: 'agent-0123456789abcdef-0' }]);
    const replaying = cassetteOf(store, 'replay');
    expect(await problemOf(replaying.check([key]))).toMatchInlineSnapshot(
      `"UsageError: \`c.json\`, refund/default/0: the request of \`agent-0123456789abcdef-0\` does not fit its key, so it was changed after it was recorded. Replies may be edited, requests may not. Record the session anew with \`rehearsal record refund --to c.json\`."`,
    );
    expect(await problemOf(openIn(replaying, silentModel).ask('Hello'))).toMatch(
      /^ModelUnavailableError: `c.json`, refund/,
    );
    await replaying.endSession(key);
    expect(replaying.problems()).toEqual([
      expect.stringMatching(/^`c.json`, refund\/default\/0: the request of `agent-/),
    ]);
    expect(replaying.unused()).toEqual([]);
  });

  test('one session with a spoilt recording loses no other, and a refresh puts it right', async () => {
    const store = memoryStore();
    const read = store.read;
    store.read = async (session) => {
      if (session.trial === 0 && spoilt) throw new UsageError('`c/0.json`:3:16: not JSON');
      return read(session);
    };
    let spoilt = true;
    const recording = cassetteOf(store, 'record');
    expect(await problemOf(openIn(recording, echo()).ask('Hello'))).toMatch(/^ModelUnavailableError: .*not JSON/);
    await openIn(recording, echo(), { trial: 1 }).ask('Hello');
    await recording.endSession(key);
    await recording.endSession({ ...key, trial: 1 });
    await recording.close();
    expect([recording.problems(), [...store.sessions.keys()]]).toEqual([
      ['`c/0.json`:3:16: not JSON'],
      ['refund/default/1'],
    ]);

    // Half of a conversation is no reason to lose what might be mended; a whole one is.
    for (const wasCutOff of [true, false]) {
      const refreshing = cassetteOf(store, 'refresh');
      await refreshing.check([key]);
      await openIn(refreshing, echo()).ask('Hello');
      await refreshing.endSession(key, { wasCutOff });
      expect([refreshing.problems(), refreshing.notes().length, store.sessions.has('refund/default/0')]).toEqual([
        [],
        wasCutOff ? 1 : 0,
        !wasCutOff,
      ]);
    }
    spoilt = false;
    expect((await openIn(cassetteOf(store, 'replay'), silentModel).ask('Hello')).text).toBe('Hello (0)');
  });

  test('a disk that refuses is no mistake in a recording', async () => {
    const store = memoryStore();
    store.read = () => Promise.reject(new StoreError('cannot read `c.json`', { path: 'c.json', cause: undefined }));
    const replaying = cassetteOf(store, 'replay');
    expect(await problemOf(replaying.endSession(key))).toBe('StoreError: cannot read `c.json`');
    expect(await problemOf(cassetteOf(store, 'refresh').check([key]))).toBe('StoreError: cannot read `c.json`');
  });

  test('a session that cannot be written when all is closed loses no other', async () => {
    const store = memoryStore();
    const write = store.write;
    store.write = async (session, entries) => {
      if (session.trial === 0) throw new StoreError('the disk is full', { path: 'c.json', cause: undefined });
      await write(session, entries);
    };
    const recording = cassetteOf(store, 'record');
    await openIn(recording, echo()).ask('Hello');
    await openIn(recording, echo(), { trial: 1 }).ask('Hello');
    expect(await problemOf(recording.close())).toBe('StoreError: the disk is full');
    expect([...store.sessions.keys()]).toEqual(['refund/default/1']);
  });

  test('an edited reply is replayed', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    await openIn(recording, echo()).ask('Hello');
    await recording.endSession(key);
    const [entry] = store.sessions.get('refund/default/0') ?? [];
    if (entry === undefined) throw new Error('nothing was recorded');
    store.sessions.set('refund/default/0', [{ ...entry, reply: { ...entry.reply, text: 'By hand.' } }]);
    expect((await openIn(cassetteOf(store, 'replay'), silentModel).ask('Hello')).text).toBe('By hand.');
  });

  test('a missing reply is a provider that is not there, not the fault of the agent', async () => {
    const work = openIn(cassetteOf(memoryStore(), 'replay'), silentModel).ask('Hello');
    await expect(work).rejects.toBeInstanceOf(ModelUnavailableError);
  });

  test('messages name the command that they were given', async () => {
    const recordCommand = ({ trial }: { trial: number }) => `rehearsal record refund --trial ${trial} --to here`;
    const cassette = createCassette({
      store: memoryStore(),
      mode: 'replay',
      redactor: secretRedactor([]),
      recordCommand,
    });
    expect(await problemOf(openIn(cassette, silentModel).ask('Hello'))).toContain(
      '`rehearsal record refund --trial 0 --to here`',
    );
  });
});

async function chunksOf(stream: AsyncIterable<ChatChunk> | undefined): Promise<ChatChunk[]> {
  const chunks: ChatChunk[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk);
  return chunks;
}
