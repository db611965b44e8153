import { describe, expect, test } from 'vitest';
import type { Budgets, Prices } from '../../src/domain/authoring/budgets.ts';
import { BudgetExceededError, type ChatModel, ModelUnavailableError } from '../../src/domain/contracts/chat-model.ts';
import { type BudgetBookOptions, createBudgetBook } from '../../src/llm/budget/budget-book.ts';
import { estimateRequestTokens, estimateTextTokens } from '../../src/llm/budget/estimate-tokens.ts';
import { createModelAccess } from '../../src/llm/model-access.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import {
  asking,
  cassetteOf,
  key,
  liveModel,
  memoryStore,
  openIn,
  problemOf,
  signal,
  silentModel,
} from './cassette-parts.ts';

const prices: Prices = { 'gpt-x': { inputUsd: 10, outputUsd: 30 } };
/** Each reply takes 100 tokens in and 20 out: $0.0016. */
const told = () => liveModel(() => ({ text: 'Hi', usage: { tokensIn: 100, tokensOut: 20 } }));

function accessOf(budgets: Budgets, more: Partial<BudgetBookOptions> = {}) {
  const book = createBudgetBook({ budgets, prices, now: () => 0, ...more });
  return Object.assign(createModelAccess({ budgets: book, prices }), { book });
}

/** Asks until a budget says no; returns how often it went well, and what was said. */
async function askUntilRefused(ask: (text: string) => Promise<unknown>, most = 100): Promise<[number, string]> {
  for (let count = 0; count < most; count += 1) {
    try {
      await ask('Hello');
    } catch (error) {
      return [count, `${(error as Error).name}: ${(error as Error).message}`];
    }
  }
  return [most, 'never refused'];
}

describe('a spent budget', () => {
  test('[C9] is told with its owner, its limit, what was spent, and where it is set', async () => {
    const refusals: [number, string][] = [];
    for (const budgets of [
      { run: { maxCostUsd: 0.005 } },
      { run: { maxTokens: 500 } },
      { agent: { maxCalls: 2 } },
      { agent: { maxTokens: 1 } },
    ] satisfies Budgets[]) {
      refusals.push(await askUntilRefused(openIn(accessOf(budgets), told()).ask));
    }
    refusals.push(await askUntilRefused(openIn(accessOf({ judge: { maxCalls: 1 } }), told(), { role: 'judge' }).ask));
    refusals.push(await askUntilRefused(openIn(accessOf({ user: { maxCalls: 1 } }), told(), { role: 'user' }).ask));
    expect(refusals).toMatchInlineSnapshot(`
      [
        [
          4,
          "BudgetExceededError: the run's budget of $0.005 is spent: $0.0064 in 4 calls (\`budgets.run.maxCostUsd\`)",
        ],
        [
          5,
          "BudgetExceededError: the run's budget of 500 tokens is spent: 600 tokens in 5 calls (\`budgets.run.maxTokens\`)",
        ],
        [
          2,
          "BudgetExceededError: the agent's budget of 2 calls is spent: 2 calls (\`budgets.agent.maxCalls\`)",
        ],
        [
          1,
          "BudgetExceededError: the agent's budget of 1 token is spent: 120 tokens in 1 call (\`budgets.agent.maxTokens\`)",
        ],
        [
          1,
          "BudgetExceededError: the judges' budget of 1 call is spent: 1 call (\`budgets.judge.maxCalls\`)",
        ],
        [
          1,
          "BudgetExceededError: the simulated user's budget of 1 call is spent: 1 call (\`budgets.user.maxCalls\`)",
        ],
      ]
    `);
  });

  test('[C9] of time counts from the first session, and holds for agents and users', async () => {
    let now = 5_000;
    const access = accessOf({ run: { maxWallMs: 60_000 } }, { now: () => now });
    now = 10_000;
    const { ask } = openIn(access, told());
    await ask('Hello');
    now = 69_999;
    await ask('Hello');
    now = 71_000;
    expect(await problemOf(ask('Hello'))).toMatchInlineSnapshot(
      `"BudgetExceededError: the run's budget of 60 s is spent: 61 s (\`budgets.run.maxWallMs\`)"`,
    );
    await openIn(access, told(), { role: 'judge' }).ask('Hello');
  });

  test('[C9] of the run is shared by agent and user; judges have their own', async () => {
    const access = accessOf({ run: { maxCalls: 2 }, judge: { maxCalls: 1 } });
    await openIn(access, told()).ask('Hello');
    await openIn(access, told(), { role: 'user', trial: 1 }).ask('Hello');
    await openIn(access, told(), { role: 'judge' }).ask('Hello');
    expect(await problemOf(openIn(access, told(), { role: 'user' }).ask('Hello'))).toMatch(
      /^BudgetExceededError: the run/,
    );
    expect(await problemOf(openIn(access, told(), { role: 'judge' }).ask('Hello'))).toMatch(
      /^BudgetExceededError: the judges/,
    );
  });

  test('of a role leaves the other roles alone', async () => {
    const access = accessOf({ agent: { maxCalls: 1 } });
    await openIn(access, told()).ask('Hello');
    await expect(openIn(access, told()).ask('Hello')).rejects.toBeInstanceOf(BudgetExceededError);
    await openIn(access, told(), { role: 'user' }).ask('Hello');
  });

  test('of a session holds for its agent and user, and for no other session', async () => {
    const access = accessOf({}, { limitsOf: ({ trial }) => (trial === 0 ? { maxTokens: 200 } : undefined) });
    await openIn(access, told()).ask('Hello');
    await openIn(access, told(), { role: 'user' }).ask('Hello');
    expect(await problemOf(openIn(access, told()).ask('Hello'))).toMatchInlineSnapshot(
      `"BudgetExceededError: the session's budget of 200 tokens is spent: 240 tokens in 2 calls (\`limits.maxTokens\`)"`,
    );
    await openIn(access, told(), { trial: 1 }).ask('Hello');
    await openIn(access, told(), { role: 'judge' }).ask('Hello');
  });

  test('refuses before the model is asked, and what is refused counts for nothing', async () => {
    const access = accessOf({ agent: { maxCalls: 1 } });
    const model = told();
    const { ask } = openIn(access, model);
    await ask('Hello');
    await problemOf(ask('Hello'));
    await problemOf(ask('Hello'));
    expect([model.asked, access.totals()[0]?.calls]).toEqual([1, 1]);
  });
});

describe('tokens that nobody told', () => {
  test('are estimated, and the message says so', async () => {
    const silent = liveModel(() => 'A reply of some forty-five characters or so.');
    const [count, message] = await askUntilRefused(openIn(accessOf({ run: { maxTokens: 60 } }), silent).ask);
    expect([count, message]).toMatchInlineSnapshot(`
      [
        3,
        "BudgetExceededError: the run's budget of 60 tokens is spent: about 75 tokens in 3 calls, estimated (\`budgets.run.maxTokens\`)",
      ]
    `);
  });

  test('are estimated where a provider tells of none and some there must be', async () => {
    const zero = (text: string) => liveModel(() => ({ text, usage: { tokensIn: 0, tokensOut: 0 } }));
    const free = openIn(accessOf({ run: { maxTokens: 60 } }), zero('A reply of some forty-five characters or so.'));
    expect(await askUntilRefused(free.ask)).toMatchInlineSnapshot(`
      [
        3,
        "BudgetExceededError: the run's budget of 60 tokens is spent: about 75 tokens in 3 calls, estimated (\`budgets.run.maxTokens\`)",
      ]
    `);
    const access = accessOf({});
    const { usage } = await openIn(access, zero('Hi')).ask('Hello');
    const half = liveModel(() => ({ text: 'Hi', usage: { tokensIn: 12, tokensOut: 0 } }));
    const told = [
      // Nothing was said, so that no token came back can be true.
      (await openIn(access, zero('')).ask('Hello')).usage,
      (await openIn(access, half).ask('Hello')).usage,
      (
        await openIn(
          access,
          liveModel(() => ({ text: 'Hi', usage: { tokensIn: 12, tokensOut: 3 } })),
        ).ask('Hello')
      ).usage,
    ];
    expect([usage, ...told]).toEqual([undefined, { tokensOut: 0 }, { tokensIn: 12 }, { tokensIn: 12, tokensOut: 3 }]);
    expect(access.totals()).toMatchObject([{ calls: 4, tokensIn: 24, tokensOut: 3, callsWithoutUsage: 3 }]);
  });

  test('that a provider calls none are in no recording', async () => {
    const store = memoryStore();
    const recording = cassetteOf(store, 'record');
    const { session, ask } = openIn(
      recording,
      liveModel(() => ({ text: 'Hi', usage: { tokensIn: 0, tokensOut: 0 } })),
    );
    await ask('Hello');
    for await (const _ of session.stream?.(asking('Hello?'), { signal }) ?? []);
    await recording.endSession(key);
    expect(store.sessions.get('refund/default/0')?.map(({ reply }) => reply.usage)).toEqual([undefined, undefined]);
  });

  test('of a request that failed are none, but the call counts', async () => {
    const down = scriptedModel([{ error: 'down' }], { name: 'gpt-x', after: 'stick' });
    expect((await askUntilRefused(openIn(accessOf({ run: { maxTokens: 10 } }), down).ask))[1]).toMatch(/: down$/);
    const access = accessOf({ run: { maxCalls: 2 } });
    for (let count = 0; count < 2; count += 1) await problemOf(openIn(access, down).ask('Hello'));
    expect(await problemOf(openIn(access, down).ask('Hello'))).toMatch(/2 calls is spent: 2 calls/);
  });

  test('of a request that was cut off are those that were sent', async () => {
    const access = accessOf({ run: { maxTokens: 10 } });
    const hanging: ChatModel = { ...silentModel, open: () => ({ complete: () => new Promise(() => {}) }) };
    const controller = new AbortController();
    const { session } = openIn(access, hanging);
    void session.complete(asking('A question of thirty characters'), { signal: controller.signal });
    await new Promise(setImmediate);
    controller.abort();
    expect(await problemOf(openIn(access, told()).ask('Hello'))).toMatchInlineSnapshot(
      `"BudgetExceededError: the run's budget of 10 tokens is spent: about 15 tokens in 1 call, estimated (\`budgets.run.maxTokens\`)"`,
    );
  });

  test('are a third of the characters, more for dense scripts, and cover calls, tools and schemas', () => {
    expect([
      estimateTextTokens('x'.repeat(30)),
      estimateTextTokens('您的订单已经发货了'),
      estimateTextTokens(''),
    ]).toEqual([10, 9, 0]);
    const bare = estimateRequestTokens(asking('Hello'));
    const call = { id: 'a', name: 'lookup', rawArguments: '{"id":"A-1001"}' };
    const more = [
      estimateRequestTokens(asking('Hello', { role: 'assistant', content: '', toolCalls: [call] })),
      estimateRequestTokens({ ...asking('Hello'), tools: [{ name: 't', description: 'd', parameters: {} }] }),
      estimateRequestTokens({ ...asking('Hello'), outputSchema: { type: 'object' } }),
    ];
    for (const tokens of more) expect(tokens).toBeGreaterThan(bare + 4);
  });
});

describe('prices', () => {
  test('[C9] a model without a price is not asked while a budget is in dollars', async () => {
    const model = liveModel(() => 'Hi', 'new-model');
    const { ask } = openIn(accessOf({ run: { maxCostUsd: 1 } }), model);
    await expect(ask('Hello')).rejects.toBeInstanceOf(ModelUnavailableError);
    expect(await problemOf(ask('Hello'))).toMatchInlineSnapshot(
      `"ModelUnavailableError: the run's budget is in dollars (\`budgets.run.maxCostUsd\`) and \`new-model\` has no price, so it was not asked. Add \`prices: { "new-model": { inputUsd: …, outputUsd: … } }\` to the config, in US dollars for a million tokens."`,
    );
    expect(model.asked).toBe(0);
  });

  test('a budget of another role asks for no price', async () => {
    await openIn(
      accessOf({ judge: { maxCostUsd: 1 } }),
      liveModel(() => 'Hi', 'new-model'),
    ).ask('Hello');
  });

  test('a script costs nothing, unless the config gives it a price', async () => {
    const script = (name: string) => scriptedModel([{ text: 'Hi', usage: { tokensIn: 1_000_000 } }, 'Hi'], { name });
    const free = openIn(accessOf({ run: { maxCostUsd: 0.01 } }), script('script'));
    await free.ask('Hello');
    await free.ask('Hello');
    const priced = openIn(accessOf({ run: { maxCostUsd: 0.01 } }), script('gpt-x'));
    await priced.ask('Hello');
    expect(await problemOf(priced.ask('Hello'))).toMatch(/\$0\.01 is spent: about \$10\.00 in 1 call/);
  });

  test('a price that is named like a built-in property is no price', async () => {
    const { ask } = openIn(
      accessOf({ run: { maxCostUsd: 1 } }),
      liveModel(() => 'Hi', 'constructor'),
    );
    expect(await problemOf(ask('Hello'))).toMatch(/^ModelUnavailableError: .*`constructor` has no price/);
  });
});

describe('many sessions at once', () => {
  /** A model whose replies come when a test lets them. */
  function gate() {
    const waiting: (() => void)[] = [];
    const model: ChatModel = {
      ...silentModel,
      open: () => ({
        complete: () =>
          new Promise((resolve) => {
            const reply = { text: 'Hi', calls: [], finish: 'stop', attempts: [{ status: 'ok' }] } as const;
            waiting.push(() => resolve({ ...reply, usage: { tokensIn: 100, tokensOut: 20 } }));
          }),
      }),
    };
    return {
      model,
      waiting,
      async releaseAll() {
        while (waiting.length > 0) {
          for (const go of waiting.splice(0)) go();
          await new Promise(setImmediate);
        }
      },
    };
  }

  test('[C9] do not overshoot a budget of tokens wildly, and use it up', async () => {
    const { model, waiting, releaseAll } = gate();
    const access = accessOf({ run: { maxTokens: 2_400 } });
    const asked = Array.from({ length: 64 }, (_, trial) => openIn(access, model, { trial }).ask('x'.repeat(300)));
    const outcomes = Promise.allSettled(asked);
    await new Promise(setImmediate);
    const atOnce = waiting.length;
    await releaseAll();
    const answered = (await outcomes).filter(({ status }) => status === 'fulfilled').length;
    // An unknown reply is expected to be long, so few go at first; in the end the budget of 20 replies is used.
    expect(atOnce).toBeLessThan(6);
    expect(answered).toBeGreaterThanOrEqual(20);
    expect(answered).toBeLessThanOrEqual(24);
    expect(access.totals()[0]?.tokensIn).toBe(answered * 100);
  });

  test('a budget of calls is never passed', async () => {
    const { model, releaseAll } = gate();
    const access = accessOf({ run: { maxCalls: 10 } });
    const outcomes = Promise.allSettled(
      Array.from({ length: 64 }, (_, trial) => openIn(access, model, { trial }).ask('Hi')),
    );
    await new Promise(setImmediate);
    await releaseAll();
    expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  test('one that waits for others is let go when its session is over', async () => {
    const { model, releaseAll } = gate();
    const access = accessOf({ run: { maxTokens: 10 } });
    const first = openIn(access, model).ask('Hello');
    await new Promise(setImmediate);
    const controller = new AbortController();
    const { session } = openIn(access, model, { trial: 1 });
    const second = session.complete(asking('Hello'), { signal: controller.signal });
    await new Promise(setImmediate);
    controller.abort(new Error('the turn is over'));
    expect(await problemOf(second)).toBe('Error: the turn is over');
    await releaseAll();
    await first;
  });

  test('a stream that nobody reads on holds up no other once its turn is over', async () => {
    const access = accessOf({ run: { maxTokens: 50 } });
    const streaming = scriptedModel([{ stream: ['a', 'b'] }], { name: 'gpt-x' });
    const controller = new AbortController();
    const stream = openIn(access, streaming).session.stream?.(asking('Hi'), { signal: controller.signal });
    await stream?.[Symbol.asyncIterator]().next();
    const second = openIn(access, told(), { trial: 1 }).ask('Hello');
    await new Promise(setImmediate);
    controller.abort();
    expect((await second).text).toBe('Hi');
  });
});

describe('replays', () => {
  test('count as they did when they were recorded, so that the same request is refused', async () => {
    const store = memoryStore();
    const budgets = { run: { maxCostUsd: 0.004 } };
    const play = async (mode: 'record' | 'replay') => {
      const cassette = cassetteOf(store, mode);
      const book = createBudgetBook({ budgets, prices, now: () => 0 });
      const access = createModelAccess({ cassette, budgets: book, prices });
      const { ask } = openIn(access, mode === 'record' ? told() : silentModel);
      const outcome = await askUntilRefused(ask);
      await cassette.endSession(key);
      return { outcome, cost: access.totals()[0]?.costUsd };
    };
    const [recorded, replayed] = [await play('record'), await play('replay')];
    expect(replayed.outcome).toEqual(recorded.outcome);
    expect(recorded.outcome[0]).toBe(3);
    expect([recorded.cost?.toFixed(4), replayed.cost]).toEqual(['0.0048', 0]);
  });
});
