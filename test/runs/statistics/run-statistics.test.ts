import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../../src/domain/values/random.ts';
import { summarizeSession } from '../../../src/domain/verdicts/session-result.ts';
import { gatherScenarios } from '../../../src/runs/run-totals.ts';
import { runStatistics } from '../../../src/runs/statistics/run-statistics.ts';
import { blindScore, findingOf, keyOf, resultOf, scoreOf } from '../../fixtures/results.ts';

/** `passes` of each scenario's trials pass; a number below 0 is a trial that is invalid. */
function statisticsOf(scenarios: readonly (readonly number[])[], seed = 1) {
  const sessions = scenarios.flatMap((trials, index) =>
    trials.map((outcome, trial) => {
      const said = outcome > 0 ? scoreOf('said') : scoreOf('said', [findingOf()]);
      const scores = outcome < 0 ? [blindScore('said', 'errored', 'it broke')] : [said];
      return summarizeSession(resultOf(keyOf(`s-${String(index).padStart(3, '0')}`, trial), { scores }));
    }),
  );
  const gathered = gatherScenarios(
    sessions,
    ({ key: { scenario, variant } }) => ({ scenario, variant, gate: {}, planned: { sessions: 1, rows: 0 } }),
    {},
  );
  return runStatistics(gathered, { seed });
}

describe('what a run says of runs like it', () => {
  test('each scenario counts alike, and an invalid session as not passed', () => {
    expect(statisticsOf([[1], [-1, -1, 1]]).passRate).toMatchObject({ mean: (1 + 1 / 3) / 2, scenarios: 2 });
  });

  test('pass^k and pass@k are means over the scenarios that have so many trials', () => {
    const { chances } = statisticsOf([[1, 1, 0], [1, 0], [1]]);
    // C(2,2)/C(3,2) = 1/3 and 0; 1 - 0 and 1 - 0.
    expect(chances).toEqual([
      { k: 2, any: 1, all: 1 / 6, scenarios: 2 },
      { k: 3, any: 1, all: 0, scenarios: 1 },
    ]);
  });

  test('rows of a table are no trials of one scenario', () => {
    const sessions = [0, 1, 2].map((trial) =>
      summarizeSession(
        resultOf(keyOf('table', trial), { scores: [scoreOf('said', trial === 0 ? [findingOf()] : [])] }),
      ),
    );
    const [table] = gatherScenarios(
      sessions,
      () => ({ scenario: 'table', variant: 'default', gate: {}, planned: { sessions: 3, rows: 3 } }),
      {},
    );
    expect(table?.totals.passRate).toBeCloseTo(2 / 3, 12);
    expect(table?.totals.chances).toBeUndefined();
    expect(table?.totals.flaky).toBeUndefined();
  });

  test('where nearly all scenarios came out alike, the interval is that of one trial each', () => {
    const all = statisticsOf(Array.from({ length: 40 }, () => [1, 1]));
    expect(all.passRate?.mean).toBe(1);
    expect(all.passRate?.interval?.low).toBeCloseTo(0.912, 3);
    expect(all.passRate?.interval?.high).toBe(1);
    const one = statisticsOf([...Array.from({ length: 39 }, () => [1]), [0]]);
    expect(one.passRate?.interval?.low).toBeLessThan(0.9);
  });

  test('the true rate lies inside the interval in at least 93 of 100 suites, also near 1', () => {
    const random = randomFrom(3);
    let covered = 0;
    for (let suite = 0; suite < 300; suite += 1) {
      const rate = 0.05 + 0.9 * random.next();
      const scenarios = Array.from({ length: 40 }, () => [0, 1, 2].map(() => (random.next() < rate ? 1 : 0)));
      const { interval } = statisticsOf(scenarios, suite).passRate ?? {};
      if (interval !== undefined && interval.low <= rate && rate <= interval.high) covered += 1;
    }
    expect(covered / 3).toBeGreaterThanOrEqual(93);
  });

  test('a score that no session has is in no mean, and few scenarios are said to be few', () => {
    const { scores, limits } = statisticsOf([[-1], [1]]);
    expect(scores).toEqual([{ scorer: 'said', stage: 'generation', mean: 1, scenarios: 1 }]);
    expect(limits.join()).toContain('2 scenarios: an interval over scenarios holds its 95 % from about 30 on');
  });
});
