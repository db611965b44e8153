import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chatAgent } from '../../src/agents/chat-agent.ts';
import type { ChatModel, ModelCallRecord } from '../../src/domain/contracts/chat-model.ts';
import type { SimulatedUser, UserTrace } from '../../src/domain/contracts/simulated-user.ts';
import { secretRedactor } from '../../src/domain/redaction.ts';
import { type CassetteMode, createCassette } from '../../src/llm/cassette/cassette.ts';
import { functionModel } from '../../src/llm/function-model.ts';
import { createModelAccess, type RunModelAccess } from '../../src/llm/model-access.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { openCassetteFile } from '../../src/store/cassette-file.ts';
import { play, worldOf } from '../fixtures/session-parts.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import {
  asking,
  cassetteOf,
  liveModel,
  memoryStore,
  openIn,
  problemOf,
  signal,
  silentModel,
} from './cassette-parts.ts';

const SECRET = 'token-of-the-customer';
const sessionKey = { scenario: 'example', variant: 'default', trial: 0 };
const TRACE: UserTrace = {
  driver: 'persona',
  part: 0,
  left: [],
  entered: [],
  transitions: [],
  guards: [],
  captures: [],
  disclosed: [],
};

/** A user whose words come from a model, until it says END. */
function modelUser(model: ChatModel): SimulatedUser {
  return {
    driver: 'persona',
    fixed: [],
    open({ openModel, key: of, seed }) {
      const session = openModel?.(model) ?? model.open({ role: 'user', key: of, seed });
      return {
        async next({ turn, texts }) {
          const { text, usage, attempts, cassetteKey } = await session.complete(asking(texts.join('\n')), { signal });
          const call: ModelCallRecord = {
            model: model.name,
            attempts: [...attempts],
            ...(usage === undefined ? {} : { usage }),
            ...(cassetteKey === undefined ? {} : { cassetteKey }),
          };
          const move = { trace: TRACE, modelCalls: [call] };
          if (text === 'END') return { ...move, kind: 'end', end: { reason: 'user_done' } };
          return { ...move, kind: 'say', text: `${text} ${turn < 0 ? SECRET : ''}`.trim() };
        },
        snapshot: () => null,
        restore() {},
      };
    },
  };
}

const live = (script: Parameters<typeof scriptedModel>[0], name: string): ChatModel => ({
  ...scriptedModel(script, { name }),
  fixed: [],
});

const models = {
  agent: () =>
    live(
      [
        { text: '', calls: [{ name: 'lookup', arguments: { id: 'A-1' } }], usage: { tokensIn: 90, tokensOut: 10 } },
        { text: `It was shipped, ${SECRET}.`, usage: { tokensIn: 120, tokensOut: 12 } },
        'Tomorrow.',
      ],
      'gpt-agent',
    ),
  user: () => live(['Where is A-1?', 'And when will it come?', 'END'], 'gpt-user'),
  judge: () => live(['yes', 'no', 'yes'], 'gpt-judge'),
};

/** A whole session: the agent, the user, and a judge that votes three times at once. */
async function run(access: RunModelAccess, { agent, user, judge }: Record<'agent' | 'user' | 'judge', ChatModel>) {
  const world = worldOf({ lookup: { run: ({ id }) => ({ id, status: 'shipped' }) } });
  const session = await play({ models: access, agent: chatAgent({ model: agent }), user: modelUser(user), world });
  const judging = access.open(judge, { role: 'judge', key: sessionKey, seed: 1 });
  const votes = await Promise.all([1, 2, 3].map(() => judging.complete(asking('Was it kind?'), { signal })));
  return { transcript: session.transcript, end: session.end, votes: votes.map(({ text }) => text) };
}

const withoutKeys = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, part) => (name === 'cassetteKey' ? undefined : part));

describe.each(['c.json', 'recordings'])('a session in %s', (name) => {
  test('has the same transcript live, recorded and replayed, byte for byte, and the replay asks no model', async () => {
    const path = join(temporaryFolder(), name);
    const open = async (mode: CassetteMode, secrets: readonly string[]) => {
      const store = await openCassetteFile({ path, access: mode === 'replay' ? 'read' : 'write' });
      return createCassette({ store, mode, redactor: secretRedactor(secrets) });
    };
    const asked = { agent: models.agent(), user: models.user(), judge: models.judge() };
    const unrecorded = await run(createModelAccess(), asked);

    const recording = await open('record', [SECRET]);
    const recorded = await run(createModelAccess({ cassette: recording }), {
      ...{ agent: models.agent(), user: models.user(), judge: models.judge() },
    });
    await recording.endSession(sessionKey);
    await recording.close();

    const replaying = await open('replay', [SECRET]);
    const silent = (model: string): ChatModel => ({ ...silentModel, name: model });
    const access = createModelAccess({ cassette: replaying });
    const replayed = await run(access, {
      agent: silent('gpt-agent'),
      user: silent('gpt-user'),
      judge: silent('gpt-judge'),
    });
    await replaying.endSession(sessionKey);

    expect(JSON.stringify(replayed)).toBe(JSON.stringify(recorded));
    const redactor = secretRedactor([SECRET]);
    expect(redactor.redact(JSON.stringify(withoutKeys(recorded)))).toBe(redactor.redact(JSON.stringify(unrecorded)));
    expect(replayed.end.reason).toBe('user_done');
    expect(replayed.votes).toEqual(['yes', 'no', 'yes']);
    expect([replaying.counts(), replaying.unused()]).toEqual([{ replayed: 9, recorded: 0, missing: 0 }, []]);
    const file = join(path, name === 'c.json' ? '' : 'example/default/0.json');
    expect(readFileSync(file, 'utf8')).not.toContain(SECRET);
    expect(access.totals().map(({ calls, tokensIn, costUsd }) => ({ calls, tokensIn, costUsd }))).toEqual([
      { calls: 3, tokensIn: 210, costUsd: 0 },
      { calls: 3, tokensIn: 0, costUsd: 0 },
      { calls: 3, tokensIn: 0, costUsd: 0 },
    ]);
  });
});

test('[S1.30] a session without its recording is invalid, and says what is missing', async () => {
  const access = createModelAccess({ cassette: cassetteOf(memoryStore(), 'replay') });
  const { end, transcript } = await play({ models: access, agent: chatAgent({ model: silentModel }) });
  expect(end.reason).toBe('infrastructure_error');
  expect(transcript.at(-1)).toMatchInlineSnapshot(`
    {
      "detail": "\`c.json\` has no reply to request 1 of the agent in example/default/0 (turn 0). Nothing is recorded for this session. Record it with \`rehearsal record example --to c.json\`.",
      "reason": "infrastructure_error",
      "seq": 5,
      "turn": 0,
      "type": "session_ended",
    }
  `);
});

test('[S1.30] a prompt that was changed since is told by its words', async () => {
  const store = memoryStore();
  const recording = cassetteOf(store, 'record');
  const model = () => live(['Hi.'], 'gpt-x');
  await play({
    models: createModelAccess({ cassette: recording }),
    agent: chatAgent({ model: model(), system: 'You help with orders.' }),
  });
  await recording.endSession(sessionKey);
  const access = createModelAccess({ cassette: cassetteOf(store, 'replay') });
  const { end } = await play({
    models: access,
    agent: chatAgent({ model: model(), system: 'You help kindly with orders.' }),
  });
  expect(end.detail).toMatchInlineSnapshot(
    `"\`c.json\` has no reply to request 1 of the agent in example/default/0 (turn 0). It is most like recorded request 1, but message 1 (system) differs: "You help {+kindly +}with orders.\\n\\nThe curre…". Record it with \`rehearsal record example --to c.json\`."`,
  );
});

describe('totals', () => {
  test('add up what each role asked of each model, with costs where the price is known', async () => {
    const prices = { big: { inputUsd: 10, outputUsd: 30 } };
    const access = createModelAccess({ prices });
    const usage = { tokensIn: 1_000, tokensOut: 100 };
    const big = liveModel(() => ({ text: 'Hi', usage }), 'big');
    const small = liveModel(({ call }) => (call === 0 ? { text: 'Hi', usage: { tokensIn: 7 } } : 'Hi'), 'small');
    await openIn(access, small, { role: 'judge' }).ask('Hello');
    await openIn(access, small, { role: 'judge' }).ask('Hello');
    await openIn(access, big).ask('Hello');
    await openIn(access, big, { trial: 1 }).ask('Hello');
    await openIn(access, scriptedModel(['Hi'], { name: 'script' }), { role: 'user' }).ask('Hello');
    expect(access.totals()).toEqual([
      { role: 'agent', model: 'big', calls: 2, tokensIn: 2_000, tokensOut: 200, callsWithoutUsage: 0, costUsd: 0.026 },
      { role: 'user', model: 'script', calls: 1, tokensIn: 0, tokensOut: 0, callsWithoutUsage: 1, costUsd: 0 },
      { role: 'judge', model: 'small', calls: 2, tokensIn: 7, tokensOut: 0, callsWithoutUsage: 2 },
    ]);
  });

  test('count requests that failed, and take nonsense about tokens for silence', async () => {
    const access = createModelAccess({ prices: { 'gpt-x': { inputUsd: 1, outputUsd: 1 } } });
    const replies = [{ error: 'down' }, { text: 'Hi', usage: { tokensIn: -5, tokensOut: Number.NaN } }];
    const { ask } = openIn(access, live(replies, 'gpt-x'));
    await problemOf(ask('Hello'));
    await ask('Hello');
    expect(access.totals()).toEqual([
      { role: 'agent', model: 'gpt-x', calls: 2, tokensIn: 0, tokensOut: 0, callsWithoutUsage: 2, costUsd: 0 },
    ]);
  });

  test('count a stream once, when its reply has come, and one that was left early too', async () => {
    const access = createModelAccess();
    const { session } = openIn(access, scriptedModel([{ stream: ['a', 'b'] }, { stream: ['c', 'd'] }]));
    for await (const _ of session.stream?.(asking('One'), { signal }) ?? []);
    for await (const _ of session.stream?.(asking('Two'), { signal }) ?? []) break;
    expect(access.totals()).toMatchObject([{ calls: 2 }]);
  });
});

test('a model that cannot stream offers no stream, and closing reaches the model', async () => {
  const { session } = openIn(
    createModelAccess(),
    functionModel(() => 'Hi'),
  );
  expect(session.stream).toBeUndefined();
  const unused = openIn(createModelAccess(), scriptedModel(['never asked'])).session;
  expect(await problemOf(Promise.resolve(unused.close?.()))).toMatch(/^ScriptError: /);
});

test('what a model throws reaches the caller as it is', async () => {
  const reason = new Error('broken');
  const store = memoryStore();
  for (const access of [createModelAccess(), createModelAccess({ cassette: cassetteOf(store, 'record') })]) {
    const { ask } = openIn(access, live([{ error: reason }], 'gpt-x'));
    await expect(ask('Hello')).rejects.toBe(reason);
  }
});
