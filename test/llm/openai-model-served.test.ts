import { expect, test } from 'vitest';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { serveModel } from '../../src/llm/serve-model.ts';
import { hello, key, modelAt } from './provider/provider-under-test.ts';

const ways = (['chat', 'responses'] as const).flatMap((api) => [false, true].map((stream) => ({ api, stream })));

test.each(ways)('a served script says over $api, stream $stream, what it says by itself', async ({ api, stream }) => {
  const script = [
    {
      text: 'One moment. 已送达',
      calls: [{ id: 'c1', name: 'look', arguments: '{"order_id": "A-1001"' }],
      usage: { tokensIn: 7, tokensOut: 2 },
    },
    { text: 'I cannot help with that.', finish: 'refusal' as const },
    { error: { status: 503, message: 'overloaded' } },
    { stream: ['It was ', 'delivered.'] },
  ];
  const { signal } = new AbortController();
  const alone = scriptedModel(script).open({ role: 'agent', key, seed: 1 });
  const served = await serveModel(scriptedModel(script));
  try {
    const { ask } = modelAt({ baseURL: served.baseURL, api, stream, headers: { 'x-rehearsal-session': 'one' } });
    for (const step of script.slice(0, 2)) {
      const { attempts: _, ...own } = await alone.complete(hello, { signal });
      const { attempts, ...over } = await ask();
      expect([step, over]).toEqual([step, { usage: over.usage, ...own }]);
      expect(attempts).toEqual([{ status: 'ok', httpStatus: 200 }]);
    }
    expect(await ask()).toMatchObject({
      text: 'It was delivered.',
      attempts: [
        { status: 'error', httpStatus: 503, problem: 'the provider answered 503: overloaded (server_error)' },
        { status: 'ok' },
      ],
    });
  } finally {
    await served.close();
  }
});
