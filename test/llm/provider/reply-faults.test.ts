import { describe, expect, test } from 'vitest';
import { openFaultServer } from '../../fixtures/fault-server.ts';
import { answerEvents, answerJson } from '../../fixtures/faults/answers.ts';
import {
  chatAnswer,
  chatEvents,
  responsesAnswer,
  responsesEvents,
  type Saying,
  says,
} from '../../fixtures/faults/wire.ts';
import { modelAt, unavailable } from './provider-under-test.ts';

const ways = [
  { api: 'chat', stream: false },
  { api: 'chat', stream: true },
  { api: 'responses', stream: false },
  { api: 'responses', stream: true },
] as const;

/** What the client makes of one saying, over each API, whole and as a stream. */
async function heard(saying: Saying) {
  const replies = [];
  for (const way of ways) {
    await using server = await openFaultServer([says(saying)]);
    const { attempts, ...reply } = await modelAt({ baseURL: server.baseURL, ...way }).ask();
    expect(attempts).toEqual([{ status: 'ok', httpStatus: 200 }]);
    expect(server.requests[0]?.path).toBe(way.api === 'chat' ? '/v1/chat/completions' : '/v1/responses');
    replies.push(reply);
  }
  return replies;
}

/** What the client makes of these pieces of calls in a stream of Chat Completions. */
async function callsOf(pieces: readonly object[]) {
  const events = [
    ...pieces.map((piece) => ({ choices: [{ index: 0, delta: { tool_calls: [piece] } }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    '[DONE]',
  ];
  await using server = await openFaultServer([answerEvents(events)]);
  return (await modelAt({ baseURL: server.baseURL, stream: true }).ask()).calls;
}

describe('tool calls', () => {
  test.each(['{"city": "Oslo"', '{"a":1}{"b":2}', '[1,2]', '"Oslo"', '', '{"a":"\ud83d"}'])(
    '[F13] argument text is kept as the model wrote it: %j',
    async (rawArguments) => {
      const calls = [{ id: 'c1', name: 'look', rawArguments }];
      for (const reply of await heard({ calls })) expect(reply).toMatchObject({ calls, finish: 'tool_calls' });
    },
  );

  test('[F13] arguments that come as an object are written as text', async () => {
    const call = (given: unknown) => ({ index: 0, id: 'c1', function: { name: 'look', arguments: given } });
    expect(await callsOf([call({ city: 'Oslo' })])).toEqual([
      { id: 'c1', name: 'look', rawArguments: '{"city":"Oslo"}' },
    ]);
    expect(await callsOf([call(undefined)])).toEqual([{ id: 'c1', name: 'look', rawArguments: '' }]);
  });

  test('[F14] two calls with one id are both kept, in order', async () => {
    const calls = [
      { id: 'c1', name: 'look', rawArguments: '{"a":1}' },
      { id: 'c1', name: 'look', rawArguments: '{"a":2}' },
    ];
    for (const reply of await heard({ calls })) expect(reply.calls).toEqual(calls);
    const piece = (given: string, index?: number) => ({
      index,
      id: 'c1',
      function: { name: 'look', arguments: given },
    });
    expect(await callsOf([piece('{"a":1}', 0), piece('{"a":2}', 1)])).toEqual(calls);
    expect(await callsOf([piece('{"a":1}'), piece('{"a":2}')])).toEqual(calls);
    expect(await callsOf([piece('{"a":1}', 0), piece('{"a":2}', 0)])).toEqual(calls);
  });

  test('[F15] calls without an id stay apart, and their id stays empty for whoever runs them', async () => {
    const calls = [
      { name: 'look', rawArguments: '{"a":1}' },
      { name: 'refund', rawArguments: '{"a":2}' },
    ];
    for (const reply of await heard({ calls })) expect(reply.calls).toEqual(calls.map((call) => ({ id: '', ...call })));
    const first = { function: { name: 'look', arguments: '{"a"' } };
    const rest = { function: { arguments: ':1}' } };
    const second = { function: { name: 'refund', arguments: '{"a":2}' } };
    expect(await callsOf([first, rest, second])).toEqual(calls.map((call) => ({ id: '', ...call })));
  });

  test('[F15] pieces without an index belong to the call of their id, and two ids are two calls', async () => {
    const head = (id: string, index?: number) => ({ index, id, function: { name: 'look', arguments: '' } });
    const tail = (given: string, id?: string, index?: number) => ({ index, id, function: { arguments: given } });
    const both = [
      { id: 'a', name: 'look', rawArguments: '{"a":1}' },
      { id: 'b', name: 'look', rawArguments: '{"b":2}' },
    ];
    expect(await callsOf([head('a'), head('b'), tail('{"a":1}', 'a'), tail('{"b":2}', 'b')])).toEqual(both);
    expect(await callsOf([head('a'), tail('{"a":1}'), head('b'), tail('{"b":2}')])).toEqual(both);
    // Some providers say index 0 of every call.
    expect(
      await callsOf([head('a', 0), tail('{"a":1}', undefined, 0), head('b', 0), tail('{"b":2}', undefined, 0)]),
    ).toEqual(both);
    expect(
      await callsOf([head('b', 1), head('a', 0), tail('{"a":1}', undefined, 0), tail('{"b":2}', undefined, 1)]),
    ).toEqual(both.toReversed());
  });

  test('[F15] a piece that says id and name again goes on with its call', async () => {
    const piece = (given: string) => ({ index: 0, id: 'a', function: { name: 'look', arguments: given } });
    expect(await callsOf([piece('{"a"'), piece(':1}'), piece('')])).toEqual([
      { id: 'a', name: 'look', rawArguments: '{"a":1}' },
    ]);
  });
});

describe('usage', () => {
  test.each([
    [{ total_tokens: -1 }, undefined],
    [{ prompt_tokens: -1, completion_tokens: 3, input_tokens: -1, output_tokens: 3 }, { tokensOut: 3 }],
    [{ prompt_tokens: 1e300, completion_tokens: 1.5, input_tokens: 1e300, output_tokens: 1.5 }, undefined],
    [{ prompt_tokens: '12', completion_tokens: null, input_tokens: '12', output_tokens: null }, undefined],
    ['many', undefined],
    [null, undefined],
    [undefined, undefined],
    [
      { prompt_tokens: 12, completion_tokens: 0, input_tokens: 12, output_tokens: 0 },
      { tokensIn: 12, tokensOut: 0 },
    ],
  ])('[F19] %j counts as %j', async (usage, counted) => {
    for (const reply of await heard({ text: 'Delivered.', usage })) {
      expect(reply.usage).toEqual(counted);
      expect('usage' in reply).toBe(counted !== undefined);
    }
  });
});

describe('how a reply ended', () => {
  test('a refusal is told with its words', async () => {
    for (const reply of await heard({ refusal: 'I cannot help with that.' }))
      expect(reply).toEqual({ text: 'I cannot help with that.', calls: [], finish: 'refusal' });
  });

  test('a reply that was cut off at its limit, or by a filter, says so', async () => {
    const finishes: unknown[] = [];
    for (const [api, finish] of [
      ['chat', 'length'],
      ['chat', 'content_filter'],
      ['responses', 'max_output_tokens'],
      ['responses', 'content_filter'],
    ] as const) {
      for (const stream of [false, true]) {
        await using server = await openFaultServer([says({ text: 'Deliv', finish })]);
        finishes.push((await modelAt({ baseURL: server.baseURL, api, stream }).ask()).finish);
      }
    }
    expect(finishes).toEqual(['length', 'length', 'refusal', 'refusal', 'length', 'length', 'refusal', 'refusal']);
  });

  test('a provider that broke off the answer gave none', async () => {
    await using server = await openFaultServer([
      answerJson(chatAnswer({ text: 'Deliv', finish: 'error' })),
      says('Delivered.'),
    ]);
    expect(await modelAt({ baseURL: server.baseURL }).ask()).toMatchObject({
      text: 'Delivered.',
      attempts: [{ status: 'error' }, { status: 'ok' }],
    });
  });

  test('text in parts, and a stream request that is answered whole, are understood', async () => {
    const parts = {
      choices: [
        { message: { content: [{ type: 'text', text: 'Deli' }, { type: 'text', text: 'vered.' }, { type: 'image' }] } },
      ],
    };
    await using server = await openFaultServer([answerJson(parts), answerJson(chatAnswer({ text: 'Delivered.' }))]);
    const { ask } = modelAt({ baseURL: server.baseURL, stream: true });
    expect([(await ask()).text, (await ask()).text]).toEqual(['Delivered.', 'Delivered.']);
  });
});

describe('Responses', () => {
  test('[F09] a stream without its last event is not whole, whatever it brought', async () => {
    const events = responsesEvents({ text: 'Delivered.', calls: [{ id: 'c1', name: 'refund', rawArguments: '{}' }] });
    await using server = await openFaultServer([answerEvents(events.slice(0, -1))]);
    const { attempts } = await unavailable(modelAt({ baseURL: server.baseURL, api: 'responses', stream: true }).ask());
    expect(attempts.map(({ problem }) => problem)).toEqual(
      Array(2).fill('the stream ended before the answer was whole'),
    );
  });

  test('[F11] a response that failed, and an error event, mean what their code says', async () => {
    const failed = { ...responsesAnswer({}), status: 'failed', error: { code: 'server_error', message: 'oops' } };
    const answers = [
      answerJson(failed),
      answerEvents([{ type: 'response.failed', response: failed }]),
      answerEvents([{ type: 'error', code: 'rate_limit_exceeded', message: 'slow down' }]),
      answerEvents([{ type: 'error', code: 'invalid_prompt', message: 'no' }]),
    ];
    await using server = await openFaultServer(answers);
    const error = await unavailable(modelAt({ baseURL: server.baseURL, api: 'responses', stream: true }).ask());
    expect(error.attempts.map(({ problem }) => problem)).toMatchInlineSnapshot(`
      [
        "the provider answered with an error: oops (server_error)",
        "the provider answered with an error: oops (server_error)",
        "the provider answered with an error: slow down (rate_limit_exceeded)",
        "the provider answered with an error: no (invalid_prompt)",
      ]
    `);
  });

  test('a last event without the output is filled from the items before it', async () => {
    const { output, ...rest } = responsesAnswer({
      text: 'Delivered.',
      calls: [{ id: 'c1', name: 'look', rawArguments: '{}' }],
    }) as { output: object[] };
    const events = [
      ...output.map((item) => ({ type: 'response.output_item.done', item })),
      { type: 'response.completed', response: { ...rest, output: [] } },
    ];
    await using server = await openFaultServer([answerEvents(events)]);
    const reply = await modelAt({ baseURL: server.baseURL, api: 'responses', stream: true }).ask();
    expect(reply).toMatchObject({ text: 'Delivered.', calls: [{ id: 'c1', name: 'look', rawArguments: '{}' }] });
  });

  test('a response that is still under way is no reply', async () => {
    await using server = await openFaultServer([
      answerJson({ ...responsesAnswer({ text: 'Deliv' }), status: 'queued' }),
    ]);
    const error = await unavailable(modelAt({ baseURL: server.baseURL, api: 'responses' }).ask());
    expect(error.attempts[0]?.problem).toBe('the answer is not finished, its status is `queued`');
  });
});

describe('pieces', () => {
  test.each(ways.filter(({ stream }) => stream))(
    'of a $api stream are the text, refusals too, and the reply comes last',
    async ({ api }) => {
      for (const saying of [{ text: 'It was delivered.' }, { refusal: 'I cannot.' }]) {
        await using server = await openFaultServer([says(saying)]);
        const { model } = modelAt({ baseURL: server.baseURL, api });
        const session = model.open({ role: 'agent', key: { scenario: 'a', variant: 'default', trial: 0 }, seed: 1 });
        const chunks = [];
        const { signal } = new AbortController();
        for await (const chunk of session.stream!({ messages: [], turn: 0 }, { signal })) chunks.push(chunk);
        const texts = chunks.flatMap((chunk) => (chunk.type === 'text' ? [chunk.text] : []));
        expect(texts.join('')).toBe(saying.text ?? saying.refusal);
        expect(texts.length).toBeGreaterThan('text' in saying ? 1 : 0);
        expect(chunks.at(-1)).toMatchObject({ type: 'reply', reply: { text: texts.join('') } });
      }
    },
  );

  test('that nobody wants any more: the connection is given back', async () => {
    await using server = await openFaultServer([
      answerEvents(chatEvents({ text: 'One two three.' }).slice(0, -2), 'stall'),
    ]);
    const { model } = modelAt({ baseURL: server.baseURL, concurrency: 1 });
    const session = model.open({ role: 'agent', key: { scenario: 'a', variant: 'default', trial: 0 }, seed: 1 });
    const { signal } = new AbortController();
    for (let round = 0; round < 3; round += 1) {
      for await (const chunk of session.stream!({ messages: [], turn: 0 }, { signal })) {
        expect(chunk).toEqual({ type: 'text', text: 'One ' });
        break;
      }
    }
    while (server.underWay() > 0) await new Promise(setImmediate);
  });
});
