import OpenAI from 'openai';
import { expect, onTestFinished, test } from 'vitest';
import { chatAgent } from '../../src/agents/chat-agent.ts';
import { functionAgent } from '../../src/agents/function-agent.ts';
import { httpAgent } from '../../src/agents/http-agent.ts';
import type { Agent } from '../../src/domain/contracts/agent.ts';
import { trajectoryOf } from '../../src/domain/transcript/trajectory.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { serveModel } from '../../src/llm/serve-model.ts';
import { play, userOf, worldOf } from '../fixtures/session-parts.ts';
import { answering } from './http-server.ts';

/** What the tools of the shop answer, in the simulated world and in the service that has them itself. */
const TOOLS: Record<string, (given: Readonly<Record<string, unknown>>) => unknown> = {
  find_orders: ({ customer }) => ({ customer, orders: ['A-1001', 'A-1002'] }),
  get_order: ({ order_id }) => ({ order_id, total: order_id === 'A-1001' ? '49.90' : '12.00' }),
  refund_order: ({ order_id, amount }) => ({ order_id, refunded: amount }),
};

/** What the agent's model says, whoever asks it: a look, two at once that need it, a deed, words; then words alone. */
const SCRIPT = [
  { calls: [{ name: 'find_orders', arguments: { customer: 'C-7' } }] },
  {
    calls: [
      { name: 'get_order', arguments: { order_id: 'A-1001' } },
      { name: 'get_order', arguments: { order_id: 'A-1002' } },
    ],
  },
  { calls: [{ name: 'refund_order', arguments: { order_id: 'A-1001', amount: '49.90' } }] },
  'I refunded 49.90 for order A-1001.',
  'You are welcome.',
];

const TEXTS = ['I refunded 49.90 for order A-1001.', 'You are welcome.'];

const clients: Record<string, () => Agent | Promise<Agent>> = {
  scripted: () => chatAgent({ model: scriptedModel(SCRIPT) }),
  function: () =>
    functionAgent<'find_orders' | 'get_order' | 'refund_order'>(async (_messages, { tools, turn }) => {
      if (turn > 0) return 'You are welcome.';
      const { orders } = await tools.find_orders<{ orders: string[] }>({ customer: 'C-7' });
      const [first] = await Promise.all(
        orders.map((order_id) => tools.get_order<{ order_id: string; total: string }>({ order_id })),
      );
      const { order_id = '', total = '' } = first ?? {};
      await tools.refund_order({ order_id, amount: total });
      return `I refunded ${total} for order ${order_id}.`;
    }),
  'openai SDK': async () => {
    const server = await serveModel(SCRIPT);
    onTestFinished(() => server.close());
    return openaiAgent(new OpenAI({ apiKey: 'unused', baseURL: server.baseURL, maxRetries: 0 }));
  },
  'plain HTTP': async () => {
    const { url } = await answering(({ body }: { body: unknown }) => runLoop((body as { turn: number }).turn));
    const calls = { path: 'calls', step: 'step' };
    return httpAgent({ url, body: { turn: '{{turn}}', message: '{{message}}' }, reply: { text: 'text', calls } });
  },
};

/** An agent as people write it with the package of the provider: a loop of their own around the client. */
function openaiAgent(client: OpenAI): Agent {
  return functionAgent({
    open: () => {
      const talk: OpenAI.ChatCompletionMessageParam[] = [{ role: 'system', content: 'You help customers.' }];
      return async (messages, { tools, descriptions }) => {
        talk.push({ role: 'user', content: messages.at(-1)?.content ?? '' });
        for (;;) {
          const { choices } = await client.chat.completions.create({
            model: 'any',
            messages: talk,
            tools: descriptions.map(({ name, description, parameters }) => ({
              type: 'function',
              function: { name, description, parameters: parameters as OpenAI.FunctionParameters },
            })),
          });
          const message = choices[0]?.message;
          if (message === undefined) throw new Error('no choice');
          talk.push(message);
          const calls = (message.tool_calls ?? []).filter((call) => call.type === 'function');
          if (calls.length === 0) return message.content ?? '';
          const results = await Promise.all(
            calls.map(async ({ id, function: { name, arguments: given } }) => ({
              id,
              content: await tools.call(name, given, { id }),
            })),
          );
          for (const { id, content } of results) {
            talk.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(content) });
          }
        }
      };
    },
  });
}

/** The service behind plain HTTP: it runs the loop and its tools itself, and tells of them. */
function runLoop(turn: number): unknown {
  if (turn > 0) return { text: 'You are welcome.', calls: [] };
  const calls: unknown[] = [];
  for (const [step, said] of SCRIPT.entries()) {
    if (typeof said === 'string') return { text: said, calls };
    for (const { name, arguments: given } of said.calls) {
      calls.push({ id: `c${calls.length}`, step, name, arguments: given, result: TOOLS[name]?.(given) });
    }
  }
  throw new Error('the script has no words');
}

test('[S1.01] one agent has the same trajectory as a script, a function, behind the openai SDK and behind HTTP', async () => {
  const world = worldOf(Object.fromEntries(Object.entries(TOOLS).map(([name, run]) => [name, { run }])));
  const user = userOf('I am C-7. Please refund my dearest order.', 'Thank you!');
  const played: Record<string, unknown> = {};
  for (const [name, open] of Object.entries(clients)) {
    const { transcript, end } = await play({ agent: await open(), world, user });
    expect([name, end.reason]).toEqual([name, 'user_done']);
    const { calls, problems } = trajectoryOf(transcript);
    expect(problems).toEqual([]);
    played[name] = {
      calls: calls.map(({ name: tool, arguments: given, turn, step, result, outcome, launchedAt, seenAt }) => ({
        ...{ tool, given, turn, step, outcome, content: result?.outcome },
        // Which calls the agent had seen the results of when it launched this one.
        knew: calls.flatMap((other) => ((other.seenAt ?? Number.NaN) <= launchedAt ? [other.index] : [])),
        wasSeen: seenAt !== undefined,
      })),
      texts: transcript.flatMap((event) => (event.type === 'agent_message' && event.final ? [event.text] : [])),
    };
  }
  const { scripted, ...others } = played;
  expect(scripted).toMatchObject({
    calls: [
      { tool: 'find_orders', step: 0, knew: [], wasSeen: true },
      { tool: 'get_order', step: 1, knew: [0], wasSeen: true },
      { tool: 'get_order', step: 1, knew: [0], wasSeen: true },
      { tool: 'refund_order', step: 2, knew: [0, 1, 2], wasSeen: true },
    ],
    texts: TEXTS,
  });
  for (const [name, other] of Object.entries(others)) expect({ [name]: other }).toEqual({ [name]: scripted });
});
