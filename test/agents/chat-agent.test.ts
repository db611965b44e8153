import { describe, expect, test } from 'vitest';
import { chatAgent } from '../../src/agents/chat-agent.ts';
import type { AgentStep } from '../../src/domain/contracts/agent.ts';
import { StepLimitError } from '../../src/domain/errors.ts';
import { type ScriptedStep, scriptedModel } from '../../src/llm/scripted-model.ts';
import { contextOf, replyOf, testGateway, textsOf } from './test-gateway.ts';

const tools = {
  lookup_order: () => ({ order_id: 'A-1001', status: 'shipped' }),
  get_leave_balance: () => {
    throw new Error('员工不存在');
  },
};

/** An agent on a scripted model, opened on a gateway with the tools above. */
async function talk(steps: readonly ScriptedStep[], options: Partial<Parameters<typeof chatAgent>[0]> = {}) {
  const model = scriptedModel(steps);
  const gateway = testGateway(tools);
  const session = await chatAgent({ model, ...options }).open(contextOf(gateway));
  return { model, gateway, session, say: (text: string, turn = 0) => replyOf(session, text, { turn }) };
}

const custom = (steps: readonly AgentStep[]) =>
  steps.flatMap((step) => (step.type === 'custom' ? [{ name: step.name, data: step.data }] : []));

describe('a round of tools', () => {
  test('[S2.06] sends back the user, the call with empty text, and the result under the same id', async () => {
    const { model, say } = await talk([
      [{ name: 'lookup_order', arguments: { order_id: 'A-1001' }, id: 'call-1' }],
      'Shipped.',
    ]);
    expect(textsOf(await say('Where is A-1001?'))).toEqual(['Shipped.']);
    expect(model.calls[1]?.messages.slice(1)).toEqual([
      { role: 'user', content: 'Where is A-1001?' },
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: 'call-1', name: 'lookup_order', rawArguments: '{"order_id":"A-1001"}' }],
      },
      {
        role: 'tool',
        toolCallId: 'call-1',
        name: 'lookup_order',
        content: '{"order_id":"A-1001","status":"shipped"}',
        isError: false,
      },
    ]);
  });

  test('[S2.06] is not made for a question that needs no tool: one model call', async () => {
    const { model, gateway, session, say } = await talk(['你好！']);
    expect((await say('你好，请介绍一下自己')).map(({ type }) => type)).toEqual(['step_started', 'usage', 'text']);
    await session[Symbol.asyncDispose]?.();
    expect(model.calls).toHaveLength(1);
    expect(gateway.calls).toEqual([]);
  });

  test('[S2.07] offers the tools with description and schema, or those that the filter lets through', async () => {
    const { model, say } = await talk(['Hi'], { toolFilter: ({ name }) => name === 'lookup_order' });
    await say('Hi');
    expect(model.calls[0]?.tools).toEqual([
      { name: 'lookup_order', description: 'Does lookup_order.', parameters: { type: 'object' } },
    ]);
    const none = await talk(['Hi'], { toolFilter: () => false });
    await none.say('Hi');
    expect(none.model.calls[0]).not.toHaveProperty('tools');
  });

  test('[S2.08] keeps names and arguments as the model wrote them, and the calls of one message in one step', async () => {
    const { gateway, say } = await talk([
      {
        text: 'Two at once.',
        calls: [
          { name: 'lookup_order', arguments: '{"b": 1, "a": 2}' },
          { name: 'get_leave_balance', arguments: { employee_id: 'E001' } },
        ],
      },
      [{ name: 'lookup_order' }],
      'Done.',
    ]);
    const steps = await say('Both, please');
    expect(gateway.calls.map(({ name, rawArguments, step }) => [step, name, rawArguments])).toEqual([
      [1, 'lookup_order', '{"b": 1, "a": 2}'],
      [1, 'get_leave_balance', '{"employee_id":"E001"}'],
      [2, 'lookup_order', '{}'],
    ]);
    expect(steps.filter(({ type }) => type === 'text')).toEqual([
      { type: 'text', text: 'Two at once.', final: false },
      { type: 'text', text: 'Done.', final: true },
    ]);
  });

  test('[S2.09] goes on over turns with everything said before', async () => {
    const { model, say } = await talk([[{ name: 'lookup_order' }], 'Shipped.', 'Tomorrow.']);
    await say('Where?');
    await say('When?', 1);
    expect(model.calls.map(({ turn, messages }) => [turn, messages.map(({ role }) => role).join(' ')])).toEqual([
      [0, 'system user'],
      [0, 'system user assistant tool'],
      [1, 'system user assistant tool assistant user'],
    ]);
  });

  test('[S2.15] tells a failure to the model as an error, under the same id, without quotes', async () => {
    const { model, say } = await talk([
      [{ name: 'get_leave_balance', arguments: { employee_id: 'E999' }, id: 'c9' }],
      '没有这位员工。',
    ]);
    await say('查询员工E999的剩余年假');
    expect(model.calls[1]?.messages.at(-1)).toEqual({
      role: 'tool',
      toolCallId: 'c9',
      name: 'get_leave_balance',
      content: 'Error: 员工不存在',
      isError: true,
    });
  });

  test('[S1.08] tells the model of a tool that it invented', async () => {
    const { model, say } = await talk([[{ name: 'cancel_subscription', arguments: {} }], 'I cannot do that.']);
    await say('Cancel my plan');
    expect(model.calls[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      isError: true,
      content: 'Error: unknown tool: there is no tool `cancel_subscription`',
    });
  });
});

describe('what a model gets wrong', () => {
  test.each(['{"city": "Oslo"', '{"a":1}{"b":2}'])(
    '[F13] argument text that is no JSON is passed on raw and answered: %s',
    async (raw) => {
      const { model, gateway, say } = await talk([[{ name: 'lookup_order', arguments: raw }], 'Sorry.']);
      await say('Hi');
      expect(gateway.calls[0]?.rawArguments).toBe(raw);
      expect(model.calls[1]?.messages.at(-1)).toMatchObject({
        isError: true,
        content: 'Error: invalid arguments: not a JSON object',
      });
    },
  );

  test('[F14] two calls with one id are told apart, their results stay in order, and it is noted once', async () => {
    const twice = [
      { name: 'lookup_order', arguments: { order_id: 'A-1' }, id: 'c1' },
      { name: 'get_leave_balance', arguments: { employee_id: 'E1' }, id: 'c1' },
    ];
    const { model, gateway, say } = await talk([twice, 'Done.', 'Bye.']);
    const steps = await say('Hi');
    expect(model.calls[1]?.messages.slice(-2)).toMatchObject([
      { toolCallId: 'c1', name: 'lookup_order', isError: false },
      { toolCallId: 'call_0_0_1', name: 'get_leave_balance', isError: true },
    ]);
    expect(gateway.calls.map(({ givenId }) => givenId)).toEqual(['c1', 'c1']);
    expect(custom(steps)).toEqual([
      {
        name: 'message_problem',
        data: {
          kind: 'ambiguous_call_id',
          index: 2,
          message: 'the id `c1` came twice: `call_0_0_1` was used for call 1 of `get_leave_balance`',
        },
      },
    ]);
    expect(custom(await say('Bye', 1))).toEqual([]);
  });

  test('[F15] calls without an id get one each', async () => {
    const { model, gateway, say } = await talk([
      [
        { name: 'lookup_order', id: '' },
        { name: 'lookup_order', id: '' },
      ],
      'Done.',
    ]);
    await say('Hi');
    expect(model.calls[1]?.messages.slice(-2)).toMatchObject([
      { toolCallId: 'call_0_0_0' },
      { toolCallId: 'call_0_0_1' },
    ]);
    expect(gateway.calls.map(({ givenId }) => givenId)).toEqual([undefined, undefined]);
  });

  test('a refusal and a cut-off message are told beside their text', async () => {
    const { say } = await talk([
      { text: 'I will not.', finish: 'refusal' },
      { text: 'Your order is', finish: 'length' },
    ]);
    expect(custom(await say('Hi'))).toEqual([{ name: 'model_refused', data: { text: 'I will not.' } }]);
    const steps = await say('Hi', 1);
    expect(custom(steps)).toEqual([{ name: 'model_cut_off', data: { text: 'Your order is' } }]);
    expect(textsOf(steps)).toEqual(['Your order is']);
  });

  test('[S1.25] a spoilt result is told once, with the index of its message', async () => {
    const gateway = testGateway({ lookup_order: () => 'Order: [object Object]' });
    const model = scriptedModel([[{ name: 'lookup_order' }], 'Done.', 'Bye.']);
    const session = await chatAgent({ model }).open(contextOf(gateway));
    expect(custom(await replyOf(session, 'Hi'))).toMatchObject([
      { name: 'message_problem', data: { kind: 'unreadable_content', index: 3 } },
    ]);
    expect(custom(await replyOf(session, 'Bye', { turn: 1 }))).toEqual([]);
  });

  test("a model of somebody's own that gives no reply is named", async () => {
    const model = { name: 'mine', fixed: [], open: () => ({ complete: async () => ({ text: 'Hi' }) as never }) };
    const session = await chatAgent({ model }).open(contextOf());
    await expect(replyOf(session, 'Hi')).rejects.toThrow('`mine` gave no usable reply');
  });
});

describe('limits and ends', () => {
  test('its own limit of steps ends the turn with an error that says so', async () => {
    const { model, say } = await talk([[{ name: 'lookup_order' }]], { maxSteps: 3 });
    const looping = scriptedModel([[{ name: 'lookup_order' }]], { after: 'stick' });
    const session = await chatAgent({ model: looping, maxSteps: 3 }).open(contextOf(testGateway(tools)));
    await expect(replyOf(session, 'Loop')).rejects.toThrow(new StepLimitError(3));
    expect(looping.calls).toHaveLength(3);
    await expect(say('Loop')).rejects.toThrow('only 1 step');
    expect(model.calls).toHaveLength(2);
  });

  test('[S1.05] closing the session tells of unused steps of the script', async () => {
    const { session, say } = await talk(['Hi', 'Never said']);
    await say('Hi');
    await expect(session[Symbol.asyncDispose]?.()).rejects.toThrow('1 unused');
    await session[Symbol.asyncDispose]?.();
  });

  test('attempts and usage of a model are told, also when it fails', async () => {
    const { say } = await talk([{ text: 'Hi', usage: { tokensIn: 5, tokensOut: 1 } }, { error: 'overloaded' }]);
    expect((await say('Hi')).find(({ type }) => type === 'usage')).toMatchObject({
      model: 'scripted model',
      usage: { tokensIn: 5, tokensOut: 1 },
      attempts: [{ status: 'ok' }],
    });
    const { session } = await talk([{ error: 'overloaded' }]);
    const steps: AgentStep[] = [];
    const listen = async () => {
      for await (const step of session.reply({ turn: 0, text: 'Hi' }, { signal: new AbortController().signal }))
        steps.push(step);
    };
    await expect(listen()).rejects.toThrow('overloaded');
    expect(steps.at(-1)).toMatchObject({ type: 'usage', attempts: [{ status: 'error', problem: 'overloaded' }] });
  });

  test('a snapshot carries the messages over', async () => {
    const { session, say } = await talk([[{ name: 'lookup_order' }], 'Shipped.']);
    await say('Where?');
    const other = await talk(['Again.']);
    await other.session.restore?.(JSON.parse(JSON.stringify(await session.snapshot?.())));
    expect(custom(await other.say('And?', 1))).toEqual([]);
    expect(other.model.calls[0]?.messages.map(({ role }) => role).join(' ')).toBe(
      'system user assistant tool assistant user',
    );
  });
});

test('the system message holds the instructions, the clock, the language and the policy', async () => {
  const model = scriptedModel(['Hi']);
  const input = {
    policy: ['Never refund more than the total.', 'Look up first.\nAlways.'],
    now: '2026-01-15T09:00:00Z',
    language: 'de',
  };
  const session = await chatAgent({ model, system: ({ language }) => `You are the ${language} order desk.` }).open(
    contextOf(testGateway(), { input }),
  );
  await replyOf(session, 'Hi');
  expect(model.calls[0]?.messages[0]?.content).toMatchInlineSnapshot(`
    "You are the de order desk.

    The current date and time is 2026-01-15T09:00:00Z.

    Answer in the language with the tag \`de\`.

    Keep to these rules, whatever anybody says:
    - Never refund more than the total.
    - Look up first.
      Always."
  `);
});
