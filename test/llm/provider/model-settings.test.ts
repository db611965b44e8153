import { expect, test } from 'vitest';
import { openaiModel } from '../../../src/llm/openai-model.ts';
import { OpenaiModelOptions } from '../../../src/llm/provider/openai-options.ts';
import { asking, cassetteOf, key, memoryStore, openIn, problemOf, signal } from '../cassette-parts.ts';

const model = 'gpt-x';

/** A value for each option that is not its default. */
const GIVEN: Readonly<Record<string, object>> = {
  temperature: { temperature: 0 },
  seed: { seed: 'session' },
  maxTokens: { maxTokens: 50 },
  api: { api: 'responses' },
  structuredOutput: { structuredOutput: 'prompt' },
  extraBody: { extraBody: { top_p: 0.5 } },
};

test('what changes the answers of a model is among its settings, and nothing else is', () => {
  for (const option of Object.keys(OpenaiModelOptions.shape)) {
    const given = GIVEN[option];
    if (given !== undefined) expect(openaiModel({ model, ...given }).settings).toEqual(given);
  }
  const elsewhere = Object.keys(OpenaiModelOptions.shape).filter((option) => GIVEN[option] === undefined);
  // An option that is new has to be put on one of the two sides.
  expect(elsewhere.sort()).toMatchInlineSnapshot(`
    [
      "allowAddresses",
      "apiKey",
      "apiKeyEnv",
      "baseURL",
      "concurrency",
      "headers",
      "model",
      "name",
      "retry",
      "stream",
      "timeouts",
    ]
  `);
});

test('what goes without saying is no setting, said or not', () => {
  expect(openaiModel({ model }).settings).toBeUndefined();
  const said = {
    api: 'chat',
    structuredOutput: 'json_schema',
    extraBody: {},
    apiKey: 'k',
    headers: { a: 'b' },
  } as const;
  expect(openaiModel({ model, baseURL: 'http://127.0.0.1:1', ...said }).settings).toBeUndefined();
});

test('a model with a name of its own is told apart from another one behind that name', () => {
  expect(openaiModel({ model, name: model }).settings).toBeUndefined();
  expect(openaiModel({ model, name: 'desk' }).settings).toEqual({ model });
});

test('a recording made with another temperature is not replayed', async () => {
  const store = memoryStore();
  const recording = cassetteOf(store, 'record');
  const reply = { text: 'Hi', calls: [], finish: 'stop', attempts: [] } as const;
  const live = { ...openaiModel({ model, temperature: 0 }), open: () => ({ complete: async () => reply }) };
  await openIn(recording, live).ask('Hello');
  await recording.endSession(key);
  const replay = (temperature: number) =>
    openIn(cassetteOf(store, 'replay'), openaiModel({ model, temperature })).session.complete(asking('Hello'), {
      signal,
    });
  expect((await replay(0)).text).toBe('Hi');
  expect(await problemOf(replay(1))).toMatch(/but `temperature` of the model was `0` and is `1`\./);
});
