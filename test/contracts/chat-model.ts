import { describe, expect, test } from 'vitest';
import type { ChatChunk, ChatModel, ChatRequest } from '../../src/domain/contracts/chat-model.ts';

/** What a model under the contract is to say: words, or calls by name and argument text. */
export type ModelScript = readonly (string | readonly { name: string; rawArguments: string }[])[];

const request: ChatRequest = Object.freeze({
  messages: Object.freeze([Object.freeze({ role: 'user' as const, content: 'Where is A-1001?' })]),
  turn: 0,
});

/** What every chat model keeps to. `make` builds one that says the script, each session from its start. */
export function chatModelContract(name: string, make: (script: ModelScript) => ChatModel): void {
  const open = (model: ChatModel, trial = 0) =>
    model.open({ role: 'agent', key: { scenario: 'a', variant: 'default', trial }, seed: 1 });
  const { signal } = new AbortController();

  describe(`${name} keeps the contract of chat models`, () => {
    test('words come as text, without calls, with the attempts it took', async () => {
      const reply = await open(make(['Delivered. 已送达'])).complete(request, { signal });
      expect(reply).toMatchObject({ text: 'Delivered. 已送达', calls: [], finish: 'stop' });
      expect(reply.attempts.at(-1)).toMatchObject({ status: 'ok' });
    });

    test('calls come with their argument text as written, and ids that tell them apart', async () => {
      const calls = [
        { name: 'lookup_order', rawArguments: '{"order_id": "A-1001"}' },
        { name: 'lookup_order', rawArguments: '{"order_id":' },
      ];
      const reply = await open(make([calls])).complete(request, { signal });
      expect(reply.finish).toBe('tool_calls');
      expect(reply.calls.map(({ id, ...call }) => call)).toEqual(calls);
      expect(new Set(reply.calls.map(({ id }) => id)).size).toBe(2);
    });

    test('each session begins at the start', async () => {
      const model = make(['one', 'two']);
      const [first, second] = [open(model, 0), open(model, 1)];
      const say = async (session: typeof first) => (await session.complete(request, { signal })).text;
      expect([await say(first), await say(second), await say(first), await say(second)]).toEqual([
        'one',
        'one',
        'two',
        'two',
      ]);
    });

    test('an aborted signal ends it with the reason', async () => {
      const reason = new Error('the turn is over');
      await expect(open(make(['Hi'])).complete(request, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });

    test('a stream ends with the whole reply, and its pieces are the text', async () => {
      const session = open(make(['Delivered.']));
      const chunks: ChatChunk[] = [];
      for await (const chunk of session.stream?.(request, { signal }) ?? []) chunks.push(chunk);
      const pieces = chunks.flatMap((chunk) => (chunk.type === 'text' ? [chunk.text] : []));
      expect(session.stream === undefined || pieces.join('') === 'Delivered.').toBe(true);
      expect(session.stream === undefined || chunks.at(-1)?.type === 'reply').toBe(true);
    });
  });
}
