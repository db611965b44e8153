import { expect, test } from 'vitest';
import type { ScenarioTotals } from '../../../src/domain/verdicts/run-result.ts';
import { matrixLines } from '../../../src/reporters/matrix/matrix-lines.ts';
import { matrixMarkdown } from '../../../src/reporters/matrix/matrix-markdown.ts';
import { paletteOf } from '../../../src/reporters/terminal/palette.ts';
import { pivotRun } from '../../../src/runs/pivot-run.ts';

const totals = (
  scenario: string,
  variant: string,
  [passed, failed, invalid]: [number, number, number],
  minPassRate = 1,
): ScenarioTotals => {
  const sessions = passed + failed + invalid;
  return { scenario, variant, passed, failed, invalid, sessions, passRate: passed / sessions, minPassRate };
};
const matrix = pivotRun(
  {
    seed: 0,
    scenarios: [
      totals('order', 'agent-mild', [3, 0, 0]),
      totals('order', 'agent-wild', [1, 2, 0]),
      totals('refund', 'agent-mild', [2, 1, 0], 0.5),
      totals('refund', 'agent-wild', [2, 0, 1]),
      totals('swap', 'agent-wild', [1, 2, 0], 0),
    ],
  },
  [
    { agent: 'mild', variant: 'agent-mild' },
    { agent: 'wild | <b>\u001b[31m', variant: 'agent-wild' },
  ],
);
const look = { palette: paletteOf(false) };

test('a row for each scenario, a column for each agent, and all of them at the end', () => {
  expect(`\n${matrixLines(matrix, { ...look, columns: 100 }).join('\n')}\n`).toMatchInlineSnapshot(`
    "
                         mild  wild | <b>\\u{1b}[31m
    order               ✓ 3/3                 ✗ 1/3
    refund              ✓ 2/3                 ! 2/3
    swap                    ·                 ✗ 1/3
    all            83 % (5/6)            44 % (4/9)
    95 % interval     9–100 %                6–94 %
    "
  `);
});

test('columns without room stand in a table below', () => {
  expect(`\n${matrixLines(matrix, { ...look, columns: 40 }).join('\n')}\n`).toMatchInlineSnapshot(`
    "
                         mild
    order               ✓ 3/3
    refund              ✓ 2/3
    swap                    ·
    all            83 % (5/6)
    95 % interval     9–100 %

                   wild | <b>\\u{1b}[31m
    order                         ✗ 1/3
    refund                        ! 2/3
    swap                          ✗ 1/3
    all                      44 % (4/9)
    95 % interval                6–94 %
    "
  `);
});

test('in Markdown no name of an agent is markup', () => {
  expect(`\n${matrixMarkdown(matrix).join('\n')}`).toMatchInlineSnapshot(`
    "
    | scenario | mild | wild \\| &lt;b&gt;\\\\u\\{1b\\}\\[31m |
    | --- | --- | --- |
    | order | ✓ 3/3 | ✗ 1/3 |
    | refund | ✓ 2/3 | ! 2/3 |
    | swap | · | ✗ 1/3 |
    | **all** | 83 % (5/6) | 44 % (4/9) |
    | **95 % interval** | 9–100 % | 6–94 % |
    "
  `);
});
