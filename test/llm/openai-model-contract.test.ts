import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatModel } from '../../src/domain/contracts/chat-model.ts';
import type { OpenaiModelOptions } from '../../src/llm/openai-model.ts';
import { providerModel } from '../../src/llm/provider/provider-model.ts';
import { createProviderRuntime } from '../../src/llm/provider/provider-runtime.ts';
import { chatModelCases, chatModelContract, HANGS, type ModelScript } from '../contracts/chat-model.ts';
import { type FaultServer, openFaultServer } from '../fixtures/fault-server.ts';
import { neverAnswer } from '../fixtures/faults/answers.ts';
import { says } from '../fixtures/faults/wire.ts';

let server: FaultServer;
/** What remains to be said at each address. */
const scripts = new Map<string, ModelScript[number][]>();
let addresses = 0;

beforeAll(async () => {
  server = await openFaultServer(({ path }) => {
    const step = scripts.get(path.split('/')[2] ?? '')?.shift() ?? 'nothing more';
    if (step === HANGS) return neverAnswer;
    return says(typeof step === 'string' ? step : { calls: step.map((call, index) => ({ id: `c${index}`, ...call })) });
  });
});
afterAll(() => server[Symbol.asyncDispose]());

/** A server cannot tell sessions apart, so each has its own address. */
const modelOf =
  (options: Partial<OpenaiModelOptions>) =>
  (script: ModelScript): ChatModel => ({
    name: 'm',
    fixed: [],
    open(context) {
      const address = `s${addresses++}`;
      scripts.set(address, [...script]);
      const baseURL = `${server.baseURL}/${address}`;
      return providerModel({ model: 'm', baseURL, ...options }, runtime).open(context);
    },
  });
const runtime = createProviderRuntime({ environment: () => ({}) });

const row = { row: '[S2.01] ' };
chatModelContract('openaiModel over Chat Completions', modelOf({}), row);
chatModelContract('openaiModel over streamed Chat Completions', modelOf({ stream: true }), row);
chatModelContract('openaiModel over Responses', modelOf({ api: 'responses' }), row);
chatModelContract('openaiModel over streamed Responses', modelOf({ api: 'responses', stream: true }), row);
chatModelContract('openaiModel that never streams', modelOf({ stream: false }), row);

describe('the contract', () => {
  test('[S2.01] has six cases, and a client that swallows time limits fails those about them and no other', async () => {
    const swallows = (script: ModelScript): ChatModel => {
      const good = modelOf({})(script);
      const { signal } = new AbortController();
      return {
        ...good,
        open(context) {
          const session = good.open(context);
          return {
            complete: (request) => session.complete(request, { signal }),
            stream: (request) => session.stream!(request, { signal }),
          };
        },
      };
    };
    const outcomes = [];
    for (const { title, check } of chatModelCases) {
      const outcome = await check(swallows).then(
        () => 'kept',
        () => 'broken',
      );
      outcomes.push(`${outcome}: ${title}`);
    }
    expect(outcomes).toMatchInlineSnapshot(`
      [
        "kept: words come as text, without calls, with the attempts it took",
        "kept: calls come with their argument text as written, and ids that tell them apart",
        "kept: each session begins at the start",
        "broken: an aborted signal ends it with the reason",
        "broken: a time limit that passes while it waits ends it at once with the reason",
        "kept: a stream ends with the whole reply, and its pieces are the text",
      ]
    `);
  });
});
