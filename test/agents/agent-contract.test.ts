import { describe, expect, test } from 'vitest';
import { chatAgent } from '../../src/agents/chat-agent.ts';
import { functionAgent } from '../../src/agents/function-agent.ts';
import type { Agent, AgentStep } from '../../src/domain/contracts/agent.ts';
import { functionModel } from '../../src/llm/function-model.ts';
import { agentContract, type Behaviour, behave } from '../contracts/agent.ts';
import { contextOf, replyOf, textsOf } from './test-gateway.ts';

agentContract('the function agent', { make: functionAgentThat, calls: ['call', 'report'] });
agentContract('the chat agent', { make: chatAgentThat, calls: ['call'] });

function functionAgentThat(behaviour: Behaviour): Agent {
  return functionAgent(async (messages, { tools }) => {
    if (behaviour.kind === 'nonsense') return 42 as unknown as string;
    if (behaviour.kind === 'report') return stepsOf(behaviour);
    const heard = messages.flatMap((message) => (message.role === 'user' ? [message.content] : []));
    const did = await behave(behaviour, heard);
    if (typeof did === 'string') return did;
    const results = await Promise.all(
      did.calls.map(({ name, rawArguments }) => tools.call<string>(name, rawArguments)),
    );
    return `Result: ${results.join(', ')}`;
  });
}

function stepsOf({ calls }: Extract<Behaviour, { kind: 'report' }>): AgentStep[] {
  return [
    ...calls.map(({ id, name, rawArguments }): AgentStep => ({ type: 'reported_call', id, name, rawArguments })),
    ...calls
      .map(
        ({ id, content }): AgentStep => ({ type: 'reported_result', callId: id, outcome: { status: 'ok', content } }),
      )
      .reverse(),
    { type: 'text', text: 'Done.' },
  ];
}

function chatAgentThat(behaviour: Behaviour): Agent {
  const model = functionModel(async ({ messages }) => {
    if (behaviour.kind === 'nonsense' || behaviour.kind === 'report') return 42 as unknown as string;
    const results = messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []));
    if (results.length > 0) return `Result: ${results.join(', ')}`;
    const heard = messages.flatMap((message) => (message.role === 'user' ? [message.content] : []));
    const did = await behave(behaviour, heard);
    if (typeof did === 'string') return did;
    return did.calls.map(({ name, rawArguments }) => ({ name, arguments: rawArguments }));
  });
  return chatAgent({ model });
}

type Messages = readonly { role: string; content: string }[];

describe.each<[string, (answer: (messages: Messages) => string) => Agent]>([
  ['the function agent', (answer) => functionAgent((messages) => answer(messages))],
  ['the chat agent', (answer) => chatAgent({ model: functionModel(({ messages }) => answer(messages)) })],
])('%s lives in this process', (_name, make) => {
  test('[F22] what its code throws is thrown as it is', async () => {
    const crash = new TypeError('no such order');
    const session = await make(() => {
      throw crash;
    }).open(contextOf());
    await expect(replyOf(session, 'Hello')).rejects.toBe(crash);
  });

  test('[F27] what it does to its messages changes no later turn', async () => {
    const session = await make((messages) => {
      const list = messages as { role: string; content: string }[];
      expect(() => list.push({ role: 'user', content: 'more' })).toThrow(TypeError);
      expect(() => Object.assign(list[0] as object, { content: 'changed' })).toThrow(TypeError);
      return list.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).join(' | ');
    }).open(contextOf());
    await replyOf(session, 'one');
    expect(textsOf(await replyOf(session, 'two', { turn: 1 }))).toEqual(['one | two']);
  });
});
