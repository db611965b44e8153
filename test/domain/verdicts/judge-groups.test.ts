import { expect, test } from 'vitest';
import { judgeGroups } from '../../../src/domain/verdicts/judge-groups.ts';
import type { Verdict } from '../../../src/domain/verdicts/verdict.ts';
import { keyOf, resultOf, runOf } from '../../fixtures/results.ts';

/** The verdict of a scenario whose trials have these verdicts. */
function verdictOf(verdicts: readonly Verdict[], minPassRate: number): Verdict | undefined {
  const run = runOf(verdicts.map((verdict, trial) => resultOf(keyOf('a', trial), { verdict })));
  const scenarios = run.scenarios.map((totals) => ({ ...totals, minPassRate }));
  return judgeGroups({ ...run, scenarios })[0]?.verdict;
}

test.each([
  [['passed', 'passed'], 1, 'passed'],
  [['passed', 'failed'], 1, 'failed'],
  [['passed', 'failed'], 0.5, 'passed'],
  [['failed', 'failed'], 0.1, 'failed'],
  [['passed', 'invalid'], 0.5, 'invalid'],
  [['passed', 'failed', 'invalid'], 0.5, 'invalid'],
  [['passed', 'failed', 'invalid'], 1, 'failed'],
  [['failed', 'invalid'], 0.5, 'failed'],
  [['invalid'], 0.5, 'invalid'],
] as const)('%j of which a share of %d must pass is %s', (verdicts, minPassRate, verdict) => {
  expect(verdictOf(verdicts, minPassRate)).toBe(verdict);
});

test('a row of a table is judged by the share that its table must reach', () => {
  const rows = ['row-a', 'row-b'].map((variant) => resultOf(keyOf('desk', 0, variant)));
  const flaky = [resultOf(keyOf('desk', 1, 'row-a'), { verdict: 'failed' })];
  const run = runOf([...rows, ...flaky]);
  const table = { ...run.scenarios[0]!, variant: 'default', sessions: 3, passed: 2, failed: 1, passRate: 2 / 3 };
  const verdictsAt = (minPassRate: number) =>
    judgeGroups({ ...run, scenarios: [{ ...table, minPassRate }] }).map(({ verdict }) => verdict);
  expect(verdictsAt(0.6)).toEqual(['passed', 'passed']);
  expect(verdictsAt(0.9)).toEqual(['failed', 'passed']);
});
