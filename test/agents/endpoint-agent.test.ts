import { describe, expect, test } from 'vitest';
import { endpointAgent } from '../../src/agents/endpoint-agent.ts';
import type { Agent } from '../../src/domain/contracts/agent.ts';
import type { ChatModel, ChatReply } from '../../src/domain/contracts/chat-model.ts';
import { functionModel } from '../../src/llm/function-model.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { agentContract, type Behaviour, behave } from '../contracts/agent.ts';
import { contextOf, replyOf, textsOf } from './test-gateway.ts';

agentContract('the endpoint agent', { make: (behaviour) => endpointAgentThat(behaviour, {}), calls: [] });
agentContract('the endpoint agent that does not stream', {
  make: (behaviour) => endpointAgentThat(behaviour, { stream: false }),
  calls: [],
});

function endpointAgentThat(behaviour: Behaviour, options: { stream?: boolean }): Agent {
  const model = functionModel(async ({ messages }) => {
    if (behaviour.kind === 'nonsense' || behaviour.kind === 'report') return 42 as unknown as string;
    const heard = messages.flatMap((message) => (message.role === 'user' ? [message.content] : []));
    return String(await behave(behaviour, heard));
  });
  return endpointAgent({ model, ...options });
}

test('it is sent what was said so far: no system message, no tools, no calls of its own', async () => {
  const model = scriptedModel(['Hi.', { text: 'Let me look.', calls: [{ name: 'look', arguments: {} }] }, 'Bye.']);
  const session = await endpointAgent({ model }).open(contextOf());
  for (const [turn, text] of ['Hello', 'Where?', 'Thanks'].entries()) await replyOf(session, text, { turn });
  await session[Symbol.asyncDispose]?.();
  const asked = model.calls.at(-1);
  expect([asked?.turn, asked?.tools ?? []]).toEqual([2, []]);
  expect(asked?.messages).toEqual([
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi.' },
    { role: 'user', content: 'Where?' },
    { role: 'assistant', content: 'Let me look.' },
    { role: 'user', content: 'Thanks' },
  ]);
});

test('a call in its reply is told, not run, and that is said', async () => {
  const model = scriptedModel([{ text: '', calls: [{ name: 'look', arguments: { id: 1 } }] }]);
  const session = await endpointAgent({ model }).open(contextOf());
  expect(await replyOf(session, 'Where?')).toEqual([
    { type: 'step_started' },
    expect.objectContaining({ type: 'usage', model: 'scripted model' }),
    { type: 'reported_call', id: 'call_0', name: 'look', rawArguments: '{"id":1}' },
    { type: 'custom', name: 'calls_not_run', data: { names: ['look'] } },
    { type: 'text', text: '', final: true },
  ]);
});

test('its calls count as hidden unless its author says that replies hold them all', () => {
  const model = scriptedModel([]);
  expect(endpointAgent({ model }).toolCallsVisible).toBe(false);
  expect(endpointAgent({ model, toolCallsVisible: true }).toolCallsVisible).toBe(true);
});

test('its model is opened behind the run, where the run asks for that', async () => {
  const opened: ChatModel[] = [];
  const model = scriptedModel(['Hi.']);
  const agent = endpointAgent({ model });
  const session = await agent.open({
    ...contextOf(),
    openModel(asked) {
      opened.push(asked);
      return asked.open({ role: 'agent', key: contextOf().key, seed: 1 });
    },
  });
  expect(textsOf(await replyOf(session, 'Hello'))).toEqual(['Hi.']);
  expect(opened).toEqual([model]);
});

describe('a reply', () => {
  const answering = (reply: unknown, isStreamed = false): Agent =>
    endpointAgent({
      model: {
        name: 'odd',
        fixed: [],
        open: () => ({
          complete: async () => reply as ChatReply,
          ...(isStreamed
            ? {
                async *stream() {
                  yield { type: 'text' as const, text: 'half' };
                  if (reply !== undefined) yield { type: 'reply' as const, reply: reply as ChatReply };
                },
              }
            : {}),
        }),
      },
    });

  test.each([undefined, null, {}, { text: 'x', calls: [{ id: 1 }], attempts: [] }])('%j is none', async (reply) => {
    for (const isStreamed of [false, true]) {
      const session = await answering(reply, isStreamed).open(contextOf());
      await expect(replyOf(session, 'Hello')).rejects.toMatchObject({
        name: 'ModelUnavailableError',
        message: '`odd` gave no usable reply',
      });
    }
  });

  test('that was cut off or refused is marked', async () => {
    for (const [finish, name] of [
      ['length', 'model_cut_off'],
      ['refusal', 'model_refused'],
    ] as const) {
      const session = await answering({ text: 'No', calls: [], finish, attempts: [] }).open(contextOf());
      expect(await replyOf(session, 'Hello')).toContainEqual({ type: 'custom', name, data: { text: 'No' } });
    }
  });
});

test('it can be taken back to a moment', async () => {
  const model = functionModel(({ messages }) => messages.map(({ content }) => content).join(' | '));
  const session = await endpointAgent({ model }).open(contextOf());
  await replyOf(session, 'one');
  const snapshot = await session.snapshot?.();
  await replyOf(session, 'two', { turn: 1 });
  await session.restore?.(snapshot ?? null);
  expect(textsOf(await replyOf(session, 'three', { turn: 1 }))).toEqual(['one | one | three']);
});
