import { expect, test } from 'vitest';
import type { ChatModel } from '../../src/domain/contracts/chat-model.ts';
import { functionModel } from '../../src/llm/function-model.ts';
import { createModelAccess } from '../../src/llm/model-access.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { key, openModel } from './model-request.ts';

test('[S3.05] an asynchronous function model sees the tools and the number of the turn', async () => {
  const seen: unknown[] = [];
  const model = functionModel(async ({ messages, tools, turn, call, key, seed }) => {
    await Promise.resolve();
    seen.push({ heard: messages.at(-1)?.content, tools: tools.map(({ name }) => name), turn, call, key, seed });
    return turn === 0 ? [{ name: 'lookup_order', arguments: { order_id: 'A-1001' } }] : 'Delivered.';
  });
  const { signal } = new AbortController();
  const session = model.open({ role: 'agent', key, seed: 7 });
  const tools = [{ name: 'lookup_order', description: '', parameters: {} }];
  const first = await session.complete({ messages: [{ role: 'user', content: 'Hi' }], tools, turn: 0 }, { signal });
  const second = await session.complete({ messages: [{ role: 'user', content: 'So?' }], turn: 3 }, { signal });
  expect(first.calls).toEqual([{ id: 'call_0', name: 'lookup_order', rawArguments: '{"order_id":"A-1001"}' }]);
  expect(second).toMatchObject({ text: 'Delivered.', calls: [], finish: 'stop' });
  expect(seen).toEqual([
    { heard: 'Hi', tools: ['lookup_order'], turn: 0, call: 0, key, seed: 7 },
    { heard: 'So?', tools: [], turn: 3, call: 1, key, seed: 7 },
  ]);
});

test('a request without the signal that ends it is told where the signal comes from', async () => {
  const models = [functionModel(() => 'Hi'), scriptedModel(['Hi']), behind(functionModel(() => 'Hi'))];
  for (const model of models) {
    const { session } = openModel(model);
    const request = { messages: [{ role: 'user' as const, content: 'Hi' }], turn: 0 };
    for (const options of [undefined, {}, { signal: 'turn' }]) {
      await expect(session.complete(request, options as never)).rejects.toThrow('`complete(request, { signal })`');
    }
  }
});

/** The model as a run opens it. */
function behind(model: ChatModel): ChatModel {
  return { ...model, open: (context) => createModelAccess({}).open(model, context) };
}

test('counters begin anew with each session', async () => {
  const model = functionModel(({ call }) => `call ${call}`);
  expect((await openModel(model).ask('a')).text).toBe('call 0');
  expect((await openModel(model).ask('a')).text).toBe('call 0');
});

test('an answer that is none is refused, and what the function throws is passed on', async () => {
  await expect(openModel(functionModel(() => undefined as never)).ask('a')).rejects.toThrow('found undefined');
  const own = new Error('no model');
  await expect(openModel(functionModel(() => Promise.reject(own))).ask('a')).rejects.toBe(own);
});

test('what is no function, or says something that is not known, is refused', async () => {
  expect(() => functionModel(undefined as never)).toThrowErrorMatchingInlineSnapshot(
    `[UsageError: functionModel: the first argument is a function; found undefined]`,
  );
  expect(() => functionModel(() => 'a', { nme: 'b' } as never)).toThrowErrorMatchingInlineSnapshot(
    `[UsageError: functionModel: \`nme\` is not known; did you mean \`name\`?]`,
  );
  const misspelt = functionModel(() => ({ text: 'Hi', call: [{ name: 'a' }] }) as never);
  await expect(openModel(misspelt).ask('a')).rejects.toThrowErrorMatchingInlineSnapshot(
    `[TypeError: a model's answer: \`call\` is not known; did you mean \`calls\`?]`,
  );
});
