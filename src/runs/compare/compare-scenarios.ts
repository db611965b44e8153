import type { LostSession, ScenarioComparison } from '../../domain/verdicts/comparison.ts';
import type { SessionSummary } from '../../domain/verdicts/session-result.ts';
import type { Totals } from '../../domain/verdicts/totals.ts';
import { holmCorrection } from '../../statistics/holm-correction.ts';
import { mcnemarTest } from '../../statistics/mcnemar-test.ts';
import { type CompareRules, changeOf } from './change-of.ts';
import { countPairs, isCertain, isJudged } from './count-pairs.ts';
import type { PairedScenario } from './pair-sessions.ts';

/** Each scenario of either run. Those that differ are asked together, so that their p-values are corrected. */
export function compareScenarios(scenarios: readonly PairedScenario[], rules: CompareRules): ScenarioComparison[] {
  const counted = scenarios.map((one) => ({ one, counts: countPairs(one.pairs) }));
  const differing = counted.filter(({ counts }) => counts.lost + counts.won > 0);
  const pValues = differing.map(({ counts }) => mcnemarTest(counts.lost, counts.won));
  const corrected = holmCorrection(pValues);
  const sure = new Map(
    differing.map(({ one }, index) => [
      one,
      { pValue: pValues[index] as number, corrected: corrected[index] as number },
    ]),
  );
  return counted.map(({ one, counts }): ScenarioComparison => {
    const tests = sure.get(one);
    const firstLost = firstLostOf(one);
    const judged = one.pairs.filter(isJudged);
    const certain = judged.length > 0 && judged.every(isCertain);
    return {
      scenario: one.scenario,
      variant: one.variant,
      change: scenarioChange(one, { counts, corrected: tests?.corrected, certain }, rules),
      ...counts,
      ...(one.before.length === 0 ? {} : { before: totalsOf(one.before) }),
      ...(one.after.length === 0 ? {} : { after: totalsOf(one.after) }),
      certain,
      ...tests,
      ...(firstLost === undefined ? {} : { firstLost }),
      ...(one.renamedFrom === undefined ? {} : { renamedFrom: one.renamedFrom }),
    };
  });
}

function scenarioChange(
  { before, after }: PairedScenario,
  {
    counts,
    corrected,
    certain,
  }: { counts: ReturnType<typeof countPairs>; corrected: number | undefined; certain: boolean },
  rules: CompareRules,
): ScenarioComparison['change'] {
  if (before.length === 0) return 'added';
  if (after.length === 0) return 'removed';
  if (counts.pairs === 0) return 'unjudged';
  const difference = (counts.won - counts.lost) / counts.pairs;
  if (difference === 0 && counts.lost > 0) return 'noise';
  return changeOf({ difference, pValue: corrected, certain }, rules);
}

function firstLostOf({ pairs }: PairedScenario): LostSession | undefined {
  const lost = pairs.find(({ before, after }) => before.verdict === 'passed' && after.verdict === 'failed');
  if (lost === undefined) return undefined;
  const { id, key, failure, reason } = lost.after;
  return {
    before: lost.before.id,
    after: id,
    trial: key.trial,
    ...(failure?.turn === undefined ? {} : { turn: failure.turn }),
    ...(failure === undefined ? {} : { stage: failure.stage }),
    message: failure?.message ?? reason,
  };
}

function totalsOf(sessions: readonly SessionSummary[]): Totals {
  const totals = { sessions: sessions.length, passed: 0, failed: 0, invalid: 0 };
  for (const { verdict } of sessions) totals[verdict] += 1;
  return totals;
}
