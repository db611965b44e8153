import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import type { OpenaiModelOptions } from '../../../src/llm/openai-model.ts';
import { openFaultServer } from '../../fixtures/fault-server.ts';
import { says } from '../../fixtures/faults/wire.ts';
import { modelAt, virtualRuntime } from './provider-under-test.ts';

const ways: [string, Omit<OpenaiModelOptions, 'model'>][] = [
  ['over Chat Completions', { apiKey: 'secret' }],
  ['without a key', { apiKey: '', headers: { 'X-Team': 'shop' } }],
  ['over Responses', { apiKey: 'secret', api: 'responses' }],
  ['streamed', { apiKey: 'secret', stream: true }],
];

describe('the client of the package', () => {
  test.each(ways)('is asked once how a request is sent, and all are sent that way: %s', async (_way, options) => {
    const answers = ['one', 'two', 'three'];
    await using server = await openFaultServer(answers.map((answer) => says(answer)));
    const { ask } = modelAt({ baseURL: server.baseURL, ...options });
    for (const text of answers) {
      expect((await ask({ messages: [{ role: 'user', content: `Say ${text}.` }] })).text).toBe(text);
    }
    const [first, ...others] = server.requests.map(({ path, headers }) => ({
      path,
      headers: { ...headers, 'content-length': 'its own' },
    }));
    expect(first?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(others).toEqual([first, first]);
    expect(server.requests.map(({ body }) => JSON.stringify(body).match(/Say \w+/g))).toEqual(
      answers.map((text) => [`Say ${text}`]),
    );
  });

  test('goes on being asked where it writes bodies in its own way', async () => {
    class WordyClient extends OpenAI {
      protected override async prepareRequest(request: RequestInit): Promise<void> {
        request.body = String(request.body).replace(/^\{/, '{"wordy":true,');
      }
    }
    await using server = await openFaultServer([says('one'), says('two')]);
    const runtime = { ...virtualRuntime(), loadOpenai: async () => ({ OpenAI: WordyClient }) };
    const { ask } = modelAt({ baseURL: server.baseURL }, { runtime });
    expect([(await ask()).text, (await ask()).text]).toEqual(['one', 'two']);
    expect(server.requests.map(({ body }) => body)).toEqual([
      expect.objectContaining({ wordy: true }),
      expect.objectContaining({ wordy: true }),
    ]);
  });
});
