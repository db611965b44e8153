import type { GateOutcome, ScenarioTotals, Totals } from '../domain/verdicts/run-result.ts';
import type { SessionSummary } from '../domain/verdicts/session-result.ts';

/** Counts verdicts; always computed from the sessions themselves. */
export function totalsOf(sessions: readonly SessionSummary[]): Totals {
  const totals = { sessions: sessions.length, passed: 0, failed: 0, invalid: 0 };
  for (const { verdict } of sessions) totals[verdict] += 1;
  return totals;
}

/** Totals of each scenario and variant, in the order of the sessions. */
export function scenarioTotals(
  sessions: readonly SessionSummary[],
  minPassRateOf: (session: SessionSummary) => number,
): readonly ScenarioTotals[] {
  const groups = new Map<string, SessionSummary[]>();
  for (const session of sessions) {
    const name = `${session.key.scenario}/${session.key.variant}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [session]);
    else group.push(session);
  }
  return [...groups.values()].map((group) => {
    const first = group[0] as SessionSummary;
    const totals = totalsOf(group);
    return {
      ...totals,
      scenario: first.key.scenario,
      variant: first.key.variant,
      passRate: totals.passed / totals.sessions,
      minPassRate: minPassRateOf(first),
    };
  });
}

/**
 * Whether the run may be called good. `lost`: some scenario stays below its share even if every invalid session had
 * passed. `invalid`: not lost, but a session is invalid, missing, or nothing ran.
 */
export function judgeRun({
  totals,
  scenarios,
  missing,
  problems,
  interrupted,
}: {
  totals: Totals;
  scenarios: readonly ScenarioTotals[];
  missing: readonly string[];
  problems: readonly string[];
  interrupted: boolean;
}): GateOutcome {
  if (interrupted)
    return { status: 'interrupted', reasons: [`the run was interrupted; ${missing.length} sessions did not run`] };
  const lost = scenarios.filter(
    ({ passed, invalid, sessions, minPassRate }) => (passed + invalid) / sessions < minPassRate,
  );
  if (lost.length > 0) return { status: 'lost', reasons: lost.map(describeLoss) };
  const reasons = [
    ...(totals.sessions === 0 ? ['nothing ran'] : []),
    ...(totals.invalid > 0 ? [`${totals.invalid} of ${totals.sessions} sessions are invalid`] : []),
    ...(missing.length > 0 ? [`${missing.length} sessions came to no result: ${missing.slice(0, 5).join(', ')}`] : []),
    ...problems,
  ];
  return reasons.length > 0 ? { status: 'invalid', reasons } : { status: 'met', reasons: [] };
}

function describeLoss({ scenario, variant, passed, sessions, minPassRate }: ScenarioTotals): string {
  const name = variant === 'default' ? scenario : `${scenario} (${variant})`;
  if (sessions === 1) return `${name} failed`;
  return `${name}: ${passed} of ${sessions} trials passed, ${Math.round(minPassRate * 1000) / 10} % must`;
}
