import { countVerdicts, groupTrials, type TrialGroup } from './flaky.ts';
import type { RunResult, ScenarioTotals } from './run-result.ts';
import type { SessionSummary } from './session-result.ts';
import type { Verdict } from './verdict.ts';

/** All trials of one scenario in one variant, and what is to be said of them together. */
export type JudgedGroup = TrialGroup<SessionSummary> & {
  /** `passed` also where trials failed and the gate allows it; a group that has an invalid trial never passed. */
  verdict: Verdict;
  counts: Readonly<Record<Verdict, number>>;
  /** What the scenario, or the table that this is a row of, came to as a whole. */
  totals?: ScenarioTotals | undefined;
};

/**
 * The scenarios of a run by variant, each judged as one, in the order of the run: `failed` when no trial passed and one
 * failed, or one failed and the scenario stays below its share even if every invalid trial had passed; else `invalid` when a
 * trial is; else `passed`.
 */
export function judgeGroups({
  sessions,
  scenarios,
}: Pick<RunResult, 'sessions' | 'scenarios'>): readonly JudgedGroup[] {
  const totalsOf = findTotals(scenarios);
  return groupTrials(sessions).map((group) => {
    const counts = countVerdicts(group.sessions);
    const totals = totalsOf(group);
    const hasFailed = counts.failed > 0 && (counts.passed === 0 || isLost(totals));
    return { ...group, counts, totals, verdict: hasFailed ? 'failed' : counts.invalid > 0 ? 'invalid' : 'passed' };
  });
}

/** The rows of a table have variants of their own, and are judged together. */
function findTotals(
  scenarios: readonly ScenarioTotals[],
): (group: Pick<JudgedGroup, 'scenario' | 'variant'>) => ScenarioTotals | undefined {
  const own = new Map(scenarios.map((totals) => [`${totals.scenario}/${totals.variant}`, totals]));
  const first = new Map(scenarios.toReversed().map((totals) => [totals.scenario, totals]));
  return ({ scenario, variant }) => own.get(`${scenario}/${variant}`) ?? first.get(scenario);
}

function isLost(totals: ScenarioTotals | undefined): boolean {
  if (totals === undefined) return true;
  const { sessions, failed, minPassRate } = totals;
  return (sessions - failed) / sessions < minPassRate;
}
