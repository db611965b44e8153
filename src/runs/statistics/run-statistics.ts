import type { MeanOverScenarios, RunStatistics, ScenarioTotals } from '../../domain/verdicts/run-result.ts';
import type { ScoreSummary, SessionSummary } from '../../domain/verdicts/session-result.ts';
import { clusteredMean } from '../../statistics/clustered-mean.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';

/** Scenarios from which on the bootstrap covers what it says; found by simulation. */
const ENOUGH_SCENARIOS = 30;
/** Trials from which on an interval of a rate is narrow enough to decide by. */
const ENOUGH_TRIALS = 20;
/** Scenarios apart from those that passed, or failed, in whole from which on there is enough to draw from. */
const ENOUGH_OTHERS = 8;
const SHARE = { low: 0, high: 1 } as const;

/** What the sessions of a run say about runs like it; the same sessions and seed give the same numbers. */
export function runStatistics(
  groups: readonly { totals: ScenarioTotals; sessions: readonly SessionSummary[] }[],
  { seed }: { seed: number },
): RunStatistics {
  const passRate = passRateOf(
    groups.map(({ totals }) => totals),
    seed,
  );
  return {
    ...(passRate === undefined ? {} : { passRate }),
    chances: chancesOf(groups.map(({ totals }) => totals)),
    scores: scoresOf(
      groups.map(({ sessions }) => sessions),
      seed,
    ),
    limits: limitsOf(groups.map(({ totals }) => totals)),
  };
}

/**
 * The mean of the scenarios' rates. Where nearly all of them came out alike there is too little to draw from; then the
 * interval is Wilson's, as if each scenario were one trial, which is wider than it need be and never too narrow.
 */
export function passRateOf(scenarios: readonly ScenarioTotals[], seed: number): MeanOverScenarios | undefined {
  const found = clusteredMean(
    scenarios.map(({ passRate }) => [passRate]),
    { seed, bounds: SHARE },
  );
  if (found === undefined || found.clusters < 2) return found === undefined ? undefined : meanOf(found);
  const { mean, clusters } = found;
  const usual = scenarios.filter(({ passRate }) => passRate === (mean < 0.5 ? 0 : 1)).length;
  if (clusters - usual >= ENOUGH_OTHERS) return meanOf(found);
  const { low } = wilsonInterval(Math.floor(mean * clusters + 1e-9), clusters);
  const { high } = wilsonInterval(Math.ceil(mean * clusters - 1e-9), clusters);
  return { mean, scenarios: clusters, interval: { low, high } };
}

function meanOf({ mean, clusters, interval }: NonNullable<ReturnType<typeof clusteredMean>>): MeanOverScenarios {
  return { mean, scenarios: clusters, ...(interval === undefined ? {} : { interval }) };
}

function chancesOf(scenarios: readonly ScenarioTotals[]): RunStatistics['chances'] {
  const byK = new Map<number, { any: number; all: number; scenarios: number }>();
  for (const { k, any, all } of scenarios.flatMap(({ chances = [] }) => chances)) {
    const sum = byK.get(k) ?? { any: 0, all: 0, scenarios: 0 };
    byK.set(k, { any: sum.any + any, all: sum.all + all, scenarios: sum.scenarios + 1 });
  }
  return [...byK]
    .sort(([a], [b]) => a - b)
    .map(([k, { any, all, scenarios: count }]) => ({ k, any: any / count, all: all / count, scenarios: count }));
}

/** The mean of each scorer; a session in which a scorer has several scores of a stage counts their mean. */
function scoresOf(groups: readonly (readonly SessionSummary[])[], seed: number): RunStatistics['scores'] {
  const heads = new Map<string, Pick<ScoreSummary, 'scorer' | 'stage'>>();
  const values = new Map<string, number[][]>();
  for (const [index, sessions] of groups.entries()) {
    for (const { name, scorer, stage, value } of sessions.flatMap(valuesOf)) {
      heads.set(name, { scorer, stage });
      const own = values.get(name) ?? groups.map(() => []);
      values.set(name, own);
      own[index]?.push(value);
    }
  }
  return [...heads]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, { scorer, stage }]) => {
      const mean = clusteredMean(values.get(name) ?? [], { seed, bounds: SHARE });
      return mean === undefined ? [] : [{ scorer, stage, ...meanOf(mean) }];
    });
}

function valuesOf({
  scores,
}: SessionSummary): ({ name: string; value: number } & Pick<ScoreSummary, 'scorer' | 'stage'>)[] {
  const sums = new Map<string, { scorer: string; stage: ScoreSummary['stage']; sum: number; count: number }>();
  for (const { scorer, stage, value } of scores) {
    if (value === undefined) continue;
    const name = `${scorer}/${stage}`;
    const known = sums.get(name) ?? { scorer, stage, sum: 0, count: 0 };
    sums.set(name, { ...known, sum: known.sum + value, count: known.count + 1 });
  }
  return [...sums].map(([name, { scorer, stage, sum, count }]) => ({ name, scorer, stage, value: sum / count }));
}

function limitsOf(scenarios: readonly ScenarioTotals[]): string[] {
  const repeated = scenarios.filter(({ chances }) => chances !== undefined);
  const few = repeated.filter(({ sessions }) => sessions < ENOUGH_TRIALS);
  return [
    ...(scenarios.length > 1 && scenarios.length < ENOUGH_SCENARIOS
      ? [`${scenarios.length} scenarios: an interval over scenarios holds its 95 % from about ${ENOUGH_SCENARIOS} on`]
      : []),
    ...(few.length > 0
      ? [`fewer than ${ENOUGH_TRIALS} trials: intervals near 0 and 100 % may hold less than 95 %`]
      : []),
  ];
}
