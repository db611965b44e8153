import type { Gate } from '../../domain/authoring/gate.ts';
import { countOf } from '../../domain/values/quantities.ts';
import type { ScenarioTotals } from '../../domain/verdicts/run-result.ts';
import type { SessionSummary } from '../../domain/verdicts/session-result.ts';
import { passHatK } from '../../statistics/pass-hat-k.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';
import { checkFloors, describeFloor } from './gate-scores.ts';

/** How many sessions are judged together, and of how many rows where they are of a table; 0 rows where it is none. */
export type PlannedGroup = { sessions: number; rows: number };

/** A scenario with what it had to reach and what became of it. */
export type GatedScenario = {
  totals: ScenarioTotals;
  sessions: readonly SessionSummary[];
  gate: Gate;
  planned: PlannedGroup;
};

/** What a gate says: `lost` by these reasons, which no session that is still unknown could mend, or `open` by those. */
export type GateSay = { lost: readonly string[]; open: readonly string[] };

/** Judges the trials of one scenario by its gate. */
export function judgeScenario(scenario: GatedScenario): GateSay {
  const { totals, sessions, gate, planned } = scenario;
  const best = { passed: planned.sessions - totals.failed, trials: planned.sessions };
  const rates: (string | undefined)[] = [
    totals.minPassRate > 0 && best.passed / best.trials < totals.minPassRate ? describeRate(scenario) : undefined,
    gate.minPassRateLow !== undefined && wilsonInterval(best.passed, best.trials).low < gate.minPassRateLow
      ? describeLow(scenario, gate.minPassRateLow)
      : undefined,
  ];
  const hat = judgeHat(scenario, best);
  const floors = checkFloors(gate.scores ?? {}, [sessions]).filter(({ isMissed }) => isMissed);
  return {
    lost: [
      ...rates.filter((reason) => reason !== undefined),
      ...hat.lost,
      ...floors.map((floor) => `${nameOf(totals)}: ${describeFloor(floor)}`),
    ],
    open: hat.open,
  };
}

function judgeHat({ totals, gate }: GatedScenario, best: { passed: number; trials: number }): GateSay {
  const { passHatK: wanted } = gate;
  if (wanted === undefined) return { lost: [], open: [] };
  const { trials: k, min } = wanted;
  if (best.trials < k) {
    const text = `${nameOf(totals)}: pass^${k} needs ${countOf(k, 'trial')}, and there ${best.trials === 1 ? 'is' : 'are'} ${best.trials}`;
    return { lost: [], open: [text] };
  }
  if (passHatK(best.passed, best.trials, k) >= min) return { lost: [], open: [] };
  const reached = totals.sessions >= k ? passHatK(totals.passed, totals.sessions, k) : 0;
  return {
    lost: [`${nameOf(totals)}: pass^${k} is ${shareText(reached)}, and ${shareText(min)} is the least`],
    open: [],
  };
}

/** `desk: 18 of 20 rows passed, and all of them must`. */
function describeRate({ totals, planned }: GatedScenario): string {
  const { passed, sessions, minPassRate } = totals;
  const needed = minPassRate === 1 ? 'all of them' : `${shareText(minPassRate)} of them`;
  return `${nameOf(totals)}: ${passed} of ${sessionsText(sessions, planned)} passed, and ${needed} must`;
}

function describeLow({ totals, planned }: GatedScenario, least: number): string {
  const { low } = wilsonInterval(totals.passed, totals.sessions);
  const count = sessionsText(totals.sessions, planned);
  return `${nameOf(totals)}: ${totals.passed} of ${count} passed, so that the true rate may be as low as ${shareText(low)}; ${shareText(least)} is the least`;
}

function sessionsText(sessions: number, { rows, sessions: all }: PlannedGroup): string {
  if (rows === 0) return countOf(sessions, 'trial');
  return rows === all ? countOf(sessions, 'row') : `${countOf(sessions, 'trial')} of ${countOf(rows, 'row')}`;
}

export function nameOf({ scenario, variant }: Pick<ScenarioTotals, 'scenario' | 'variant'>): string {
  return variant === 'default' ? scenario : `${scenario} (${variant})`;
}

/** Rounded down: what is not reached must not look as if it were. */
export function shareText(share: number): string {
  return `${Math.floor(share * 1000 + 1e-9) / 10} %`;
}
