import { countOf } from '../domain/values/quantities.ts';
import type { GateOutcome, ScenarioTotals, Totals } from '../domain/verdicts/run-result.ts';
import type { SessionSummary } from '../domain/verdicts/session-result.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';

/** Counts verdicts; always computed from the sessions themselves. */
export function totalsOf(sessions: readonly SessionSummary[]): Totals {
  const totals = { sessions: sessions.length, passed: 0, failed: 0, invalid: 0 };
  for (const { verdict } of sessions) totals[verdict] += 1;
  return totals;
}

/**
 * Totals of each scenario and variant, in the order of the sessions; those of a table's rows are one. `judgedWith` says
 * what a session belongs to, where its key does not.
 */
export function scenarioTotals(
  sessions: readonly SessionSummary[],
  minPassRateOf: (session: SessionSummary) => number,
  judgedWith: (session: SessionSummary) => { scenario: string; variant: string } = ({ key }) => key,
): readonly ScenarioTotals[] {
  const groups = new Map<string, SessionSummary[]>();
  for (const session of sessions) {
    const { scenario, variant } = judgedWith(session);
    const name = `${scenario}/${variant}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [session]);
    else group.push(session);
  }
  return [...groups.values()].map((group) => {
    const first = group[0] as SessionSummary;
    const totals = totalsOf(group);
    return {
      ...totals,
      scenario: judgedWith(first).scenario,
      variant: judgedWith(first).variant,
      passRate: totals.passed / totals.sessions,
      ...(totals.sessions > 1 ? { interval: wilsonInterval(totals.passed, totals.sessions) } : {}),
      minPassRate: minPassRateOf(first),
    };
  });
}

/** How many sessions are judged together, and of how many rows where they are of a table. */
export type PlannedGroup = { sessions: number; rows: number };

/**
 * Whether the run may be called good. `lost`: some scenario stays below its share even if every session that is invalid
 * or did not run had passed. `invalid`: not lost, but a session is invalid, missing, or nothing ran.
 */
export function judgeRun({
  totals,
  scenarios,
  missing,
  problems,
  planned,
  interrupted,
}: {
  totals: Totals;
  scenarios: readonly ScenarioTotals[];
  missing: readonly string[];
  problems: readonly string[];
  /** By `scenario/variant`. */
  planned: ReadonlyMap<string, PlannedGroup>;
  interrupted: boolean;
}): GateOutcome {
  if (interrupted)
    return {
      status: 'interrupted',
      reasons: [`the run was interrupted; ${countOf(missing.length, 'session')} did not run`],
    };
  const lost = scenarios.filter(({ scenario, variant, failed, sessions, minPassRate }) => {
    const trials = planned.get(`${scenario}/${variant}`)?.sessions ?? sessions;
    return (trials - failed) / trials < minPassRate;
  });
  if (lost.length > 0) return { status: 'lost', reasons: describeLosses(lost, planned) };
  const reasons = [
    ...(totals.sessions === 0 ? ['nothing ran'] : []),
    ...(totals.invalid > 0
      ? [`${totals.invalid} of ${countOf(totals.sessions, 'session')} ${totals.invalid === 1 ? 'is' : 'are'} invalid`]
      : []),
    ...(missing.length > 0
      ? [`${countOf(missing.length, 'session')} came to no result: ${missing.slice(0, 5).join(', ')}`]
      : []),
    ...problems,
  ];
  return reasons.length > 0 ? { status: 'invalid', reasons } : { status: 'met', reasons: [] };
}

/** Scenarios that ran once are named together; each one with trials has its own sentence. */
function describeLosses(lost: readonly ScenarioTotals[], planned: ReadonlyMap<string, PlannedGroup>): string[] {
  const once = lost.filter(({ sessions }) => sessions === 1).map(nameOf);
  const shown = once.length > 5 ? [...once.slice(0, 5), `and ${once.length - 5} more`] : once;
  return [
    ...(once.length === 0 ? [] : [`${countOf(once.length, 'scenario')} failed: ${shown.join(', ')}`]),
    ...lost
      .filter(({ sessions }) => sessions > 1)
      .map((totals) => describeRate(totals, planned.get(`${totals.scenario}/${totals.variant}`))),
  ];
}

/** `desk: 18 of 20 rows passed, and all of them must`. */
function describeRate(totals: ScenarioTotals, planned: PlannedGroup | undefined): string {
  const { passed, sessions, minPassRate } = totals;
  const needed = minPassRate === 1 ? 'all of them' : `${Math.round(minPassRate * 1000) / 10} % of them`;
  return `${nameOf(totals)}: ${passed} of ${sessionsText(sessions, planned)} passed, and ${needed} must`;
}

function sessionsText(sessions: number, { rows, sessions: all }: PlannedGroup = { rows: 0, sessions }): string {
  if (rows === 0) return countOf(sessions, 'trial');
  return rows === all ? countOf(sessions, 'row') : `${countOf(sessions, 'trial')} of ${countOf(rows, 'row')}`;
}

function nameOf({ scenario, variant }: ScenarioTotals): string {
  return variant === 'default' ? scenario : `${scenario} (${variant})`;
}
