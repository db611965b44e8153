import type { Gate, RunGate } from '../domain/authoring/gate.ts';
import type { ScenarioTotals } from '../domain/verdicts/run-result.ts';
import type { SessionSummary } from '../domain/verdicts/session-result.ts';
import type { Totals } from '../domain/verdicts/totals.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';
import type { GatedScenario, PlannedGroup } from './gates/scenario-gate.ts';
import { trialChances } from './statistics/trial-chances.ts';

/** Counts verdicts; always computed from the sessions themselves. */
export function totalsOf(sessions: readonly SessionSummary[]): Totals {
  const totals = { sessions: sessions.length, passed: 0, failed: 0, invalid: 0 };
  for (const { verdict } of sessions) totals[verdict] += 1;
  return totals;
}

/** What is known of the scenario that a session belongs to: where it is counted, what it must reach, what was planned. */
export type ScenarioPlan = { scenario: string; variant: string; gate: Gate; planned: PlannedGroup };

/** Sessions of each scenario and variant with their totals, in the order of the sessions; those of a table's rows are one. */
export function gatherScenarios(
  sessions: readonly SessionSummary[],
  planOf: (session: SessionSummary) => ScenarioPlan,
  runGate: RunGate,
): readonly GatedScenario[] {
  const groups = new Map<string, { plan: ScenarioPlan; sessions: SessionSummary[] }>();
  for (const session of sessions) {
    const plan = planOf(session);
    const name = `${plan.scenario}/${plan.variant}`;
    const group = groups.get(name) ?? { plan, sessions: [] };
    groups.set(name, group);
    group.sessions.push(session);
  }
  return [...groups.values()].map(({ plan, sessions: own }) => ({
    totals: totalsOfScenario(own, plan, runGate),
    sessions: own,
    gate: plan.gate,
    planned: plan.planned,
  }));
}

function totalsOfScenario(
  sessions: readonly SessionSummary[],
  { scenario, variant, gate, planned }: ScenarioPlan,
  runGate: RunGate,
): ScenarioTotals {
  const totals = totalsOf(sessions);
  // Rows of a table are other questions, and no trials of one.
  const isTable = planned.rows > 0;
  const chances = isTable ? [] : trialChances(totals.passed, totals.sessions);
  return {
    ...totals,
    scenario,
    variant,
    passRate: totals.passed / totals.sessions,
    ...(totals.sessions > 1 ? { interval: wilsonInterval(totals.passed, totals.sessions) } : {}),
    minPassRate: leastRate(gate, runGate),
    ...(!isTable && totals.passed > 0 && totals.failed > 0 ? { flaky: true } : {}),
    ...(chances.length === 0 ? {} : { chances }),
  };
}

/** All trials must pass, unless the gate asks for something else of them, or the run answers for all scenarios together. */
function leastRate({ minPassRate, minPassRateLow, passHatK }: Gate, runGate: RunGate): number {
  if (minPassRate !== undefined) return minPassRate;
  const asksElse = minPassRateLow !== undefined || passHatK !== undefined;
  return asksElse || runGate.minPassRate !== undefined || runGate.minPassRateLow !== undefined ? 0 : 1;
}
