import { describe, expect, onTestFinished, test } from 'vitest';
import type { ChatModel, ChatReply, ChatRequest } from '../../../src/domain/contracts/chat-model.ts';
import { openaiModel } from '../../../src/llm/openai-model.ts';
import { type ScriptedStep, scriptedModel } from '../../../src/llm/scripted-model.ts';
import { serveModel } from '../../../src/llm/serve-model.ts';

const { signal } = new AbortController();
const request: ChatRequest = { messages: [{ role: 'user', content: 'Where is A-1001?' }], turn: 0 };
const usage = { tokensIn: 7, tokensOut: 3 };

const answers: readonly ScriptedStep[] = [
  { text: 'Delivered 😀 已送达', usage },
  { stream: ['De', 'livered', '.'], usage },
  {
    calls: [
      { id: 'a', name: 'look', arguments: { order_id: 'A-1001' } },
      { id: 'b', name: 'look', arguments: '{"n":' },
    ],
    usage,
  },
  { text: 'One moment.', calls: [{ id: 'c', name: 'look', arguments: '' }], usage },
  { text: 'It is', finish: 'length', usage },
  { refusal: 'I cannot help with that.', usage },
  { text: '', usage },
];
const faults: readonly ScriptedStep[] = [
  { error: { status: 400, message: 'bad' } },
  { error: { status: 401, message: 'no key' } },
  { raw: { body: '<html>sign in</html>' } },
  { text: 'Delivered.', usage, cut: { afterBytes: 30 } },
  { calls: [{ id: 'a', name: 'refund', arguments: '{"amount": 1000, "currency": "EUR"}' }], cut: { afterPieces: 1 } },
  { text: 'Delivered.', usage, cut: { afterPieces: 0, connection: 'reset' } },
];

/** What a model answers to the same request, asked again and again. */
async function ask(model: ChatModel, times: number): Promise<unknown[]> {
  const session = model.open({ role: 'agent', key: { scenario: 'a', variant: 'default', trial: 0 }, seed: 0 });
  const told: unknown[] = [];
  for (let time = 0; time < times; time += 1) {
    told.push(await session.complete(request, { signal }).then(partsOf, (error: Error) => error.name));
  }
  return told;
}

const partsOf = ({ text, calls, finish, usage: used }: ChatReply) => ({ text, calls, finish, usage: used });

/** The real client, pointed at the script. */
async function clientOf(
  steps: readonly ScriptedStep[],
  { api, stream }: { api: 'chat' | 'responses'; stream: boolean },
) {
  const server = await serveModel(steps);
  onTestFinished(() => server.close());
  const headers = { 'x-rehearsal-session': 'one' };
  return openaiModel({
    model: 'any',
    baseURL: server.baseURL,
    apiKey: '',
    api,
    stream,
    headers,
    retry: { maxAttempts: 1 },
  });
}

describe.each([
  { api: 'chat', stream: false },
  { api: 'chat', stream: true },
  { api: 'responses', stream: false },
  { api: 'responses', stream: true },
] as const)('one script at two depths: $api, streamed: $stream', (how) => {
  test('every answer is the same over the wire as without it', async () => {
    const direct = await ask(scriptedModel(answers), answers.length);
    expect(await ask(await clientOf(answers, how), answers.length)).toEqual(direct);
  });

  test('every fault is a model that is not available, over the wire as without it', async () => {
    const direct = await ask(scriptedModel(faults), faults.length);
    expect(direct).toEqual(faults.map(() => 'ModelUnavailableError'));
    expect(await ask(await clientOf(faults, how), faults.length)).toEqual(direct);
  });
});
