import { describe, expect, test } from 'vitest';
import { chatAgent } from '../../src/agents/chat-agent.ts';
import {
  type ChatMessage,
  type ChatModelSession,
  type ChatReply,
  ModelUnavailableError,
} from '../../src/domain/contracts/chat-model.ts';
import { UsageError } from '../../src/domain/errors.ts';
import { ScriptError, scriptedModel } from '../../src/llm/scripted-model.ts';
import { play, userOf, worldOf } from '../fixtures/session-parts.ts';
import { asking, openModel } from './model-request.ts';

const { signal } = new AbortController();

/** The whole reply of a stream. */
async function lastOf(session: ChatModelSession): Promise<ChatReply> {
  for await (const chunk of session.stream?.(asking('Hi'), { signal }) ?? []) {
    if (chunk.type === 'reply') return chunk.reply;
  }
  throw new Error('the stream had no reply');
}

describe('a step', () => {
  test('[S1.02] of text and two calls gives both', async () => {
    const { ask } = openModel(
      scriptedModel([
        {
          text: 'Let me look.',
          calls: [
            { name: 'lookup_order', arguments: { order_id: 'A-1001' } },
            { name: 'lookup_order', arguments: '{"order_id":' },
          ],
        },
      ]),
    );
    expect(await ask('Where is A-1001?')).toEqual({
      text: 'Let me look.',
      calls: [
        { id: 'call_0', name: 'lookup_order', rawArguments: '{"order_id":"A-1001"}' },
        { id: 'call_1', name: 'lookup_order', rawArguments: '{"order_id":' },
      ],
      finish: 'tool_calls',
      attempts: [{ status: 'ok' }],
    });
  });

  test('[S1.03] call, error, delay, stream and answer are consumed in that order', async () => {
    const waited: number[] = [];
    const model = scriptedModel(
      [
        [{ name: 'lookup_order' }],
        { error: 'overloaded' },
        { text: 'Slow.', delayMs: 250 },
        { stream: ['Shi', 'pped'] },
        'Done.',
      ],
      { wait: async (ms) => waited.push(ms) },
    );
    const { session, ask } = openModel(model);
    expect((await ask('1')).calls).toEqual([{ id: 'call_0', name: 'lookup_order', rawArguments: '{}' }]);
    const failed = await ask('2').catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ModelUnavailableError);
    expect(failed).toMatchObject({ message: 'overloaded', attempts: [{ status: 'error', problem: 'overloaded' }] });
    expect(waited).toEqual([]);
    expect((await ask('3')).text).toBe('Slow.');
    expect(waited).toEqual([250]);
    const chunks: unknown[] = [];
    for await (const chunk of session.stream?.(asking('4'), { signal }) ?? []) chunks.push(chunk);
    expect(chunks).toEqual([
      { type: 'text', text: 'Shi' },
      { type: 'text', text: 'pped' },
      { type: 'reply', reply: { text: 'Shipped', calls: [], finish: 'stop', attempts: [{ status: 'ok' }] } },
    ]);
    expect((await ask('5')).text).toBe('Done.');
    await session.close?.();
  });

  test('an error of the author is thrown as it is', async () => {
    const own = new RangeError('context too long');
    await expect(openModel(scriptedModel([{ error: own }])).ask('Hi')).rejects.toBe(own);
  });

  test('numbers of any length keep their digits in arguments', async () => {
    const big = { order: 12345678901234567890n, nested: [{ $type: 'bigint', value: '98765432109876543210' }, 1.5] };
    const { ask } = openModel(
      scriptedModel([
        [
          { name: 'a', arguments: big },
          { name: 'b', arguments: { none: undefined } },
        ],
      ]),
    );
    expect((await ask('1')).calls.map(({ rawArguments }) => rawArguments)).toEqual([
      '{"order":12345678901234567890,"nested":[98765432109876543210,1.5]}',
      '{}',
    ]);
  });

  test('that goes wrong on the wire is what a good client makes of it', async () => {
    const { session, ask } = openModel(
      scriptedModel([
        { refusal: 'I cannot help with that.' },
        { error: { status: 429, message: 'Slow down.' } },
        { error: { status: 500 } },
        { raw: { body: '<html>sign in</html>' } },
        { raw: { body: '', status: 204 } },
        { text: 'Shipped', cut: { afterBytes: 10 } },
        { stream: ['Ship', 'ped', '.'], cut: { afterPieces: 2 } },
      ]),
    );
    expect(await ask('1')).toMatchObject({ text: 'I cannot help with that.', finish: 'refusal' });
    const told: unknown[] = [];
    for (let count = 0; count < 5; count += 1) {
      const error = await ask('2').catch((thrown: unknown) => thrown);
      if (error instanceof ModelUnavailableError) told.push({ message: error.message, attempts: error.attempts });
    }
    expect(told).toMatchInlineSnapshot(`
      [
        {
          "attempts": [
            {
              "httpStatus": 429,
              "problem": "Slow down.",
              "status": "error",
            },
          ],
          "message": "the provider answered with status 429: Slow down.",
        },
        {
          "attempts": [
            {
              "httpStatus": 500,
              "problem": "error 500, as the script says",
              "status": "error",
            },
          ],
          "message": "the provider answered with status 500: error 500, as the script says",
        },
        {
          "attempts": [
            {
              "httpStatus": 200,
              "problem": "the provider's answer is no chat completion (status 200): text/html: <html>sign in</html>",
              "status": "error",
            },
          ],
          "message": "the provider's answer is no chat completion (status 200): text/html: <html>sign in</html>",
        },
        {
          "attempts": [
            {
              "httpStatus": 204,
              "problem": "the provider's answer is no chat completion (status 204): an empty body",
              "status": "error",
            },
          ],
          "message": "the provider's answer is no chat completion (status 204): an empty body",
        },
        {
          "attempts": [
            {
              "httpStatus": 200,
              "problem": "the provider's answer was cut off before its end",
              "status": "error",
            },
          ],
          "message": "the provider's answer was cut off before its end",
        },
      ]
    `);
    const pieces: unknown[] = [];
    const read = async () => {
      for await (const chunk of session.stream?.(asking('3'), { signal }) ?? []) pieces.push(chunk);
    };
    await expect(read()).rejects.toThrow("the provider's answer was cut off before its end");
    expect(pieces).toEqual([
      { type: 'text', text: 'Ship' },
      { type: 'text', text: 'ped' },
    ]);
    await session.close?.();
  });

  test('answers only the request that it expects', async () => {
    const { session, ask } = openModel(
      scriptedModel(
        [{ text: 'Hi.', expect: { user: 'Hello' } }, { text: 'Yes.', expect: { user: /order/, turn: 1 } }, 'Bye.'],
        {
          name: 'refund model',
        },
      ),
    );
    expect((await ask('Hello')).text).toBe('Hi.');
    const first = await ask('Anything else', 2).catch((error: unknown) => error);
    expect(first).toMatchInlineSnapshot(
      `[ScriptError: step 2 ("Yes.") of \`refund model\` does not fit call 2 (turn 2): the last message of the user should match /order/; it is "Anything else"; expected turn 1, found turn 2]`,
    );
    // A client that asks again does not get the answer to another question.
    await expect(ask('my order', 1)).rejects.toBe(first);
    expect(() => session.close?.()).toThrow(first as Error);
  });

  test('usage, finish and empty ids are passed on', async () => {
    const { ask } = openModel(
      scriptedModel([{ text: 'No.', finish: 'refusal', usage: { tokensIn: 3 } }, { calls: [{ name: 'a', id: '' }] }]),
    );
    expect(await ask('1')).toMatchObject({ finish: 'refusal', usage: { tokensIn: 3 } });
    expect((await ask('2')).calls[0]?.id).toBe('');
  });

  test.each([
    [{}, "a model's answer needs `text` or `calls`, found the keys (none)"],
    [null, "a model's answer is text or calls, found null"],
    [{ calls: 'lookup' }, "`calls` of a model's answer is a list, found string"],
    [{ calls: [{ arguments: {} }] }, "a model's call needs a `name`, found undefined"],
  ])('that is no answer is refused with what was found: %j', async (step, message) => {
    await expect(openModel(scriptedModel([step as never])).ask('Hi')).rejects.toThrow(message);
  });

  test('with keys that no step has are refused when the model is made', () => {
    const make = () =>
      scriptedModel([
        'Hello.',
        { text: 'Hi', expect: { usr: 'A-1', result: { lack: 'B' } } },
        { txt: 'Hi' },
        [{ name: 'lookup', argument: {} }],
        { calls: [{ name: 'lookup', args: {} }], delay: 5, usage: { tokenIn: 1 }, cut: { afterPeces: 1 } },
        { error: { status: 429, header: {} } },
        { raw: { body: 'x', type: 'text/plain' }, text: 'y' },
        { refusal: 'No.', calls: [] },
      ] as never);
    expect(make).toThrow(UsageError);
    expect(make).toThrowErrorMatchingInlineSnapshot(`
      [UsageError: scriptedModel: \`steps[1].expect.usr\` is not known; did you mean \`user\`?
      scriptedModel: \`steps[1].expect.result.lack\` is not known; did you mean \`lacks\`?
      scriptedModel: \`steps[2].txt\` is not known; did you mean \`text\`?
      scriptedModel: \`steps[3][0].argument\` is not known; did you mean \`arguments\`?
      scriptedModel: \`steps[4].delay\` is not known; did you mean \`delayMs\`?
      scriptedModel: \`steps[4].calls[0].args\` is not known; known are \`name\`, \`arguments\`, \`id\`
      scriptedModel: \`steps[4].usage.tokenIn\` is not known; did you mean \`tokensIn\`?
      scriptedModel: \`steps[4].cut.afterPeces\` is not known; did you mean \`afterPieces\`?
      scriptedModel: \`steps[5].error.header\` is not known; did you mean \`headers\`?
      scriptedModel: \`steps[6].text\` is not known; known are \`raw\`, \`delayMs\`, \`expect\`
      scriptedModel: \`steps[6].raw.type\` is not known; known are \`body\`, \`contentType\`, \`status\`
      scriptedModel: \`steps[7].calls\` is not known; known are \`refusal\`, \`usage\`, \`delayMs\`, \`expect\`]
    `);
    expect(() => scriptedModel('Hello.' as never)).toThrowErrorMatchingInlineSnapshot(
      `[UsageError: scriptedModel: the steps are a text; expected a list, or a function that makes one]`,
    );
    expect(() => scriptedModel([], { afer: 'stick' } as never)).toThrowErrorMatchingInlineSnapshot(
      `[UsageError: scriptedModel: \`afer\` is not known; did you mean \`after\`?]`,
    );
    const late = scriptedModel(() => [{ text: 'Hi', expect: { usr: 'A-1' } }] as never);
    expect(() => openModel(late)).toThrow('did you mean `user`?');
  });

  test('may be errors of any kind, matchers that are patterns, and values that are not there', async () => {
    const own = Object.assign(new Error('down'), { code: 'E_DOWN' });
    const { ask } = openModel(scriptedModel([{ error: own }, { text: 'Hi', expect: { user: /b/, turn: undefined } }]));
    await expect(ask('a')).rejects.toBe(own);
    expect((await ask('b')).text).toBe('Hi');
  });

  test('a delay ends when the session does', async () => {
    const session = scriptedModel([{ text: 'Late.', delayMs: 3_600_000 }]).open({
      role: 'agent',
      key: { scenario: 'a', variant: 'default', trial: 0 },
      seed: 1,
    });
    const abort = new AbortController();
    const reply = session.complete(asking('Hi'), { signal: abort.signal });
    abort.abort(new Error('turn timed out'));
    await expect(reply).rejects.toThrow('turn timed out');
  });
});

describe('the script', () => {
  test('[S1.05] a sixth call on a tape of five throws, naming call 6 and the turn', async () => {
    const { ask } = openModel(scriptedModel(['1', '2', '3', '4', '5'], { name: 'refund model' }));
    for (let count = 0; count < 5; count += 1) await ask('Hi', count);
    const extra = ask('One more thing', 5);
    await expect(extra).rejects.toBeInstanceOf(ScriptError);
    await expect(extra).rejects.toThrowErrorMatchingInlineSnapshot(
      `[ScriptError: \`refund model\` has no answer to call 6 (turn 5): its script has only 5 steps. The last message was of user: "One more thing"]`,
    );
  });

  test('[S1.05] a tape of six with five calls fails at the end with "1 unused"', async () => {
    const { session, ask } = openModel(
      scriptedModel(['1', '2', '3', '4', '5', [{ name: 'issue_refund' }]], { name: 'refund model' }),
    );
    for (let count = 0; count < 5; count += 1) await ask('Hi', count);
    expect(() => session.close?.()).toThrowErrorMatchingInlineSnapshot(
      `[ScriptError: the script of \`refund model\` has 6 steps and 1 unused: the session ended before step 6 (call of issue_refund)]`,
    );
  });

  test('[S3.06] calls a tool in turn 1 and answers from its result in turn 2, from one tape', async () => {
    const model = scriptedModel([
      'Hello, how can I help?',
      [{ name: 'lookup_order', arguments: { order_id: 'A-1001' } }],
      { text: 'One moment.', expect: { result: 'delivered', turn: 1 } },
      { text: 'It was delivered.', expect: { user: 'Well?', result: 'delivered', turn: 2 } },
    ]);
    const { end, transcript } = await play({
      agent: chatAgent({ model }),
      world: worldOf({ lookup_order: { run: () => ({ status: 'delivered' }) } }),
      user: userOf('Hi', 'Where is A-1001?', 'Well?'),
    });
    expect(end.reason).toBe('user_done');
    const told = transcript.flatMap((event) => {
      if (event.type === 'tool_call') return [`${event.turn} ${event.call.name}`];
      return event.type === 'agent_message' && event.final ? [`${event.turn} ${event.text}`] : [];
    });
    expect(told).toEqual(['0 Hello, how can I help?', '1 lookup_order', '1 One moment.', '2 It was delivered.']);
    expect(model.calls.map(({ turn }) => turn)).toEqual([0, 1, 1, 2]);
  });

  test('[S3.03] calls a tool in turn 1 and then answers, from one tape', async () => {
    const model = scriptedModel([
      'Hello, how can I help?',
      [{ name: 'lookup_order', arguments: { order_id: 'A-1001' } }],
      { text: 'It was delivered.', expect: { result: 'delivered', turn: 1 } },
    ]);
    const { session, ask } = openModel(model);
    await ask('Hello');
    const { calls } = await ask('Where is A-1001?', 1);
    const messages: ChatMessage[] = [
      { role: 'user', content: 'Where is A-1001?' },
      { role: 'assistant', content: '', toolCalls: calls },
      { role: 'tool', toolCallId: calls[0]!.id, name: 'lookup_order', content: 'delivered', isError: false },
    ];
    expect((await session.complete({ messages, turn: 1 }, { signal })).text).toBe('It was delivered.');
    expect(model.calls.map(({ turn }) => turn)).toEqual([0, 1, 1]);
    await session.close?.();
  });

  test('[A11] an extra model call errors by default, and closing tells it although the caller swallowed it', async () => {
    const { session, ask } = openModel(scriptedModel(['Delivered.']));
    await ask('Where?');
    const extra = await ask('And?').catch((error: unknown) => error);
    expect(extra).toBeInstanceOf(ScriptError);
    expect(() => session.close?.()).toThrow(extra as Error);
  });

  test.each([
    ['throw', ['call of look', 'Found.', 'script ended', 'script ended', 'script ended']],
    ['stick', ['call of look', 'Found.', 'Found.', 'Found.', 'Found.']],
    ['cycle', ['call of look', 'Found.', 'call of look', 'Found.', 'call of look']],
  ] as const)(
    '[S3.04] after its last step `%s` holds for whole answers and for pieces alike',
    async (after, wanted) => {
      for (const isStreamed of [false, true]) {
        const { session } = openModel(scriptedModel([[{ name: 'look' }], { stream: ['Fou', 'nd.'] }], { after }));
        const ids: string[] = [];
        const heard: string[] = [];
        for (let count = 0; count < wanted.length; count += 1) {
          try {
            const reply = isStreamed ? await lastOf(session) : await session.complete(asking('Hi'), { signal });
            ids.push(...reply.calls.map(({ id }) => id));
            heard.push(reply.text || `call of ${reply.calls[0]?.name}`);
          } catch (error) {
            heard.push(error instanceof ScriptError ? 'script ended' : String(error));
          }
        }
        expect(heard).toEqual(wanted);
        expect(new Set(ids).size).toBe(ids.length);
        if (after === 'throw') expect(() => session.close?.()).toThrow('has no answer to call 3');
        else await session.close?.();
      }
    },
  );

  test('[S3.03] after its last step it throws, sticks or begins again', async () => {
    const texts = async (after: 'stick' | 'cycle') => {
      const { session, ask } = openModel(scriptedModel(['a', 'b'], { after }));
      const heard = [];
      for (let count = 0; count < 5; count += 1) heard.push((await ask('Hi')).text);
      await session.close?.();
      return heard.join('');
    };
    expect(await texts('stick')).toBe('abbbb');
    expect(await texts('cycle')).toBe('ababa');
    await expect(openModel(scriptedModel([], { after: 'cycle' })).ask('Hi')).rejects.toThrow('only 0 steps');
  });

  test('is opened afresh for each session, and may differ by session', async () => {
    const model = scriptedModel(({ key }) => [`trial ${key.trial}`]);
    const [first, second] = [openModel(model, { trial: 0 }), openModel(model, { trial: 1 })];
    expect((await second.ask('Hi')).text).toBe('trial 1');
    expect((await first.ask('Hi')).text).toBe('trial 0');
  });
});

describe('the requests', () => {
  test('[S1.04] are remembered as they were, whatever happens to the messages later', async () => {
    const model = scriptedModel(['a', 'b']);
    const { session } = openModel(model);
    const calls = [{ id: 'c1', name: 'lookup_order', rawArguments: '{}' }];
    const messages: ChatMessage[] = [Object.freeze({ role: 'assistant' as const, content: '', toolCalls: calls })];
    const tools = [{ name: 'lookup_order', description: 'Finds.', parameters: { type: 'object' } }];
    await session.complete({ messages, tools, turn: 0 }, { signal });
    const before = JSON.stringify(model.calls[0]);
    calls[0]!.name = 'issue_refund';
    tools[0]!.name = 'issue_refund';
    messages.length = 0;
    expect(JSON.stringify(model.calls[0])).toBe(before);
    expect(before).toContain('lookup_order');
    expect(() => {
      (model.calls[0]!.messages as ChatMessage[]).length = 0;
    }).toThrow(TypeError);
  });

  test('are kept by session, with key, turn and position', async () => {
    const model = scriptedModel(['a', 'b'], { keepSessions: 2 });
    for (const trial of [0, 1, 2]) {
      const { ask } = openModel(model, { trial });
      await ask('Hi', 0);
      await ask('And?', 1);
    }
    expect(model.calls.map(({ key, turn, call }) => [key.trial, turn, call])).toEqual([
      [1, 0, 0],
      [1, 1, 1],
      [2, 0, 0],
      [2, 1, 1],
    ]);
    expect(model.sessions.map(({ key, role, calls }) => [key.trial, role, calls.length])).toEqual([
      [1, 'agent', 2],
      [2, 'agent', 2],
    ]);
  });
});
