import { openaiModel } from '../../../src/llm/openai-model.ts';
import { startProvider } from './start-provider.ts';
import { OPEN, playTalks } from './talk.ts';

/** The same talks through our model, with all that it checks and records, and no sessions around them. */
const { baseURL, stop } = await startProvider();
const model = openaiModel({ model: 'bench', baseURL, apiKey: 'none', concurrency: OPEN });
const { signal } = new AbortController();
await playTalks('our model', (trial) => {
  const session = model.open({ role: 'agent', key: { scenario: 'bench', variant: 'default', trial }, seed: trial });
  return async (messages) => (await session.complete({ messages, turn: 0 }, { signal })).text;
});
stop();
