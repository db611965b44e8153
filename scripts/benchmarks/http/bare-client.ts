import OpenAI from 'openai';
import { startProvider } from './start-provider.ts';
import { playTalks } from './talk.ts';

/** The client of the `openai` package as it comes, with its own fetch, under a plain limiter. */
const { baseURL, stop } = await startProvider();
const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
await playTalks('bare client', () => async (messages) => {
  const asked = { model: 'bench', messages: [...messages] };
  return (await client.chat.completions.create(asked)).choices[0]?.message.content ?? '';
});
stop();
