import type { MatrixCell, MatrixColumn, RunMatrix } from '../domain/verdicts/run-matrix.ts';
import type { RunResult, ScenarioTotals } from '../domain/verdicts/run-result.ts';
import { passRateOf } from './statistics/run-statistics.ts';

/** Turns the totals of scenarios into a table with a column for each agent. */
export function pivotRun(
  { scenarios, seed }: Pick<RunResult, 'scenarios' | 'seed'>,
  agents: readonly Pick<MatrixColumn, 'agent' | 'variant'>[],
): RunMatrix {
  const names = [...new Set(scenarios.map(({ scenario }) => scenario))];
  return {
    columns: agents.map(({ agent, variant }) => {
      const own = scenarios.filter((totals) => totals.variant === variant);
      const rate = passRateOf(own, seed);
      return {
        agent,
        variant,
        passed: sum(own, 'passed'),
        sessions: sum(own, 'sessions'),
        ...(rate === undefined ? {} : { passRate: rate.mean }),
        ...(rate?.interval === undefined ? {} : { interval: rate.interval }),
      };
    }),
    rows: names.map((scenario) => ({
      scenario,
      cells: agents.flatMap(({ variant }) =>
        scenarios.filter((totals) => totals.scenario === scenario && totals.variant === variant).map(cellOf),
      ),
    })),
  };
}

function cellOf({ variant, passed, failed, invalid, sessions, passRate, minPassRate }: ScenarioTotals): MatrixCell {
  // A scenario that answers only for the run as a whole has no share of its own to reach.
  const isReached = passRate >= (minPassRate === 0 ? 1 : minPassRate);
  const verdict = isReached && invalid === 0 ? 'passed' : !isReached && failed > 0 ? 'failed' : 'invalid';
  return { variant, passed, sessions, verdict };
}

function sum(totals: readonly ScenarioTotals[], part: 'passed' | 'sessions'): number {
  return totals.reduce((total, one) => total + one[part], 0);
}
