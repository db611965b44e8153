import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { RunResult } from '../../src/domain/verdicts/run-result.ts';
import { rehearsal, writeFiles } from '../fixtures/command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const table = 'scenarios/routing.yaml';

/** The report without times. */
const matrixOf = (out: string): string =>
  /which tool for which message[\s\S]*?(?=\ngrounding by turn|\n\d+ (?:failed|passed))/.exec(out)?.[0].trimEnd() ?? out;

test('[S2.10] a table of messages ends with a confusion matrix of two tools and none', async () => {
  const { code, out } = await rehearsal(root, ['run', table, '--no-store']);
  expect(matrixOf(out)).toMatchInlineSnapshot(`
    "which tool for which message: routing
      9 of 9 right (100 %, 95 % interval 70–100 %)

      wanted             multiply_numbers  get_leave_balance  none
      multiply_numbers                  3                  ·     ·
      get_leave_balance                 ·                  3     ·
      none                              ·                  ·     3

                         recall                precision
      multiply_numbers   3/3 100 % (44–100 %)  3/3 100 % (44–100 %)
      get_leave_balance  3/3 100 % (44–100 %)  3/3 100 % (44–100 %)
      none               3/3 100 % (44–100 %)  3/3 100 % (44–100 %)"
  `);
  expect(code).toBe(0);
});

test('[S2.10] a message that gets no tool stands in the matrix, with the command that plays it again', async () => {
  const agent = 'faulty-hr-calculates-in-its-head';
  const first = await rehearsal(root, ['run', 'routing', '--no-store', '--agent', agent]);
  expect(first.code).toBe(1);
  expect(matrixOf(first.out)).toMatchInlineSnapshot(`
    "which tool for which message: routing (agent-faulty-hr-calculates-in-its-head)
      6 of 9 right (67 %, 95 % interval 35–88 %)

      wanted             multiply_numbers  get_leave_balance  none
      multiply_numbers                  ·                  ·     3
      get_leave_balance                 ·                  3     ·
      none                              ·                  ·     3

                         recall                precision
      multiply_numbers   0/3 0 % (0–56 %)      -
      get_leave_balance  3/3 100 % (44–100 %)  3/3 100 % (44–100 %)
      none               3/3 100 % (44–100 %)  3/6 50 % (19–81 %)

      misrouted: 3 messages
      "12乘以8是多少？"
        multiply_numbers was wanted; no tool was called
        rehearsal run routing --agent faulty-hr-calculates-in-its-head --row product --trial 0 --seed 0
      "3.5 × 7 等于几？"
        multiply_numbers was wanted; no tool was called
        rehearsal run routing --agent faulty-hr-calculates-in-its-head --row product-of-decimals --trial 0 --seed 0
      "请计算 6 乘以 7。"
        multiply_numbers was wanted; no tool was called
        rehearsal run routing --agent faulty-hr-calculates-in-its-head --row product-as-an-order --trial 0 --seed 0"
  `);
  const again = await rehearsal(root, [
    'run',
    'routing',
    '--agent',
    agent,
    '--row',
    'product',
    '--trial',
    '0',
    '--seed',
    '0',
    '--no-store',
  ]);
  expect(again.code).toBe(1);
  expect(again.out).toContain('1 failed, 0 passed of 1 session');
});

test('the result holds the numbers, over all trials', async () => {
  const { code, out } = await rehearsal(root, ['run', 'routing', '--no-store', '--trials', '2', '--report', 'json']);
  expect(code).toBe(0);
  const {
    quality: _quality,
    sessions: _sessions,
    ...rest
  } = JSON.parse(out) as { quality: unknown; sessions: unknown };
  const { routing, scenarios } = RunResult.parse({ ...rest, sessions: [] });
  expect(routing).toMatchObject([
    {
      scenario: 'routing',
      sessions: 18,
      accuracy: { right: 18, of: 18 },
      wanted: ['multiply_numbers', 'get_leave_balance', 'none'],
    },
  ]);
  expect(scenarios).toMatchObject([{ scenario: 'routing', variant: 'default', sessions: 18 }]);
});

test('the report of its own lists every row', async () => {
  const { out } = await rehearsal(root, ['run', 'routing', '--no-store', '--report', 'routing', '--quiet']);
  expect(out.split('\n').filter((line) => line.trimStart().startsWith('1/1 '))).toHaveLength(9);
});

test('a row that is in no table, and words that stand for nothing, are told before anything runs', async () => {
  const unknown = await rehearsal(root, ['run', 'routing', '--no-store', '--row', 'ballance']);
  expect(unknown.code).toBe(2);
  expect(unknown.err).toMatchInlineSnapshot(`
    "nothing was run:
    no table has a row \`ballance\`
      Known rows: \`product\`, \`product-of-decimals\`, \`product-as-an-order\`, \`balance\`, \`balance-of-nobody\`, \`balance-of-another\`, \`introduction\`, \`no-addition\`, \`thanks\`.
      Hint: did you mean \`balance\`?
    "
  `);
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-routing-'));
  writeFiles(folder, {
    'scenarios/table.yaml': [
      'title: Which tool',
      'world:',
      '  tools:',
      '    - { name: lookup, description: Looks an order up., parameters: { order_id: { type: string } }, answers: [ { result: paid } ] }',
      'routing:',
      '  - { say: "Where is {{order}}?", tool: [lookup, none] }',
      '',
    ].join('\n'),
  });
  const broken = await rehearsal(folder, ['lint']);
  expect(broken.out).toMatchInlineSnapshot(`
    "scenarios/table.yaml:6:12: routing[0].say: unknown fact \`order\`
      There is no fact.

    0 scenarios: 1 problem, 0 warnings
    "
  `);
});

test('[S2.19] a table that asks for nothing but tools is warned of', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-routing-'));
  const tool =
    '{ name: lookup, description: Looks an order up., parameters: { order_id: { type: string } }, answers: [ { result: paid } ] }';
  writeFiles(folder, {
    'routing-only.yaml': `title: Which tool\nworld: { tools: [ ${tool} ] }\nrouting:\n  - { say: "Where is A-1?", tool: lookup }\n`,
  });
  const { code, out } = await rehearsal(folder, ['lint', 'routing-only.yaml']);
  expect(code).toBe(0);
  expect(out).toContain('no generation check');
});
