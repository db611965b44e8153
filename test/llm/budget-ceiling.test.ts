import { expect, test } from 'vitest';
import { describeCeiling, type PlannedModels } from '../../src/llm/budget/describe-ceiling.ts';

const limits = { maxTurns: 10, maxSteps: 5 };
const both: PlannedModels = { limits, models: { agent: 'big', user: 'small', judge: 'small' }, judgeCalls: 4 };
const prices = { big: { inputUsd: 10, outputUsd: 30 }, small: { inputUsd: 1, outputUsd: 2 } };
const told = (...options: Parameters<typeof describeCeiling>) => describeCeiling(...options).join('\n');

test('without budgets only the calls are bounded, and that is said loudly', () => {
  expect(told({ sessions: [both, both] })).toMatchInlineSnapshot(`
    "2 sessions, at most:
      agent  100 calls, UNBOUNDED tokens, UNBOUNDED cost  (\`big\`)
      user   40 calls, UNBOUNDED tokens, UNBOUNDED cost  (\`small\`)
      judge  8 calls, UNBOUNDED tokens, UNBOUNDED cost  (\`small\`)
      Nothing limits what is UNBOUNDED: set \`budgets\` in the config"
  `);
});

test('budgets bound tokens and costs, each role by what holds for it', () => {
  const budgets = {
    run: { maxTokens: 20_000, maxCostUsd: 0.05, maxWallMs: 60_000 },
    judge: { maxCostUsd: 1 },
    agent: { maxCalls: 7 },
  };
  expect(told({ sessions: [both, both], budgets, prices })).toMatchInlineSnapshot(`
    "2 sessions, at most:
      run    20,000 tokens, $0.05  (agent and user together)
      agent  7 calls, 20,000 tokens, $0.05  (\`big\`)
      user   40 calls, 20,000 tokens, $0.04  (\`small\`)
      judge  8 calls, UNBOUNDED tokens, $1.00  (\`small\`)
      after 60 s no more requests of agents and users"
  `);
});

test('limits of sessions add up, as long as each session has them', () => {
  const limited: PlannedModels = { ...both, limits: { ...limits, maxTokens: 1_000, maxCostUsd: 0.5 } };
  expect(told({ sessions: [limited, limited], prices })).toMatchInlineSnapshot(`
    "2 sessions, at most:
      agent  100 calls, 2,000 tokens, $0.06  (\`big\`)
      user   40 calls, 2,000 tokens, $0.004  (\`small\`)
      judge  8 calls, UNBOUNDED tokens, UNBOUNDED cost  (\`small\`)
      Nothing limits what is UNBOUNDED: set \`budgets\` in the config"
  `);
  expect(told({ sessions: [limited, both], prices }).match(/UNBOUNDED tokens/g)).toHaveLength(3);
});

test('a limit in dollars names the models that have no price', () => {
  expect(
    told({ sessions: [both], budgets: { run: { maxCostUsd: 1 } }, prices: { small: prices.small } }),
  ).toMatchInlineSnapshot(`
    "1 session, at most:
      run    $1.00  (agent and user together)
      agent  50 calls, UNBOUNDED tokens, $1.00  (\`big\`)
      user   20 calls, UNBOUNDED tokens, $1.00  (\`small\`)
      judge  4 calls, UNBOUNDED tokens, UNBOUNDED cost  (\`small\`)
      \`big\` has no price: its requests would be refused. Add it to \`prices\`
      Nothing limits what is UNBOUNDED: set \`budgets\` in the config"
  `);
});

test('code of the author and judges of unknown appetite are unbounded', () => {
  const own: PlannedModels = {
    limits,
    models: { agent: 'unknown', judge: 'small' },
    judgeCalls: Number.POSITIVE_INFINITY,
  };
  expect(told({ sessions: [own], budgets: { agent: { maxCalls: 9 } } })).toMatchInlineSnapshot(`
    "1 session, at most:
      agent  9 calls, UNBOUNDED tokens, UNBOUNDED cost  (unknown models)
      judge  UNBOUNDED calls, UNBOUNDED tokens, UNBOUNDED cost  (\`small\`)
      Nothing limits what is UNBOUNDED: set \`budgets\` in the config"
  `);
});

test('a run that asks no model costs nothing', () => {
  expect(told({ sessions: [{ limits, models: {} }], budgets: { run: { maxWallMs: 1 } } })).toMatchInlineSnapshot(
    `"1 session, no model is asked"`,
  );
});
