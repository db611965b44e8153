import { expect, test } from 'vitest';
import type { ChatMessage, ChatModel, ChatRequest } from '../../src/domain/contracts/chat-model.ts';
import { wordDiff } from '../../src/llm/cassette/word-diff.ts';
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

const system: ChatMessage = { role: 'system', content: 'You help with orders.' };
const called: ChatMessage = {
  role: 'assistant',
  content: '',
  toolCalls: [{ id: 'a', name: 'lookup_order', rawArguments: '{"id":"A-1001"}' }],
};
const result = (content: string): ChatMessage => ({
  role: 'tool',
  toolCallId: 'a',
  name: 'lookup_order',
  content,
  isError: false,
});
const talk = [system, user('Where is A-1001?'), called, result('{"total": "49.90 EUR", "status": "shipped"}')];
const tool = (name: string, description = 'Does it.') => ({ name, description, parameters: {} });

/** What is told of a request that is not among the recorded ones. */
async function explain(recorded: readonly ChatRequest[], asked: ChatRequest, model = silentModel): Promise<string> {
  const store = memoryStore();
  const recording = cassetteOf(store, 'record');
  const live = openIn(
    recording,
    liveModel(() => 'Hi.'),
  ).session;
  for (const request of recorded) await live.complete(request, { signal });
  await recording.endSession(key);
  const { session } = openIn(cassetteOf(store, 'replay'), model);
  return (await problemOf(session.complete(asked, { signal })))
    .replace(/^.*?\(turn \d+\)\. /, '')
    .replace(/ Record .*$/, '');
}

test('the words that differ are shown, in the first message that differs', async () => {
  const asked = [system, user('Where is A-1001?'), called, result('{"total": "59.90 EUR", "status": "shipped"}')];
  expect(await explain([asking(...talk.slice(0, 2)), asking(...talk)], asking(...asked))).toMatchInlineSnapshot(
    `"It is most like recorded request 2, but message 4 (tool \`lookup_order\`) differs: "{"total": "[-49.90-] {+59.90+} EUR", "status": "shipp…"."`,
  );
});

test('arguments of calls count as words of their message', async () => {
  const other = { ...called, toolCalls: [{ id: 'a', name: 'lookup_order', rawArguments: '{"id":"A-1002"}' }] };
  expect(
    await explain([asking(...talk)], asking(system, user('Where is A-1001?'), other, talk[3] as ChatMessage)),
  ).toMatchInlineSnapshot(
    `"It is most like recorded request 1, but message 3 (assistant) differs: "lookup_order({"id":"[-A-1001-] {+A-1002+}"})"."`,
  );
});

test('a changed system prompt does not hide which request is meant', async () => {
  const changed: ChatMessage = { role: 'system', content: 'You help politely with orders.' };
  expect(
    await explain([asking(...talk.slice(0, 2)), asking(...talk)], asking(changed, ...talk.slice(1))),
  ).toMatchInlineSnapshot(
    `"It is most like recorded request 2, but message 1 (system) differs: "You help {+politely +}with orders."."`,
  );
});

test('a message more, a message less, and a message of another speaker', async () => {
  const told = [
    await explain([asking(...talk)], asking(...talk, user('Hello?'))),
    await explain([asking(...talk)], asking(...talk.slice(0, 3))),
    await explain([asking(...talk)], asking(...talk.slice(0, 3), user('shipped'))),
  ];
  expect(told).toMatchInlineSnapshot(`
    [
      "It is most like recorded request 1, but message 5 (user) is new: "Hello?".",
      "It is most like recorded request 1, but message 4 (tool \`lookup_order\`) is missing: "{"total": "49.90 EUR", "status": "shipped"}".",
      "It is most like recorded request 1, but message 4 was of tool \`lookup_order\` and is of user.",
    ]
  `);
});

test('settings and tools that differ', async () => {
  const recorded = { ...asking('Hi'), temperature: 0, tools: [tool('a'), tool('b'), tool('c')] };
  const told = [
    await explain([recorded], { ...recorded, tools: [tool('a', 'Does it well.'), tool('c'), tool('d')] }),
    await explain([recorded], { ...recorded, tools: [tool('b'), tool('a'), tool('c')] }),
    await explain([recorded], { ...recorded, temperature: 0.7, maxTokens: 10 }),
    await explain([recorded], { ...recorded, outputSchema: { type: 'object' } }),
    await explain([recorded], recorded, { ...silentModel, name: 'gpt-y' }),
  ];
  expect(told).toMatchInlineSnapshot(`
    [
      "It is most like recorded request 1, but the tools differ: \`d\` is new, \`b\` is gone, \`a\` was changed.",
      "It is most like recorded request 1, but the tools differ: they stand in another order.",
      "It is most like recorded request 1, but \`temperature\` was 0 and is 0.7; \`maxTokens\` was not set and is 10.",
      "It is most like recorded request 1, but the output schema differs.",
      "It is most like recorded request 1, but the model was \`gpt-x\` and is \`gpt-y\`.",
    ]
  `);
});

test('settings of the model that differ', async () => {
  const explainSettings = async (recorded: ChatModel['settings'], asked: ChatModel['settings']) => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    await openIn(recording, { ...liveModel(() => 'Hi.'), settings: recorded }).ask('Hello');
    await recording.endSession(key);
    const replayed = openIn(cassetteOf(store, 'replay'), { ...silentModel, settings: asked }).ask('Hello');
    return (await problemOf(replayed)).replace(/^.*?\(turn \d+\)\. /, '').replace(/ Record .*$/, '');
  };
  const told = [
    await explainSettings({ temperature: 0, seed: 7 }, { seed: 7, temperature: 0.7 }),
    await explainSettings(undefined, { temperature: 0, extraBody: { top_p: 0.9, stop: ['END'] } }),
    await explainSettings({ maxTokens: 9 }, undefined),
    await explainSettings('fast', { pace: 'slow' }),
    await explainSettings({ 'red\u001b[31m': 1 }, {}),
  ];
  expect(told).toMatchInlineSnapshot(`
    [
      "It is most like recorded request 1, but \`temperature\` of the model was \`0\` and is \`0.7\`.",
      "It is most like recorded request 1, but \`temperature\` of the model was not set and is \`0\`; \`extraBody\` of the model was not set and is \`{"stop":["END"],"top_p":0.9}\`.",
      "It is most like recorded request 1, but \`maxTokens\` of the model was \`9\` and is not set.",
      "It is most like recorded request 1, but the settings of the model differ.",
      "It is most like recorded request 1, but \`red\\u{1b}[31m\` of the model was \`1\` and is not set.",
    ]
  `);
});

test('nothing recorded for the session, or for the role', async () => {
  const store = memoryStore();
  const recording = cassetteOf(store, 'record');
  await openIn(
    recording,
    liveModel(() => 'Hi.'),
  ).ask('Hello');
  await recording.endSession(key);
  const replaying = cassetteOf(store, 'replay');
  expect([
    await problemOf(openIn(replaying, silentModel, { role: 'judge' }).ask('Hello')),
    await problemOf(openIn(replaying, silentModel, { trial: 4 }).ask('Hello')),
  ]).toMatchInlineSnapshot(`
    [
      "ModelUnavailableError: \`c.json\` has no reply to request 1 of the judge in refund/default/0 (turn 0). Nothing is recorded for the judge in this session. Record it with \`rehearsal record refund --to c.json\`.",
      "ModelUnavailableError: \`c.json\` has no reply to request 1 of the agent in refund/default/4 (turn 0). Nothing is recorded for this session. Record it with \`rehearsal record refund --to c.json\`.",
    ]
  `);
});

test('a diff is short, on one line, and harmless to a terminal', () => {
  const long = 'word '.repeat(50);
  const diffs = [
    wordDiff('The total is 49.90 EUR today.', 'The total is 59.90 EUR today.'),
    wordDiff('short', ''),
    wordDiff('', 'short'),
    wordDiff(`${long}a${long}`, `${long}b${long}`),
    wordDiff('x', long),
    wordDiff('line\nred', 'line\n\u001b[31mred\u202e'),
    wordDiff('您的订单已经发货了，明天送达。', '您的订单还没有发货，明天送达。'),
    wordDiff('all 👍🏽', 'all 👍🏿'),
    wordDiff('abab', 'ab'),
    wordDiff('one two', 'one two three'),
  ];
  expect(diffs).toMatchInlineSnapshot(`
    [
      "The total is [-49.90-] {+59.90+} EUR today.",
      "[-short-]",
      "{+short+}",
      "… word word word word [-aword-] {+bword+} word word word word wo…",
      "[-x-] {+word word word word word word word word word word word word…+}",
      "line\\n[-red-] {+\\u{1b}[31mred\\u{202e}+}",
      "您的订单[-已经发货了-] {+还没有发货+}，明天送达。",
      "all 👍[-🏽-] {+🏿+}",
      "[-abab-] {+ab+}",
      "one two{+ three+}",
    ]
  `);
  for (const diff of diffs) expect(diff.length).toBeLessThan(220);
});
