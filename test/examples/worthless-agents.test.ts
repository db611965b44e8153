import { describe, expect, test } from 'vitest';
import { functionAgent } from '../../src/agents/function-agent.ts';
import type { Agent } from '../../src/domain/contracts/agent.ts';
import { rehearse, scenarios } from './rehearse.ts';

const WORTHLESS: readonly Agent[] = [
  functionAgent(() => 'Thank you for your message. 感谢您的消息。', { name: 'says a polite nothing' }),
  functionAgent((messages) => messages.at(-1)?.content ?? 'Hello', { name: 'echoes the user' }),
  functionAgent((messages) => `Yes, all done. 好的，已经全部办好。 ${messages.at(-1)?.content ?? ''}`, {
    name: 'agrees and claims to have done everything',
  }),
];

describe.each(WORTHLESS.map((agent) => [agent.name, agent] as const))('an agent that %s', (_, agent) => {
  test.each([...scenarios.keys()])('fails %s, in its calls and in its words', async (id) => {
    const { verdict, scores } = await rehearse(id, agent);
    expect(verdict).toBe('failed');
    const failed = scores.filter((score) => score.status === 'scored' && !score.passed).map(({ stage }) => stage);
    expect(failed).toContain('generation');
    expect(failed.some((stage) => stage !== 'generation')).toBe(true);
  });
});
