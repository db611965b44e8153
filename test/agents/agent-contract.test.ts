import { chatAgent } from '../../src/agents/chat-agent.ts';
import { functionAgent } from '../../src/agents/function-agent.ts';
import { functionModel } from '../../src/llm/function-model.ts';
import { agentContract, type Behaviour } from '../contracts/agent.ts';

agentContract('the function agent', (behave) =>
  functionAgent(async (messages, { tools, signal }) => {
    const heard = messages.flatMap((message) => (message.role === 'user' ? [message.content] : []));
    const did = await behave({ heard, messages, signal });
    return typeof did === 'string' ? did : `Result: ${await tools.call<string>(did.call, did.rawArguments)}`;
  }),
);

agentContract('the chat agent', (behave) => chatAgent({ model: functionModel(modelThat(behave)) }));

function modelThat(behave: Behaviour): Parameters<typeof functionModel>[0] {
  return async ({ messages, signal }) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return `Result: ${last.content}`;
    const heard = messages.flatMap((message) => (message.role === 'user' ? [message.content] : []));
    const did = await behave({ heard, messages, signal });
    return typeof did === 'string' ? did : [{ name: did.call, arguments: did.rawArguments }];
  };
}
