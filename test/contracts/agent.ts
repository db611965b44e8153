import { describe, expect, onTestFinished, test } from 'vitest';
import type { Agent, AgentContext, AgentSession } from '../../src/domain/contracts/agent.ts';
import { contextOf, replyOf, testGateway, textsOf } from '../agents/test-gateway.ts';

/**
 * What an agent under the contract does with every message. It is data, so that a program or a server can be told of it
 * as well as a function.
 */
export type Behaviour =
  /** Says `You said: <the last words>`. */
  | { kind: 'echo' }
  /** Says all that it heard in this session, joined by ` | `, or `nothing` when the user has not spoken yet. */
  | { kind: 'recall' }
  | { kind: 'say'; text: string }
  /** Crashes when it hears `crash`, and says `fine` otherwise. */
  | { kind: 'crash' }
  /** Answers with something that is no answer, whatever that is for this kind of agent. */
  | { kind: 'nonsense' }
  /** Never answers. */
  | { kind: 'hang' }
  /** Says `Too late.` when `until` resolves, or, where that cannot be told to it, when it is asked to stop. */
  | { kind: 'late'; until: Promise<void> }
  /** Makes these calls of the world's tools together, then says `Result: <their contents, joined by a comma>`. */
  | { kind: 'call'; calls: readonly { name: string; rawArguments: string }[] }
  /** Tells of calls of its own tools, all calls first, then their results in reverse order, and says `Done.`. */
  | { kind: 'report'; calls: readonly { id: string; name: string; rawArguments: string; content: string }[] };

export type AgentMakers = {
  /**
   * An agent that behaves so in each of its sessions. Whatever it needs around it, such as a server, is closed by
   * `onTestFinished`.
   */
  make(behaviour: Behaviour): Agent | Promise<Agent>;
  /** Which behaviours with calls it is able to have: calls of the world's tools, of its own, both or none. */
  calls: readonly ('call' | 'report')[];
};

/**
 * What a behaviour comes to, for agents whose other end lives in this process: words, or calls still to be made. Throws
 * for a crash and never settles for `hang`. `nonsense` and `report` look different for every agent and are not its to say.
 */
export async function behave(
  behaviour: Exclude<Behaviour, { kind: 'nonsense' | 'report' }>,
  heard: readonly string[],
): Promise<string | { calls: readonly { name: string; rawArguments: string }[] }> {
  switch (behaviour.kind) {
    case 'echo':
      return `You said: ${heard.at(-1)}`;
    case 'recall':
      return heard.join(' | ') || 'nothing';
    case 'say':
      return behaviour.text;
    case 'crash':
      if (heard.at(-1) === 'crash') throw new TypeError('no such order');
      return 'fine';
    case 'hang':
      return new Promise(() => {});
    case 'late':
      await behaviour.until;
      return 'Too late.';
    case 'call':
      return { calls: behaviour.calls };
  }
}

/** What every agent adapter keeps to, however it is reached. */
export function agentContract(name: string, { make, calls }: AgentMakers): void {
  const open = async (agent: Agent, context: AgentContext = contextOf()): Promise<AgentSession> => {
    const session = await agent.open(context);
    onTestFinished(async () => session[Symbol.asyncDispose]?.());
    return session;
  };

  describe(`${name} keeps the contract of agents`, () => {
    test('its words reach the user', async () => {
      const session = await open(await make({ kind: 'echo' }));
      expect(textsOf(await replyOf(session, '你好 👋'))).toEqual(['You said: 你好 👋']);
    });

    test('words with line breaks, quotes, NUL and line separators arrive as they are', async () => {
      const session = await open(await make({ kind: 'echo' }));
      const odd = 'a\nb\r\nc\t"d" \\ {{e}} \u0000 \u2028 \u001b[2J';
      expect(textsOf(await replyOf(session, odd))).toEqual([`You said: ${odd}`]);
    });

    test.each(['', ' \n\u200b'])('[F23] saying nothing (%j) is on record', async (nothing) => {
      const session = await open(await make({ kind: 'say', text: nothing }));
      expect(textsOf(await replyOf(session, 'Hello'))).toEqual([nothing]);
    });

    test('[F23] an answer that is none is an error with words', async () => {
      const session = await open(await make({ kind: 'nonsense' }));
      await expect(replyOf(session, 'Hello')).rejects.toThrow(/\w/);
    });

    test('a text of two megabytes arrives whole', async () => {
      const huge = 'ü'.repeat(1_000_000);
      const session = await open(await make({ kind: 'say', text: huge }));
      expect(textsOf(await replyOf(session, 'Hello')).join('') === huge).toBe(true);
    });

    test('a message of two megabytes reaches it whole', async () => {
      const huge = 'ü'.repeat(1_000_000);
      const session = await open(await make({ kind: 'echo' }));
      expect(textsOf(await replyOf(session, huge)).join('') === `You said: ${huge}`).toBe(true);
    });

    test('[F22] a crash is an error with words, and another session is not affected', async () => {
      const agent = await make({ kind: 'crash' });
      const [first, second] = [await open(agent), await open(agent)];
      expect(textsOf(await replyOf(second, 'Hello'))).toEqual(['fine']);
      await expect(replyOf(first, 'crash')).rejects.toThrow(/\w/);
      expect(textsOf(await replyOf(second, 'Hello again', { turn: 1 }))).toEqual(['fine']);
    });

    test('[F20] an agent that never answers lets go when its signal aborts, with the reason', async () => {
      const session = await open(await make({ kind: 'hang' }));
      const abort = new AbortController();
      const reply = replyOf(session, 'Hello', { signal: abort.signal });
      abort.abort(new Error('the turn is over'));
      await expect(reply).rejects.toThrow('the turn is over');
      await session[Symbol.asyncDispose]?.();
    });

    test('[F21] an answer after the abort is not told', async () => {
      let release = (): void => {};
      const until = new Promise<void>((resolve) => {
        release = resolve;
      });
      const session = await open(await make({ kind: 'late', until }));
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
      release();
      await until;
      await session[Symbol.asyncDispose]?.();
      expect(told).toEqual([]);
    });

    test('a signal that was aborted before ends the turn with its reason', async () => {
      const session = await open(await make({ kind: 'echo' }));
      const signal = AbortSignal.abort(new Error('the turn is over'));
      await expect(replyOf(session, 'Hello', { signal })).rejects.toThrow('the turn is over');
    });

    test('two sessions at once do not mix', async () => {
      const agent = await make({ kind: 'recall' });
      const sessions = await Promise.all(['a', 'b'].map(async (who) => ({ who, session: await open(agent) })));
      const answers = await Promise.all(
        sessions.map(async ({ who, session }) => {
          await replyOf(session, `${who}1`);
          return textsOf(await replyOf(session, `${who}2`, { turn: 1 }));
        }),
      );
      expect(answers).toEqual([['a1 | a2'], ['b1 | b2']]);
    });

    test('a session begins without the memories of one before it', async () => {
      const agent = await make({ kind: 'recall' });
      const first = await open(agent);
      await replyOf(first, 'one');
      await first[Symbol.asyncDispose]?.();
      expect(textsOf(await replyOf(await open(agent), 'two'))).toEqual(['two']);
    });

    test("when the agent speaks first, nothing is put into the user's mouth", async () => {
      const session = await open(await make({ kind: 'recall' }));
      expect(textsOf(await replyOf(session, ''))).toEqual(['nothing']);
      expect(textsOf(await replyOf(session, 'Hello', { turn: 1 }))).toEqual(['Hello']);
    });

    test('it can be disposed of twice', async () => {
      const session = await open(await make({ kind: 'echo' }));
      await session[Symbol.asyncDispose]?.();
      await session[Symbol.asyncDispose]?.();
    });

    if (calls.includes('call'))
      test('its tools run through the gateway alone, together in one step', async () => {
        const gateway = testGateway({
          lookup_order: (given) => `delivered ${(given as { order_id: string }).order_id}`,
        });
        const asked = ['A-1001', 'A-1002'].map((id) => ({
          name: 'lookup_order',
          rawArguments: `{"order_id": "${id}", "n": 12345678901234567890}`,
        }));
        const session = await open(await make({ kind: 'call', calls: asked }), contextOf(gateway));
        expect(textsOf(await replyOf(session, 'Where?')).at(-1)).toBe('Result: delivered A-1001, delivered A-1002');
        expect(gateway.calls).toMatchObject(asked.map((call) => ({ ...call, step: 1 })));
      });

    if (calls.includes('report'))
      test('results that are told out of order belong to their calls', async () => {
        const told = ['A-1001', 'A-1002'].map((id, index) => {
          const rawArguments = `{"order_id": "${id}"}`;
          return { id: `r${index}`, name: 'lookup_order', rawArguments, content: `delivered ${id}` };
        });
        const session = await open(await make({ kind: 'report', calls: told }));
        const steps = await replyOf(session, 'Where?');
        const callsTold = steps.filter((step) => step.type === 'reported_call');
        expect(callsTold.map(({ name, rawArguments }) => ({ name, given: JSON.parse(rawArguments) }))).toEqual(
          told.map(({ name, rawArguments }) => ({ name, given: JSON.parse(rawArguments) })),
        );
        const contents = callsTold.map(({ id }) =>
          steps.find((step) => step.type === 'reported_result' && step.callId === id),
        );
        expect(contents).toMatchObject(told.map(({ content }) => ({ outcome: { status: 'ok', content } })));
        expect(textsOf(steps)).toEqual(['Done.']);
      });
  });
}
