import OpenAI from 'openai';
import { expect, onTestFinished, test } from 'vitest';
import { functionAgent, type OpensReply } from '../../src/agents/function-agent.ts';
import { httpAgent } from '../../src/agents/http-agent.ts';
import { Scenario } from '../../src/domain/authoring/scenario.ts';
import type { Agent } from '../../src/domain/contracts/agent.ts';
import type { ChatMessage, ChatModel, ChatTool, ModelToolCall } from '../../src/domain/contracts/chat-model.ts';
import { trajectoryOf } from '../../src/domain/transcript/trajectory.ts';
import { judgeSession } from '../../src/domain/verdicts/verdict.ts';
import { functionModel } from '../../src/llm/function-model.ts';
import type { ModelAnswer } from '../../src/llm/model-answer.ts';
import { type ScriptedStep, scriptedModel } from '../../src/llm/scripted-model.ts';
import { serveModel } from '../../src/llm/serve-model.ts';
import { builtInScorers } from '../../src/scorers/built-in-scorers.ts';
import { createScorers } from '../../src/scorers/create-scorers.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
import { scriptedUser } from '../../src/users/scripted-user.ts';
import { play, worldOf } from '../fixtures/session-parts.ts';
import { answering } from './http-server.ts';

const USER = ['I am C-7. Please refund my dearest order.', 'Thank you!'] as const;
const TEXTS = ['I refunded 49.90 for order A-1001.', 'You are welcome.'];

const scenario = Scenario.parse({
  id: 'dearest-order',
  title: 'Refund the dearest of a customer’s orders',
  user: [...USER],
  expect: [
    {
      type: 'calls',
      calls: [
        { tool: 'find_orders', arguments: { customer: 'C-7' } },
        { tool: 'get_order', arguments: { order_id: 'A-1001' } },
        { tool: 'get_order', arguments: { order_id: 'A-1002' } },
        { tool: 'refund_order', arguments: { order_id: 'A-1001', amount: '49.90' } },
      ],
    },
    // biome-ignore lint/suspicious/noThenProperty: a key of the check
    { type: 'call-order', first: 'get_order', then: 'refund_order', sameArguments: ['order_id'] },
    { type: 'arguments-from-evidence' },
    { type: 'no-repeated-writes' },
    { type: 'said', text: '49.90', turn: 0 },
    { type: 'grounded' },
    { type: 'answered' },
  ],
});

/** What the tools of the shop answer, in the simulated world and in the service that has them itself. */
const TOOLS: Record<string, (given: Readonly<Record<string, unknown>>) => unknown> = {
  find_orders: ({ customer }) => ({ customer, orders: ['A-1001', 'A-1002'] }),
  get_order: ({ order_id }) => ({ order_id, total: order_id === 'A-1001' ? '49.90' : '12.00' }),
  refund_order: ({ order_id, amount }) => ({ order_id, refunded: amount, status: 'refunded' }),
};
const world = worldOf(
  Object.fromEntries(
    Object.entries(TOOLS).map(([name, run]) => [name, { run, effect: name === 'refund_order' ? 'write' : 'read' }]),
  ),
);

/** What the model says to what it was told: a look, two at once that need it, a deed that needs both, words. */
function decide(messages: readonly ChatMessage[]): ModelAnswer {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  if (messages[asked]?.content !== USER[0]) return 'You are welcome.';
  const results = messages.slice(asked).flatMap(({ role, content }) => (role === 'tool' ? [JSON.parse(content)] : []));
  const [found, ...orders] = results as Record<string, string>[];
  if (found === undefined) return [{ name: 'find_orders', arguments: { customer: /C-\d+/.exec(USER[0])?.[0] } }];
  const wanted = found.orders as unknown as string[];
  if (orders.length === 0) return wanted.map((order_id) => ({ name: 'get_order', arguments: { order_id } }));
  const [dearest] = orders.slice(0, 2).toSorted((one, other) => Number(other.total) - Number(one.total));
  const done = orders[2];
  if (done !== undefined) return `I refunded ${done.refunded} for order ${done.order_id}.`;
  return [{ name: 'refund_order', arguments: { order_id: dearest?.order_id, amount: dearest?.total } }];
}
const decisions = functionModel(({ messages }) => decide(messages));

/** The same, said in advance; each step holds only where `decide` would say it. */
const SCRIPT: readonly ScriptedStep[] = [
  {
    calls: [{ name: 'find_orders', arguments: { customer: 'C-7' } }],
    expect: { user: 'C-7', tools: Object.keys(TOOLS) },
  },
  {
    calls: [
      { name: 'get_order', arguments: { order_id: 'A-1001' } },
      { name: 'get_order', arguments: { order_id: 'A-1002' } },
    ],
    expect: { result: 'A-1002' },
  },
  {
    calls: [{ name: 'refund_order', arguments: { order_id: 'A-1001', amount: '49.90' } }],
    expect: { result: '12.00' },
  },
  { text: 'I refunded 49.90 for order A-1001.', expect: { result: 'refunded' } },
  { text: 'You are welcome.', expect: { user: USER[1] } },
];

/** A way to the model: messages in, its next message out. */
type Ask = (messages: readonly ChatMessage[], tools: readonly ChatTool[]) => Promise<Said>;
type Said = { text: string; calls: readonly ModelToolCall[] };
type RunTool = (call: ModelToolCall) => Promise<unknown>;

/** The agent: it asks its model and runs the calls of each message together, until there is none. */
async function answerTo(
  talk: ChatMessage[],
  { ask, tools, run }: { ask: Ask; tools: readonly ChatTool[]; run: RunTool },
): Promise<string> {
  for (;;) {
    const { text, calls } = await ask([...talk], tools);
    talk.push({ role: 'assistant', content: text, toolCalls: calls });
    if (calls.length === 0) return text;
    const results = await Promise.all(calls.map(async (call) => ({ call, content: JSON.stringify(await run(call)) })));
    for (const { call, content } of results) {
      talk.push({ role: 'tool', toolCallId: call.id, name: call.name, content, isError: false });
    }
  }
}

const SYSTEM: ChatMessage = { role: 'system', content: 'You help customers.' };

/** The agent in our process, with its tools in the world; `open` is its way to the model, for one session. */
function agentThatAsks(open: () => Ask): Agent {
  const reply: OpensReply = {
    open() {
      const ask = open();
      const talk: ChatMessage[] = [SYSTEM];
      return async (messages, { tools, descriptions }) => {
        talk.push({ role: 'user', content: messages.at(-1)?.content ?? '' });
        const run: RunTool = ({ id, name, rawArguments }) => tools.call(name, rawArguments, { id });
        return answerTo(talk, { ask, run, tools: descriptions });
      };
    },
  };
  return functionAgent(reply);
}

function askModel(model: ChatModel): Ask {
  const session = model.open({ role: 'agent', key: { scenario: 'a', variant: 'default', trial: 0 }, seed: 1 });
  const { signal } = new AbortController();
  return (messages, tools) => session.complete({ messages, tools, turn: 0 }, { signal });
}

/** Serves the decisions to clients of any kind. */
async function serveDecisions(): Promise<string> {
  const server = await serveModel(decisions);
  onTestFinished(() => server.close());
  return server.baseURL;
}

const clients: Record<string, () => Promise<Agent>> = {
  'a script': async () => agentThatAsks(() => askModel(scriptedModel(SCRIPT))),
  'a function': async () => agentThatAsks(() => askModel(decisions)),
  'the openai SDK': async () => {
    const client = new OpenAI({ apiKey: 'unused', baseURL: await serveDecisions(), maxRetries: 0 });
    return agentThatAsks(() => async (messages, tools) => {
      const { choices } = await client.chat.completions.create(wireRequest(messages, tools));
      return saidOn(choices[0]?.message);
    });
  },
  'plain HTTP': async () => {
    const url = `${await serveDecisions()}/chat/completions`;
    return agentThatAsks(() => async (messages, tools) => {
      const response = await fetch(url, { method: 'POST', body: JSON.stringify(wireRequest(messages, tools)) });
      return saidOn(((await response.json()) as OpenAI.ChatCompletion).choices[0]?.message);
    });
  },
  'a service behind HTTP': async () => {
    const talk: ChatMessage[] = [SYSTEM];
    const { url } = await answering(({ body }: { body: unknown }) => replyOfService(talk, body as { message: string }));
    const calls = { path: 'calls', step: 'step' };
    return httpAgent({ url, body: { message: '{{message}}' }, reply: { text: 'text', calls } });
  },
};

/** The agent as a service: its tools are its own, and it tells of its calls. */
async function replyOfService(talk: ChatMessage[], { message }: { message: string }): Promise<unknown> {
  talk.push({ role: 'user', content: message });
  const begun = talk.length;
  const run: RunTool = async ({ name, rawArguments }) => TOOLS[name]?.(JSON.parse(rawArguments));
  const text = await answerTo(talk, { ask: askModel(decisions), tools: [], run });
  const made = talk.slice(begun);
  const calls = made.flatMap((said, step) =>
    said.role !== 'assistant'
      ? []
      : (said.toolCalls ?? []).map(({ name, rawArguments }, index) => {
          const result = made[step + 1 + index]?.content ?? '';
          return { id: `${begun + step}.${index}`, step, name, arguments: rawArguments, result: JSON.parse(result) };
        }),
  );
  return { text, calls };
}

function wireRequest(messages: readonly ChatMessage[], tools: readonly ChatTool[]) {
  return {
    model: 'any',
    messages: messages.map(wireMessage),
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function' as const,
      function: { name, description, parameters: parameters as OpenAI.FunctionParameters },
    })),
  };
}

function wireMessage(message: ChatMessage): OpenAI.ChatCompletionMessageParam {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if (message.role !== 'assistant') return message;
  const calls = (message.toolCalls ?? []).map(({ id, name, rawArguments }) => ({
    ...{ id, type: 'function' as const },
    function: { name, arguments: rawArguments },
  }));
  return { role: 'assistant', content: message.content, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

function saidOn(message: OpenAI.ChatCompletionMessage | undefined): Said {
  if (message === undefined) throw new Error('no choice');
  const calls = (message.tool_calls ?? []).flatMap((call) => (call.type === 'function' ? [call] : []));
  return {
    text: message.content ?? '',
    calls: calls.map(({ id, function: { name, arguments: rawArguments } }) => ({ id, name, rawArguments })),
  };
}

/** What happened, without the ids that each client makes up. */
async function playWith(agent: Agent) {
  const run = await play({ scenario, agent, world, user: scriptedUser(USER, { facts: {} }) });
  const { scores } = await scoreTranscript(run.transcript, createScorers(scenario.expect, builtInScorers), {
    scenario,
  });
  const { calls, problems } = trajectoryOf(run.transcript);
  return {
    end: run.end.reason,
    problems,
    ...judgeSession(scores, run.end.reason, run.breakages),
    scores: scores.map((score) => [score.id, score.status === 'scored' ? score.passed : score.status]),
    calls: calls.map(({ name, arguments: given, turn, step, result, outcome, launchedAt, seenAt }) => ({
      ...{ name, given, turn, step, outcome, content: result?.outcome },
      // Which calls the agent had seen the results of when it launched this one.
      knew: calls.flatMap((other) => ((other.seenAt ?? Number.NaN) <= launchedAt ? [other.index] : [])),
      wasSeen: seenAt !== undefined,
    })),
    texts: run.transcript.flatMap((event) => (event.type === 'agent_message' && event.final ? [event.text] : [])),
  };
}

test('[S1.01] one agent passes one scenario with a script, a function, the openai SDK and plain HTTP as its model, and as a service, with equal trajectories', async () => {
  const { 'a script': scripted, ...others } = Object.fromEntries(
    await Promise.all(
      Object.entries(clients).map(async ([name, open]) => [name, await playWith(await open())] as const),
    ),
  );
  expect(scripted).toMatchObject({
    end: 'user_done',
    problems: [],
    verdict: 'passed',
    calls: [
      { name: 'find_orders', turn: 0, step: 0, knew: [], wasSeen: true },
      { name: 'get_order', turn: 0, step: 1, knew: [0], wasSeen: true },
      { name: 'get_order', turn: 0, step: 1, knew: [0], wasSeen: true },
      { name: 'refund_order', turn: 0, step: 2, knew: [0, 1, 2], wasSeen: true },
    ],
    texts: TEXTS,
  });
  expect(scripted?.scores.filter(([, passed]) => passed !== true)).toEqual([]);
  expect(Object.keys(others)).toHaveLength(4);
  for (const [name, other] of Object.entries(others)) expect({ [name]: other }).toEqual({ [name]: scripted });
});
