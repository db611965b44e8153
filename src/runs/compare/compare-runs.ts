import { UsageError } from '../../domain/errors.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { COMPARISON_VERSION, type Comparison } from '../../domain/verdicts/comparison.ts';
import { Stage } from '../../domain/verdicts/evidence.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import type { SessionSummary } from '../../domain/verdicts/session-result.ts';
import { clusteredMean } from '../../statistics/clustered-mean.ts';
import { mcnemarTest } from '../../statistics/mcnemar-test.ts';
import { type CompareRules, changeOf, DIFFERENCE } from './change-of.ts';
import { compareScenarios } from './compare-scenarios.ts';
import { compareScores } from './compare-scores.ts';
import { countPairs, isJudged } from './count-pairs.ts';
import { type PairedScenario, type PairingOptions, pairSessions } from './pair-sessions.ts';

export type CompareOptions = PairingOptions & {
  /** Differences of rates and scores up to this are none, 0 to 1; default 0. */
  tolerance?: number;
  /** Name of a scorer → its own tolerance. Throws `UsageError` for a name that neither run has a score of. */
  tolerances?: ReadonlyMap<string, number>;
  /** Both runs were free of chance, whatever the sessions say of themselves. */
  deterministic?: boolean;
};

/**
 * Holds two runs against each other, pair by pair. The result is the same for the same runs: the seed of its bootstrap is
 * that of the later run.
 */
export function compareRuns(before: RunResult, after: RunResult, options: CompareOptions = {}): Comparison {
  const { tolerance = 0, tolerances = new Map(), deterministic = false } = options;
  refuseUnknownScorers([...tolerances.keys()], [before, after]);
  const rules: CompareRules = { tolerance, tolerances, deterministic, seed: after.seed };
  const { scenarios, notes } = pairSessions(before, after, options);
  return {
    version: COMPARISON_VERSION,
    before: headOf(before),
    after: headOf(after),
    tolerance,
    run: wholeRun(scenarios, rules),
    scenarios: compareScenarios(scenarios, rules),
    scores: compareScores(scenarios, rules),
    ...countFailures(scenarios),
    notes: [...notes, ...notesOf(before, after)],
  };
}

function refuseUnknownScorers(names: readonly string[], runs: readonly RunResult[]): void {
  const scorers = runs.flatMap(({ sessions }) => sessions.flatMap(({ scores }) => scores.map(({ scorer }) => scorer)));
  const known = [...new Set(scorers)].sort();
  for (const name of names) {
    if (known.includes(name)) continue;
    const near = nearestName(name, known);
    const hint = near === undefined ? `Known: ${known.join(', ')}.` : `Did you mean \`${near}\`?`;
    throw new UsageError(`neither run has a score of \`${name}\`, which a tolerance names. ${hint}`);
  }
}

function headOf({ id, seed, startedAt, totals }: RunResult): Comparison['before'] {
  return { id, seed, startedAt, totals };
}

/** One test over all pairs; the interval draws whole scenarios, whose trials resemble each other. */
function wholeRun(scenarios: readonly PairedScenario[], rules: CompareRules): Comparison['run'] {
  const pairs = scenarios.flatMap((one) => one.pairs);
  const counts = countPairs(pairs);
  if (counts.pairs === 0) return { ...counts, change: 'unjudged' };
  const judged = pairs.filter(isJudged);
  const passed = (side: 'before' | 'after'): number => judged.filter((pair) => pair[side].verdict === 'passed').length;
  const differences = scenarios.map((one) =>
    one.pairs.filter(isJudged).map(({ before, after }) => pointOf(after) - pointOf(before)),
  );
  const { mean, interval } = clusteredMean(differences, { seed: rules.seed, bounds: DIFFERENCE }) ?? {};
  const pValue = mcnemarTest(counts.lost, counts.won);
  const difference = (counts.won - counts.lost) / counts.pairs;
  return {
    ...counts,
    change: changeOf({ difference, pValue, certain: false }, rules),
    rateBefore: passed('before') / counts.pairs,
    rateAfter: passed('after') / counts.pairs,
    ...(mean === undefined ? {} : { difference: mean }),
    ...(interval === undefined ? {} : { interval }),
    pValue,
  };
}

function pointOf({ verdict }: SessionSummary): number {
  return verdict === 'passed' ? 1 : 0;
}

function countFailures(scenarios: readonly PairedScenario[]): Pick<Comparison, 'stages' | 'turns'> {
  const stages = new Map<Stage, { before: number; after: number }>();
  const turns = new Map<number, { before: number; after: number }>();
  for (const pair of scenarios.flatMap(({ pairs }) => pairs)) {
    for (const side of ['before', 'after'] as const) {
      const { verdict, failure } = pair[side];
      if (verdict !== 'failed' || failure === undefined) continue;
      countOne(stages, failure.stage, side);
      if (failure.turn !== undefined) countOne(turns, failure.turn, side);
    }
  }
  return {
    stages: Stage.options.flatMap((stage) => {
      const count = stages.get(stage);
      return count === undefined ? [] : [{ stage, ...count }];
    }),
    turns: [...turns].sort(([a], [b]) => a - b).map(([turn, count]) => ({ turn, ...count })),
  };
}

function countOne<Name>(
  counts: Map<Name, { before: number; after: number }>,
  name: Name,
  side: 'before' | 'after',
): void {
  const count = counts.get(name) ?? { before: 0, after: 0 };
  counts.set(name, count);
  count[side] += 1;
}

function notesOf(before: RunResult, after: RunResult): string[] {
  const cut = [before, after].flatMap((run, index) => {
    const { missing } = run;
    if (missing.length === 0) return [];
    return [`the ${index === 0 ? 'earlier' : 'later'} run has ${missing.length} sessions that came to no result`];
  });
  return before.seed === after.seed
    ? cut
    : [...cut, `the runs have other seeds (${before.seed} and ${after.seed}): users may have said other things`];
}
