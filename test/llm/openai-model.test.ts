import { describe, expect, test } from 'vitest';
import type { ChatRequest } from '../../src/domain/contracts/chat-model.ts';
import { UsageError } from '../../src/domain/errors.ts';
import { type OpenaiModelOptions, openaiModel } from '../../src/llm/openai-model.ts';
import { loadOpenai } from '../../src/llm/provider/open-client.ts';
import { createProviderRuntime } from '../../src/llm/provider/provider-runtime.ts';
import { openFaultServer } from '../fixtures/fault-server.ts';
import { says } from '../fixtures/faults/wire.ts';
import { key, modelAt, unavailable, virtualRuntime } from './provider/provider-under-test.ts';

const talk: ChatRequest = {
  turn: 1,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Where is A-1001? \ud83d' },
    { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'look', rawArguments: '{"id":"A-1001"}' }] },
    { role: 'tool', toolCallId: 'c1', name: 'look', content: '{"status":"delivered"}', isError: false },
    { role: 'assistant', content: 'Delivered.' },
    { role: 'user', content: 'Thanks' },
  ],
  tools: [
    { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: { id: { type: 'string' } } } },
  ],
};

/** The body that the provider gets. */
async function sent(options: Omit<OpenaiModelOptions, 'model'>, request: Partial<ChatRequest> = {}) {
  await using server = await openFaultServer([says('Fine.')]);
  await modelAt({ baseURL: server.baseURL, ...options }, { seed: 77 }).ask(request);
  return server.requests[0] ?? { body: {}, headers: {}, path: '' };
}

describe('what is sent', () => {
  test('over Chat Completions', async () => {
    const { body } = await sent({ temperature: 0, seed: 'session', maxTokens: 50, extraBody: { top_p: 0.5 } }, talk);
    expect(body).toMatchInlineSnapshot(`
      {
        "max_tokens": 50,
        "messages": [
          {
            "content": "Be brief.",
            "role": "system",
          },
          {
            "content": "Where is A-1001? �",
            "role": "user",
          },
          {
            "content": null,
            "role": "assistant",
            "tool_calls": [
              {
                "function": {
                  "arguments": "{"id":"A-1001"}",
                  "name": "look",
                },
                "id": "c1",
                "type": "function",
              },
            ],
          },
          {
            "content": "{"status":"delivered"}",
            "role": "tool",
            "tool_call_id": "c1",
          },
          {
            "content": "Delivered.",
            "role": "assistant",
          },
          {
            "content": "Thanks",
            "role": "user",
          },
        ],
        "model": "m",
        "seed": 77,
        "temperature": 0,
        "tools": [
          {
            "function": {
              "description": "Looks.",
              "name": "look",
              "parameters": {
                "properties": {
                  "id": {
                    "type": "string",
                  },
                },
                "type": "object",
              },
            },
            "type": "function",
          },
        ],
        "top_p": 0.5,
      }
    `);
  });

  test('over Responses, where nothing is to be kept', async () => {
    const { body } = await sent({ api: 'responses', temperature: 0, maxTokens: 50, stream: true }, talk);
    expect(body).toMatchInlineSnapshot(`
      {
        "input": [
          {
            "content": "Be brief.",
            "role": "system",
          },
          {
            "content": "Where is A-1001? �",
            "role": "user",
          },
          {
            "arguments": "{"id":"A-1001"}",
            "call_id": "c1",
            "name": "look",
            "type": "function_call",
          },
          {
            "call_id": "c1",
            "output": "{"status":"delivered"}",
            "type": "function_call_output",
          },
          {
            "content": "Delivered.",
            "role": "assistant",
          },
          {
            "content": "Thanks",
            "role": "user",
          },
        ],
        "max_output_tokens": 50,
        "model": "m",
        "store": false,
        "stream": true,
        "temperature": 0,
        "tools": [
          {
            "description": "Looks.",
            "name": "look",
            "parameters": {
              "properties": {
                "id": {
                  "type": "string",
                },
              },
              "type": "object",
            },
            "strict": false,
            "type": "function",
          },
        ],
      }
    `);
  });

  test('the request decides before the model, and further keys before both', async () => {
    const options = { temperature: 0, maxTokens: 50, seed: 5, extraBody: { max_tokens: 9 } };
    const { body } = await sent(options, { temperature: 0.7, maxTokens: 20 });
    expect(body).toMatchObject({ model: 'm', temperature: 0.7, seed: 5, max_tokens: 9 });
  });

  test('the key, further headers, and no trace of other settings of the environment', async () => {
    const { headers, path } = await sent({ apiKey: 'sk-test-CANARY12345', headers: { 'X-Team': 'orders' } });
    expect(headers).toMatchObject({ authorization: 'Bearer sk-test-CANARY12345', 'x-team': 'orders' });
    expect(path).toBe('/v1/chat/completions');
    expect(headers).not.toHaveProperty('openai-organization');
    expect((await sent({})).headers).not.toHaveProperty('authorization');
  });

  const closed = {
    type: 'object',
    properties: { ok: { type: 'boolean' } },
    required: ['ok'],
    additionalProperties: false,
  };
  const loose = { type: 'object', properties: { ok: { type: 'boolean' } } };

  test('a schema that must be followed, as strictly as it can be', async () => {
    const chat = await sent({}, { outputSchema: closed });
    expect(chat.body.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'reply', schema: closed, strict: true },
    });
    const open = await sent({}, { outputSchema: loose });
    expect(open.body.response_format).toMatchObject({ json_schema: { strict: false } });
    const nested = await sent({}, { outputSchema: { ...closed, properties: { ok: { type: 'array', items: loose } } } });
    expect(nested.body.response_format).toMatchObject({ json_schema: { strict: false } });
    const responses = await sent({ api: 'responses' }, { outputSchema: closed });
    expect(responses.body.text).toEqual({
      format: { type: 'json_schema', name: 'reply', schema: closed, strict: true },
    });
  });

  test('a schema in words, where the provider is not given it', async () => {
    const words = `Answer with one JSON value and nothing else. It follows this JSON Schema:\n${JSON.stringify(loose)}`;
    const object = await sent({ structuredOutput: 'json_object' }, { ...talk, outputSchema: loose });
    expect(object.body.response_format).toEqual({ type: 'json_object' });
    expect((object.body.messages as unknown[])[0]).toEqual({ role: 'system', content: `Be brief.\n\n${words}` });
    const prompt = await sent({ structuredOutput: 'prompt' }, { outputSchema: loose });
    expect(prompt.body).not.toHaveProperty('response_format');
    expect((prompt.body.messages as unknown[])[0]).toEqual({ role: 'system', content: words });
  });
});

describe('credentials', () => {
  const openWith = (options: Omit<OpenaiModelOptions, 'model'>, environment: Record<string, string>) =>
    modelAt({ apiKey: undefined, ...options }, { runtime: virtualRuntime(environment) });

  test('[S2.21] without any, the first request says so and names the variable; nothing is sent', async () => {
    const cases = [
      openWith({}, {}),
      openWith({ baseURL: 'https://models.example/v1', apiKeyEnv: 'SHOP_KEY' }, { OPENAI_API_KEY: 'sk-other' }),
    ];
    const errors = await Promise.all(cases.map(({ ask }) => unavailable(ask())));
    expect(errors.map(({ message, attempts }) => [message, attempts])).toMatchInlineSnapshot(`
      [
        [
          "\`m\`: no credentials for https://api.openai.com/v1: set the environment variable \`OPENAI_API_KEY\`, or \`apiKey: ''\` where none are needed",
          [],
        ],
        [
          "\`m\`: no credentials for https://models.example/v1: set the environment variable \`SHOP_KEY\`, or \`apiKey: ''\` where none are needed",
          [],
        ],
      ]
    `);
  });

  test('a server on this machine, and headers that let a request in, need none', async () => {
    await using server = await openFaultServer([says('Fine.')]);
    expect((await openWith({ baseURL: server.baseURL }, {}).ask()).text).toBe('Fine.');
    expect((await openWith({ baseURL: server.baseURL, headers: { 'api-key': 'abc' } }, {}).ask()).text).toBe('Fine.');
  });

  test('are found when they are needed: a key that comes later is used', async () => {
    await using server = await openFaultServer([says('Fine.')]);
    const environment: Record<string, string> = { OPENAI_BASE_URL: 'ftp://nowhere' };
    const { ask } = openWith({}, environment);
    expect((await unavailable(ask())).message).toBe(
      '`m`: the address in `OPENAI_BASE_URL` begins with neither http: nor https:',
    );
    environment.OPENAI_BASE_URL = server.baseURL;
    environment.OPENAI_API_KEY = ' sk-test-CANARY12345\n';
    expect((await ask()).text).toBe('Fine.');
    expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-test-CANARY12345');
  });

  test('a key that HTTP cannot carry is not shown', async () => {
    const { message } = await unavailable(openWith({}, { OPENAI_API_KEY: 'sk-CANARY\nx' }).ask());
    expect(message).toBe('`m`: the key in `OPENAI_API_KEY` has characters that HTTP cannot carry');
  });
});

describe('options', () => {
  test('that cannot be used are all told, and no value is shown', () => {
    const make = () =>
      openaiModel({
        model: '',
        apiKey: 'sk-CANARY\n',
        timeouts: { idlMs: 5 },
        retry: { maxAttempts: 0 },
        temprature: 1,
      } as never);
    expect(make).toThrow(UsageError);
    expect(make).toThrowErrorMatchingInlineSnapshot(`
      [UsageError: openaiModel: \`model\`: too small: expected string to have >=1 characters
      openaiModel: \`retry.maxAttempts\`: too small: expected number to be >=1
      openaiModel: \`timeouts.idlMs\` is not known; did you mean \`idleMs\`?
      openaiModel: \`temprature\` is not known; did you mean \`temperature\`?]
    `);
  });

  test.each([
    [{ baseURL: 'localhost' }],
    [{ baseURL: 'file:///etc/hosts' }],
    [{ baseURL: 'https://me:CANARY@models.example/v1' }],
    [{ baseURL: 'https://models.example/v1?key=CANARY' }],
    [{ api: 'responses' as const, seed: 1 }],
    [{ extraBody: { stream: true } }],
    [{ headers: { 'bad name': 'x' } }],
    [{ headers: { 'x-a': 'CANARY\r\nx: y' } }],
    [{ apiKey: 'CANARY key' }],
  ])('are refused when the model is made: %j', (options) => {
    let message = '';
    try {
      openaiModel({ model: 'm', ...options });
    } catch (error) {
      message = (error as Error).message;
      expect(error).toBeInstanceOf(UsageError);
    }
    expect(message).toMatch(/^openaiModel: /);
    expect(message).not.toContain('CANARY');
  });

  test('the name is that of the model unless another is given, and nothing is fixed', () => {
    expect(openaiModel({ model: 'gpt' })).toMatchObject({ name: 'gpt', fixed: [] });
    expect(openaiModel({ model: 'gpt', name: 'judge' }).name).toBe('judge');
  });

  test('a model that never streams has no stream', () => {
    const open = (stream?: boolean) =>
      openaiModel({ model: 'm', ...(stream === undefined ? {} : { stream }) }).open({ role: 'agent', key, seed: 1 });
    expect([open().stream, open(true).stream, open(false).stream].map((stream) => stream !== undefined)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('the package `openai`', () => {
  test('is loaded, and says how to install it where it is missing; the session is then invalid', async () => {
    expect(await loadOpenai()).toHaveProperty('OpenAI');
    const missing = createProviderRuntime({
      environment: () => ({}),
      loadOpenai: () => Promise.reject(new UsageError('`openaiModel` needs the package `openai`')),
    });
    await using server = await openFaultServer([says('Fine.')]);
    const error = await unavailable(modelAt({ baseURL: server.baseURL }, { runtime: missing }).ask());
    expect(error.message).toBe('`openaiModel` needs the package `openai`');
  });
});
