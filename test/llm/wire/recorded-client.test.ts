import OpenAI from 'openai';
import { expect, test } from 'vitest';
import type { ChatModel } from '../../../src/domain/contracts/chat-model.ts';
import { createModelAccess } from '../../../src/llm/model-access.ts';
import { modelFetch } from '../../../src/llm/wire/model-fetch.ts';
import { cassetteOf, key, liveModel, memoryStore, silentModel } from '../cassette-parts.ts';

const order = { name: 'lookup_order', arguments: '{"order_id":"A-1001"}' };

/** What an agent with a client of its own hears, whoever is behind the client. */
async function converse(fetch: typeof globalThis.fetch, last = 'Thanks.'): Promise<unknown[]> {
  const client = new OpenAI({ apiKey: 'unused', fetch });
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Where is A-1001?' }];
  const first = await client.chat.completions.create({ model: 'any', messages });
  const { message } = first.choices[0]!;
  messages.push(message, { role: 'tool', tool_call_id: message.tool_calls![0]!.id, content: 'delivered' });
  const second = await client.chat.completions.stream({ model: 'any', messages }).finalMessage();
  messages.push({ role: 'assistant', content: second.content }, { role: 'user', content: last });
  const third = await client.chat.completions.create({ model: 'any', messages });
  return [first, second, third];
}

test('an agent with a client of its own is recorded, and replayed to the byte without its model', async () => {
  const store = memoryStore();
  const run = async (model: ChatModel, mode: 'record' | 'replay', last?: string) => {
    const cassette = cassetteOf(store, mode);
    const access = createModelAccess({ cassette });
    const openModel = (asked: ChatModel) => access.open(asked, { role: 'agent', key, seed: 1 });
    const fetch = modelFetch(model, { key, seed: 1, openModel });
    try {
      return { heard: JSON.stringify(await converse(fetch, last)), fetch };
    } catch (error) {
      return { heard: String(error), fetch };
    } finally {
      await cassette.endSession(key);
    }
  };
  const live = liveModel(({ call }) => (call === 0 ? [order] : call === 1 ? 'It was delivered.' : 'Bye.'));
  const recorded = await run(live, 'record');
  const replayed = await run(silentModel, 'replay');
  expect(replayed.heard).toBe(recorded.heard);
  expect(recorded.heard).toContain('It was delivered.');
  expect(live.asked).toBe(3);
  await replayed.fetch.close();

  const other = await run(silentModel, 'replay', 'Something else.');
  expect(other.heard).toMatch(/^Error: 503 `c\.json` has no reply to request 3 of the agent/);
  // The client did not ask three times, and closing tells what an agent may have swallowed.
  expect(other.fetch.requests).toHaveLength(3);
  await expect(other.fetch.close()).rejects.toMatchObject({ name: 'ModelUnavailableError' });
});
