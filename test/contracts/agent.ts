import { describe, expect, test } from 'vitest';
import type { Agent } from '../../src/domain/contracts/agent.ts';
import { contextOf, replyOf, testGateway, textsOf } from '../agents/test-gateway.ts';

/** What an agent under the contract does with a message: says something, or calls a tool and says what came of it. */
export type Behaviour = (input: {
  /** The user's words so far, the last one last. */
  heard: readonly string[];
  /** The messages as the adapter hands them over. */
  messages: readonly unknown[];
  signal: AbortSignal;
}) => string | Promise<string> | { call: string; rawArguments: string };

/**
 * What every agent adapter keeps to. `make` builds one whose agent behaves as told; after a call it says
 * `Result: <content>`.
 */
export function agentContract(name: string, make: (behave: Behaviour) => Agent): void {
  describe(`${name} keeps the contract of agents`, () => {
    test('its words reach the user', async () => {
      const session = await make(({ heard }) => `You said: ${heard.at(-1)}`).open(contextOf());
      expect(textsOf(await replyOf(session, '你好 👋'))).toEqual(['You said: 你好 👋']);
    });

    test.each(['', ' \n\u200b'])('[F23] saying nothing (%j) is on record', async (nothing) => {
      const session = await make(() => nothing).open(contextOf());
      expect(textsOf(await replyOf(session, 'Hello'))).toEqual([nothing]);
    });

    test('a text of a megabyte arrives whole', async () => {
      const huge = 'ü'.repeat(1_000_000);
      const session = await make(() => huge).open(contextOf());
      expect(textsOf(await replyOf(session, 'Hello')).join('') === huge).toBe(true);
    });

    test('[F22] a crash is thrown as it is, and another session is not affected', async () => {
      const crash = new TypeError('no such order');
      const agent = make(({ heard }) => {
        if (heard.at(-1) === 'crash') throw crash;
        return 'fine';
      });
      const [first, second] = [await agent.open(contextOf()), await agent.open(contextOf())];
      await expect(replyOf(first, 'crash')).rejects.toBe(crash);
      expect(textsOf(await replyOf(second, 'Hello'))).toEqual(['fine']);
    });

    test('[F20] an agent that never answers lets go when its signal aborts, with the reason', async () => {
      const session = await make(() => new Promise<string>(() => {})).open(contextOf());
      const abort = new AbortController();
      const reply = replyOf(session, 'Hello', { signal: abort.signal });
      abort.abort(new Error('the turn is over'));
      await expect(reply).rejects.toThrow('the turn is over');
    });

    test('[F21] an answer after the abort is not told', async () => {
      let answerLate = (_: string) => {};
      const late = new Promise<string>((resolve) => {
        answerLate = resolve;
      });
      const session = await make(() => late).open(contextOf());
      const abort = new AbortController();
      const told: string[] = [];
      const listen = async () => {
        for await (const step of session.reply({ turn: 0, text: 'Hello' }, { signal: abort.signal })) {
          if (step.type === 'text') told.push(step.text);
        }
      };
      const listening = listen();
      abort.abort(new Error('the turn is over'));
      await expect(listening).rejects.toThrow('the turn is over');
      answerLate('Too late.');
      await late;
      await Promise.resolve();
      expect(told).toEqual([]);
    });

    test('two sessions at once do not mix', async () => {
      const agent = make(({ heard }) => heard.join(' | '));
      const sessions = await Promise.all(
        ['a', 'b'].map(async (who) => ({ who, session: await agent.open(contextOf()) })),
      );
      const answers = await Promise.all(
        sessions.map(async ({ who, session }) => {
          await replyOf(session, `${who}1`);
          return textsOf(await replyOf(session, `${who}2`, { turn: 1 }));
        }),
      );
      expect(answers).toEqual([['a1 | a2'], ['b1 | b2']]);
    });

    test('[F27] what an agent does to its messages changes no later turn', async () => {
      const session = await make(({ heard, messages }) => {
        const list = messages as { content: string }[];
        expect(() => list.push({ content: 'more' })).toThrow(TypeError);
        expect(() => Object.assign(list[0] as object, { content: 'changed' })).toThrow(TypeError);
        return heard.join(' | ');
      }).open(contextOf());
      await replyOf(session, 'one');
      expect(textsOf(await replyOf(session, 'two', { turn: 1 }))).toEqual(['one | two']);
    });

    test('its tools run through the gateway alone', async () => {
      const gateway = testGateway({ lookup_order: () => 'delivered' });
      const session = await make(() => ({ call: 'lookup_order', rawArguments: '{"order_id":"A-1001"}' })).open(
        contextOf(gateway),
      );
      expect(textsOf(await replyOf(session, 'Where?')).at(-1)).toBe('Result: delivered');
      expect(gateway.calls).toMatchObject([{ name: 'lookup_order', rawArguments: '{"order_id":"A-1001"}' }]);
    });

    test("when the agent speaks first, nothing is put into the user's mouth", async () => {
      const session = await make(({ heard }) => `heard ${heard.length}`).open(contextOf());
      expect(textsOf(await replyOf(session, ''))).toEqual(['heard 0']);
    });

    test('it can be disposed of twice', async () => {
      const session = await make(() => 'Hi').open(contextOf());
      await session[Symbol.asyncDispose]?.();
      await session[Symbol.asyncDispose]?.();
    });
  });
}
