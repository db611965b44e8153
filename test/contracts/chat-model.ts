import { describe, expect, test } from 'vitest';
import type { ChatChunk, ChatModel, ChatRequest } from '../../src/domain/contracts/chat-model.ts';

/** What a model under the contract is to say: words, calls by name and argument text, or nothing at all, ever. */
export type ModelScript = readonly (string | 'hangs' | readonly { name: string; rawArguments: string }[])[];
/** The step that gets no answer. */
export const HANGS = 'hangs';

export type ModelCase = {
  title: string;
  /** Rejects when a model that `make` builds does not keep to it. */
  check(make: (script: ModelScript) => ChatModel): Promise<void>;
};

const request: ChatRequest = Object.freeze({
  messages: Object.freeze([Object.freeze({ role: 'user' as const, content: 'Where is A-1001?' })]),
  turn: 0,
});
const { signal } = new AbortController();

const open = (model: ChatModel, trial = 0) =>
  model.open({ role: 'agent', key: { scenario: 'a', variant: 'default', trial }, seed: 1 });

/** What every chat model keeps to. */
export const chatModelCases: readonly ModelCase[] = [
  {
    title: 'words come as text, without calls, with the attempts it took',
    async check(make) {
      const reply = await open(make(['Delivered. 已送达'])).complete(request, { signal });
      expect(reply).toMatchObject({ text: 'Delivered. 已送达', calls: [], finish: 'stop' });
      expect(reply.attempts.at(-1)).toMatchObject({ status: 'ok' });
    },
  },
  {
    title: 'calls come with their argument text as written, and ids that tell them apart',
    async check(make) {
      const calls = [
        { name: 'lookup_order', rawArguments: '{"order_id": "A-1001"}' },
        { name: 'lookup_order', rawArguments: '{"order_id":' },
      ];
      const reply = await open(make([calls])).complete(request, { signal });
      expect(reply.finish).toBe('tool_calls');
      expect(reply.calls.map(({ id, ...call }) => call)).toEqual(calls);
      expect(new Set(reply.calls.map(({ id }) => id)).size).toBe(2);
    },
  },
  {
    title: 'each session begins at the start',
    async check(make) {
      const model = make(['one', 'two']);
      const [first, second] = [open(model, 0), open(model, 1)];
      const say = async (session: typeof first) => (await session.complete(request, { signal })).text;
      const said = [await say(first), await say(second), await say(first), await say(second)];
      expect(said).toEqual(['one', 'one', 'two', 'two']);
    },
  },
  {
    title: 'an aborted signal ends it with the reason',
    async check(make) {
      const reason = new Error('the turn is over');
      const aborted = { signal: AbortSignal.abort(reason) };
      await expect(soon(open(make(['Hi'])).complete(request, aborted))).rejects.toBe(reason);
      const listening = firstOf(open(make(['Hi'])), aborted.signal);
      if (listening !== undefined) await expect(soon(listening)).rejects.toBe(reason);
    },
  },
  {
    title: 'a time limit that passes while it waits ends it at once with the reason',
    async check(make) {
      for (const ask of [complete, firstOf]) {
        const reason = new Error('the turn timed out');
        const abort = new AbortController();
        const asked = ask(open(make([HANGS])), abort.signal);
        if (asked === undefined) continue;
        // Whatever comes of it before anybody looks is no unhandled rejection.
        asked.catch(() => {});
        await turns(50);
        abort.abort(reason);
        await expect(soon(asked)).rejects.toBe(reason);
      }
    },
  },
  {
    title: 'a stream ends with the whole reply, and its pieces are the text',
    async check(make) {
      const session = open(make(['Delivered.']));
      const chunks: ChatChunk[] = [];
      for await (const chunk of session.stream?.(request, { signal }) ?? []) chunks.push(chunk);
      const pieces = chunks.flatMap((chunk) => (chunk.type === 'text' ? [chunk.text] : []));
      expect(session.stream === undefined || pieces.join('') === 'Delivered.').toBe(true);
      expect(session.stream === undefined || chunks.at(-1)?.type === 'reply').toBe(true);
    },
  },
];

/**
 * Tests a chat model against the contract. `make` builds one that says the script, each session from its start; `row`
 * begins the titles.
 */
export function chatModelContract(
  name: string,
  make: (script: ModelScript) => ChatModel,
  { row = '' }: { row?: string } = {},
): void {
  describe(`${name} keeps the contract of chat models`, () => {
    for (const { title, check } of chatModelCases) test(`${row}${title}`, () => check(make));
  });
}

type Session = ReturnType<ChatModel['open']>;

function complete(session: Session, given: AbortSignal): Promise<unknown> | undefined {
  return session.complete(request, { signal: given });
}

/** The first piece of a stream; undefined for a model that has none. */
function firstOf(session: Session, given: AbortSignal): Promise<unknown> | undefined {
  return session.stream === undefined
    ? undefined
    : session.stream(request, { signal: given })[Symbol.asyncIterator]().next();
}

/** What settles within a few turns of the event loop; anything later is an error. */
async function soon<Value>(promise: Promise<Value>): Promise<Value> {
  const late = turns(500).then(() => Promise.reject(new Error('it went on as if nothing had happened')));
  return Promise.race([promise, late]);
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
