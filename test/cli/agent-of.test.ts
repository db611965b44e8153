import { expect, test } from 'vitest';
import { commandAgent } from '../../src/agents/command-agent.ts';
import { functionAgent } from '../../src/agents/function-agent.ts';
import { httpAgent } from '../../src/agents/http-agent.ts';
import { agentOf } from '../../src/cli/assemble.ts';

test('an agent without a name of its own goes by its key in the config, and one with a name keeps it', () => {
  const named = functionAgent(() => 'Hello.', { name: 'order desk' });
  const program = commandAgent({ command: ['true'] });
  const config = {
    agents: { blind: httpAgent({ url: 'http://127.0.0.1:1/', reply: { text: '' } }), named, program },
  };
  expect(agentOf(config, undefined)).toMatchObject({ name: 'blind', adapter: 'http' });
  expect(agentOf(config, 'named')).toBe(named);
  const called = agentOf(config, 'program');
  expect(called.name).toBe('program');
  expect((called as typeof program)[Symbol.asyncDispose]).toBe(program[Symbol.asyncDispose]);
});
