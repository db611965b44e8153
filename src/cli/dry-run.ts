import type { Budgets } from '../domain/authoring/budgets.ts';
import type { Config } from '../domain/authoring/config.ts';
import { pickModel } from '../domain/authoring/pick-model.ts';
import { hasPersonaPart } from '../domain/authoring/tier.ts';
import type { Scorer } from '../domain/contracts/scorer.ts';
import { forTerminal } from '../domain/display/terminal.ts';
import { describeCeiling, type PlannedModels } from '../llm/budget/describe-ceiling.ts';
import type { PlannedSession } from '../runs/plan-run.ts';

/** The most that a run could ask of models and spend on them, for people. */
export function describeDryRun(
  sessions: readonly PlannedSession[],
  { config, budgets }: { config: Config; budgets: Budgets },
): string {
  const lines = describeCeiling({
    sessions: sessions.map((session) => plannedModels(session, config)),
    budgets,
    prices: config.prices ?? {},
  });
  return `${lines.map((line) => forTerminal(line)).join('\n')}\nNothing was run.\n`;
}

function plannedModels({ scenario, agent, scorers }: PlannedSession, { models = {} }: Config): PlannedModels {
  const judges = scorers.filter(({ deterministic }) => !deterministic);
  const user = hasPersonaPart(scenario.user)
    ? (pickModel(models, { role: 'user' })?.model.name ?? 'unknown')
    : undefined;
  const judge = judges.length > 0 ? (pickModel(models, { role: 'judge' })?.model.name ?? 'unknown') : undefined;
  // A script, or a function that always answers the same, costs nothing; what other code asks is not known.
  const asked = agent.model ?? 'unknown';
  return {
    limits: scenario.limits,
    models: { agent: agent.fixed.includes('model') ? undefined : asked, user, judge },
    judgeCalls: judgeCallsOf(judges, scenario.limits.maxTurns),
  };
}

/** A check of one's own that waits may ask as often as it likes. */
function judgeCallsOf(judges: readonly Scorer[], maxTurns: number): number {
  return judges.reduce((sum, judge) => {
    const most = judge.deterministic ? 0 : (judge.mostRequests?.(maxTurns) ?? Number.POSITIVE_INFINITY);
    return sum + most;
  }, 0);
}
