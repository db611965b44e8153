import { onTestFinished } from 'vitest';
import { commandAgent } from '../../src/agents/command-agent.ts';
import { agentContract } from '../contracts/agent.ts';
import { programThat } from './command-agent-programs.ts';

for (const lifetime of ['session', 'run'] as const) {
  agentContract(`the command agent with a program for the ${lifetime}`, {
    calls: ['call', 'report'],
    make(behaviour) {
      const agent = commandAgent({ command: programThat(behaviour, { isShared: lifetime === 'run' }), lifetime });
      onTestFinished(() => agent[Symbol.asyncDispose]());
      return agent;
    },
  });
}
