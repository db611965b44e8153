import type { RunResult, RunStatistics } from '../../../domain/verdicts/run-result.ts';
import { countOf } from '../numbers.ts';

/** The k that are told; others are in the JSON. */
const TOLD: readonly number[] = [2, 3, 5, 10];

/**
 * What repeated trials say of the next ones: `pass^3` is the chance that three trials in a row all pass, `pass@3` that one of
 * three does. Then how sure the rate is, and where the intervals say less than they seem to. Nothing where no scenario was
 * repeated.
 */
export function chanceLines({ statistics }: Pick<RunResult, 'statistics'>): string[] {
  if (statistics === undefined || statistics.chances.length === 0) return [];
  const { chances, limits } = statistics;
  const told = chances.filter(({ k }) => TOLD.includes(k));
  const all = told.map(({ k, all: chance }) => `pass^${k} ${percent(chance)}`);
  const any = told.map(({ k, any: chance }) => `pass@${k} ${percent(chance)}`);
  const [first] = chances;
  const of = countOf(first?.scenarios ?? 0, 'scenario');
  return [
    `trials   ${all.join(', ')}; ${any.join(', ')} (mean over ${of})`,
    ...rateLine(statistics),
    ...limits.map((text) => `         ${text}`),
  ];
}

function rateLine({ passRate }: RunStatistics): string[] {
  if (passRate?.interval === undefined) return [];
  const { mean, interval } = passRate;
  return [
    `rate     ${percent(mean)} of trials pass, each scenario counted alike; 95 % interval ${percent(interval.low)} to ${percent(interval.high)}`,
  ];
}

/** Rounded down at the lower end of what can be told: 99.96 % is not all. */
function percent(share: number): string {
  return `${Math.floor(share * 1000 + 1e-9) / 10} %`;
}
