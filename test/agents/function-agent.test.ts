import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { AgentMessage } from '../../src/agents/agent-message.ts';
import { functionAgent } from '../../src/agents/function-agent.ts';
import { ToolCallError } from '../../src/agents/tool-callables.ts';
import type { AgentStep } from '../../src/domain/contracts/agent.ts';
import { contextOf, replyOf, testGateway, textsOf } from './test-gateway.ts';

describe('messages', () => {
  test('are shaped as chat messages, with the calls of earlier turns', async () => {
    const seen: (readonly AgentMessage[])[] = [];
    const agent = functionAgent<'lookup_order'>(async (messages, { tools, turn }) => {
      seen.push(messages);
      if (turn === 1) return 'Tomorrow.';
      const found = await tools.lookup_order<{ status: string }>({ order_id: 'A-1001' });
      await tools.call('refund', { order_id: 'A-1001' }, { id: 'mine' }).catch(() => {});
      return `It is ${found.status}.`;
    });
    const session = await agent.open(contextOf(testGateway({ lookup_order: () => ({ status: 'shipped' }) })));
    await replyOf(session, 'Where is A-1001?');
    await replyOf(session, 'And when will it arrive?', { turn: 1 });
    expect(seen[0]).toEqual([{ role: 'user', content: 'Where is A-1001?' }]);
    expect(seen[1]).toMatchInlineSnapshot(`
      [
        {
          "content": "Where is A-1001?",
          "role": "user",
        },
        {
          "content": "",
          "role": "assistant",
          "tool_calls": [
            {
              "function": {
                "arguments": "{"order_id":"A-1001"}",
                "name": "lookup_order",
              },
              "id": "call_0",
              "type": "function",
            },
          ],
        },
        {
          "content": "{"status":"shipped"}",
          "role": "tool",
          "tool_call_id": "call_0",
        },
        {
          "content": "",
          "role": "assistant",
          "tool_calls": [
            {
              "function": {
                "arguments": "{"order_id":"A-1001"}",
                "name": "refund",
              },
              "id": "mine",
              "type": "function",
            },
          ],
        },
        {
          "content": "Error: unknown tool: there is no tool \`refund\`",
          "role": "tool",
          "tool_call_id": "mine",
        },
        {
          "content": "It is shipped.",
          "role": "assistant",
        },
        {
          "content": "And when will it arrive?",
          "role": "user",
        },
      ]
    `);
  });

  test('calls made at the same time are one message, and their results stand in call order', async () => {
    const gateway = testGateway({ a: () => 'A', b: () => 'B' });
    const agent = functionAgent<'a' | 'b'>(async (messages, { tools, turn }) => {
      if (turn === 1) return JSON.stringify(messages.slice(1).map((message) => message.role));
      const [second, first] = [tools.b(), tools.a()];
      await Promise.all([first, second]);
      await tools.a();
      return 'Done.';
    });
    const session = await agent.open(contextOf(gateway));
    await replyOf(session, 'Go');
    const [roles] = textsOf(await replyOf(session, 'Roles?', { turn: 1 }));
    expect(roles).toBe('["assistant","tool","tool","assistant","tool","assistant","user"]');
    expect(gateway.calls.map(({ name, step }) => `${step}${name}`)).toEqual(['1b', '1a', '2a']);
  });
});

describe('tools', () => {
  test('give a copy of their content that may be changed', async () => {
    const content = Object.freeze({ orders: Object.freeze(['B', 'A']) });
    const agent = functionAgent<'list_orders'>(async (_, { tools }) => {
      const { orders } = await tools.list_orders<{ orders: string[] }>();
      return orders.sort().join();
    });
    const session = await agent.open(contextOf(testGateway({ list_orders: () => content })));
    expect(textsOf(await replyOf(session, 'Hi'))).toEqual(['A,B']);
  });

  test('that fail throw an error with the outcome, which an agent may catch', async () => {
    const agent = functionAgent<'refund'>(async (_, { tools }) => {
      try {
        await tools.refund({});
        return 'Refunded.';
      } catch (error) {
        return error instanceof ToolCallError ? `${error.kind}: ${error.message} (${error.tool})` : 'a crash';
      }
    });
    const refund = () => {
      throw new Error('order not found');
    };
    const session = await agent.open(contextOf(testGateway({ refund })));
    expect(textsOf(await replyOf(session, 'Refund'))).toEqual(['tool_error: order not found (refund)']);
  });

  test('that do not exist are recorded calls of an unknown tool, by name and through `call`', async () => {
    const agent = functionAgent<'lokup'>(async (messages, { tools }) => {
      expect(Object.keys(tools)).toEqual(['toString', 'call']);
      const isFirst = messages.length === 1;
      return isFirst ? tools.lokup<string>({ id: 1 }) : tools.call<string>('cancel', '{"a":1}{"b":2}');
    });
    const gateway = testGateway({ toString: () => 'own' });
    const session = await agent.open(contextOf(gateway));
    await expect(replyOf(session, 'Look')).rejects.toMatchObject({
      name: 'ToolCallError',
      kind: 'unknown_tool',
      tool: 'lokup',
      message: 'unknown tool: there is no tool `lokup`',
    });
    await expect(replyOf(session, 'Cancel')).rejects.toThrow('there is no tool `cancel`');
    expect(gateway.calls.map(({ name, rawArguments }) => [name, rawArguments])).toEqual([
      ['lokup', '{"id":1}'],
      ['cancel', '{"a":1}{"b":2}'],
    ]);
  });

  test('can be awaited, printed and made JSON of without a call', async () => {
    const agent = functionAgent(async (_, { tools }) => {
      const same = await tools;
      return `${same === tools} ${JSON.stringify(same)} ${inspect(same).includes('lookup')}`;
    });
    const gateway = testGateway({ lookup: () => 1 });
    const session = await agent.open(contextOf(gateway));
    expect(textsOf(await replyOf(session, 'Go'))).toEqual(['true {} true']);
    expect(gateway.calls).toEqual([]);
  });

  test('may be named `then`, `call` or `__proto__` without breaking anything', async () => {
    const agent = functionAgent(async (_, { tools }) => {
      const same = await Promise.resolve(tools);
      return `${await same.call('then')} ${await same.call('call')} ${await same.call('__proto__')}`;
    });
    const tools = { ['th' + 'en']: () => 't', call: () => 'c', ['__proto__']: () => 'p' };
    const session = await agent.open(contextOf(testGateway(tools)));
    expect(textsOf(await replyOf(session, 'Go'))).toEqual(['t c p']);
  });
});

describe('answers', () => {
  const stepsOf = async (answer: unknown): Promise<AgentStep[]> => {
    const session = await functionAgent(() => answer as string).open(contextOf());
    return replyOf(session, 'Hi');
  };

  test('are text, text with a hand-over, steps, or a stream of steps', async () => {
    expect(await stepsOf({ text: 'Bye', handedOff: { to: 'a person' } })).toEqual([
      { type: 'text', text: 'Bye' },
      { type: 'handed_off', to: 'a person', reason: undefined },
    ]);
    expect(await stepsOf(['One.', { type: 'text', text: 'Two.' }])).toEqual([
      { type: 'text', text: 'One.' },
      { type: 'text', text: 'Two.' },
    ]);
    async function* stream() {
      yield { type: 'custom', name: 'guardrail', data: 1 };
      yield 'Hello.';
    }
    expect(await stepsOf(stream())).toEqual([
      { type: 'custom', name: 'guardrail', data: 1 },
      { type: 'text', text: 'Hello.' },
    ]);
  });

  test('[F23] that hold no words end with an empty text, which is on record', async () => {
    async function* nothing() {}
    const empty = { type: 'text', text: '' };
    expect(await stepsOf(nothing())).toEqual([empty]);
    expect(await stepsOf([{ type: 'custom', name: 'a', data: 1 }])).toEqual([
      { type: 'custom', name: 'a', data: 1 },
      empty,
    ]);
    expect(await stepsOf([{ type: 'handed_off' }])).toEqual([{ type: 'handed_off' }]);
  });

  test('[F23] that are none are refused with what they were', async () => {
    const problems: string[] = [];
    const noText = { content: 'Hi' };
    for (const answer of [
      undefined,
      null,
      42,
      true,
      () => 'Hi',
      [],
      {},
      noText,
      { text: 1 },
      [undefined],
      [{ type: 'txt' }],
      [{ type: 'text' }],
    ]) {
      await stepsOf(answer).catch((error: Error) => problems.push(`${error.name}: ${error.message}`));
    }
    expect(problems.join('\n')).toMatchInlineSnapshot(`
      "AgentReplyError: the agent returned undefined: expected text, an object with \`text\`, or a list or stream of steps
      AgentReplyError: the agent returned null: expected text, an object with \`text\`, or a list or stream of steps
      AgentReplyError: the agent returned 42: expected text, an object with \`text\`, or a list or stream of steps
      AgentReplyError: the agent returned true: expected text, an object with \`text\`, or a list or stream of steps
      AgentReplyError: the agent returned a function: expected text, an object with \`text\`, or a list or stream of steps
      AgentReplyError: the agent returned an empty list: expected text, an object with \`text\`, or a list or stream of steps
      AgentReplyError: the agent returned an object without a text in \`text\` (its keys: none): expected text, an object with \`text\`, or a list or stream of steps
      AgentReplyError: the agent returned an object without a text in \`text\` (its keys: content): expected text, an object with \`text\`, or a list or stream of steps
      AgentReplyError: the agent returned an object without a text in \`text\` (its keys: text): expected text, an object with \`text\`, or a list or stream of steps
      AgentReplyError: the agent yielded undefined: expected text, or a step of type step_started, text, reported_call, reported_result, usage, handed_off, custom
      AgentReplyError: the agent yielded a step of type "txt": expected text, or a step of type step_started, text, reported_call, reported_result, usage, handed_off, custom
      AgentReplyError: the agent yielded a text step whose text is undefined"
    `);
  });

  test('[F22] whatever is thrown reaches the session as it is', async () => {
    const hostile = {
      get message() {
        throw new Error('no');
      },
    };
    for (const thrown of [new Error('e'), 'text', undefined, hostile]) {
      const session = await functionAgent(() => {
        throw thrown;
      }).open(contextOf());
      const caught = await replyOf(session, 'Hi').then(
        () => 'nothing',
        (error: unknown) => error,
      );
      expect(caught === thrown).toBe(true);
    }
  });

  test('[F20] a stream that hangs is left alone when the signal aborts', async () => {
    async function* hangs() {
      yield 'One.';
      await new Promise(() => {});
    }
    const session = await functionAgent(() => hangs()).open(contextOf());
    const abort = new AbortController();
    const iterator = session.reply({ turn: 0, text: 'Hi' }, { signal: abort.signal })[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: { type: 'text', text: 'One.' } });
    const next = iterator.next();
    abort.abort(new Error('over'));
    await expect(next).rejects.toThrow('over');
  });
});

describe('[F28] state', () => {
  const counting = () =>
    functionAgent({
      open: () => {
        let count = 0;
        return () => {
          count += 1;
          return String(count);
        };
      },
    });

  test('belongs to one session when it is made by `open`', async () => {
    const agent = counting();
    const [first, second] = [await agent.open(contextOf()), await agent.open(contextOf())];
    await replyOf(first, 'a');
    expect(textsOf(await replyOf(first, 'b'))).toEqual(['2']);
    expect(textsOf(await replyOf(second, 'a'))).toEqual(['1']);
  });

  test('is let go once, and only an agent without it can be copied', async () => {
    let closed = 0;
    const close = () => {
      closed += 1;
    };
    const agent = functionAgent({ open: async () => ({ reply: () => 'Hi', close }) });
    const session = await agent.open(contextOf());
    expect(session.snapshot).toBeUndefined();
    await session[Symbol.asyncDispose]?.();
    await session[Symbol.asyncDispose]?.();
    expect(closed).toBe(1);
  });

  test('of a plain function is its messages, which a snapshot carries over', async () => {
    const agent = functionAgent((messages) => messages.map(({ content }) => content).join(' | '));
    const [first, second] = [await agent.open(contextOf()), await agent.open(contextOf())];
    await replyOf(first, 'one');
    await second.restore?.(JSON.parse(JSON.stringify(await first.snapshot?.())));
    expect(textsOf(await replyOf(second, 'two', { turn: 1 }))).toEqual(['one | one | two']);
  });
});

test('an agent is told the policy, the clock, the language, the key and the seed', async () => {
  const agent = functionAgent((_, { policy, now, language, key, seed, turn }) =>
    JSON.stringify({ policy, now, language, key, seed, turn }),
  );
  const input = { policy: ['Be kind.'], now: '2026-01-15T09:00:00Z', language: 'zh' };
  const [text] = textsOf(
    await replyOf(await agent.open(contextOf(testGateway(), { input, seed: 9 })), 'Hi', { turn: 3 }),
  );
  expect(JSON.parse(text ?? '')).toEqual({
    ...input,
    key: { scenario: 'refund', variant: 'default', trial: 0 },
    seed: 9,
    turn: 3,
  });
});
