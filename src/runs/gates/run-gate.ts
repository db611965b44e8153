import type { RunGate } from '../../domain/authoring/gate.ts';
import { countOf } from '../../domain/values/quantities.ts';
import type { ModelTotals } from '../../domain/verdicts/model-totals.ts';
import type { RunStatistics } from '../../domain/verdicts/run-result.ts';
import type { Totals } from '../../domain/verdicts/totals.ts';
import { checkFloors, describeFloor } from './gate-scores.ts';
import { type GatedScenario, type GateSay, nameOf, shareText } from './scenario-gate.ts';

export type RunFacts = {
  totals: Totals;
  scenarios: readonly GatedScenario[];
  statistics: RunStatistics;
  models: readonly ModelTotals[];
  /** Sessions that were planned. */
  planned: number;
};

/** Judges what the run as a whole must reach. */
export function judgeRunGate(gate: RunGate, facts: RunFacts): GateSay {
  const says = [judgeRate(gate, facts), judgeCost(gate, facts), judgeFaults(gate, facts)];
  const floors = checkFloors(
    gate.scores ?? {},
    facts.scenarios.map(({ sessions }) => sessions),
  ).filter(({ isMissed }) => isMissed);
  return {
    lost: [...says.flatMap(({ lost }) => lost), ...floors.map((floor) => `run: ${describeFloor(floor)}`)],
    open: says.flatMap(({ open }) => open),
  };
}

function judgeRate({ minPassRate = 0, minPassRateLow }: RunGate, { totals, statistics, planned }: RunFacts): GateSay {
  const best = planned === 0 ? 0 : (planned - totals.failed) / planned;
  const counts = `${totals.passed} of ${countOf(planned, 'session')} passed`;
  const rate = best < minPassRate ? [`run: ${counts}, and ${shareText(minPassRate)} must`] : [];
  if (minPassRateLow === undefined) return { lost: rate, open: [] };
  const low = statistics.passRate?.interval?.low;
  if (low === undefined)
    return { lost: rate, open: ['run: the lower end of the pass rate cannot be told from a single scenario'] };
  if (low >= minPassRateLow) return { lost: rate, open: [] };
  const text = `run: ${counts}, so that the true rate over scenarios may be as low as ${shareText(low)}; ${shareText(minPassRateLow)} is the least`;
  return totals.invalid === 0 && totals.sessions === planned
    ? { lost: [...rate, text], open: [] }
    : { lost: rate, open: [text] };
}

function judgeCost({ maxCostUsd }: RunGate, { models }: RunFacts): GateSay {
  if (maxCostUsd === undefined) return { lost: [], open: [] };
  const unknown = models.filter(({ costUsd, calls }) => costUsd === undefined && calls > 0);
  const cost = models.reduce((sum, one) => sum + (one.costUsd ?? 0), 0);
  const spent = `run: models cost $${cost.toFixed(4)}`;
  if (cost > maxCostUsd) return { lost: [`${spent}, and $${maxCostUsd} is the most`], open: [] };
  const names = [...new Set(unknown.map(({ model }) => model))].join(', ');
  return {
    lost: [],
    open: unknown.length === 0 ? [] : [`${spent} and what ${names} cost, which the config has no price for`],
  };
}

function judgeFaults({ failOn = [] }: RunGate, { totals, scenarios }: RunFacts): GateSay {
  const flaky = scenarios.filter(({ totals: one }) => one.flaky === true).map(({ totals: one }) => nameOf(one));
  const shown = flaky.length > 5 ? [...flaky.slice(0, 5), `and ${flaky.length - 5} more`] : flaky;
  return {
    lost: [
      ...(failOn.includes('flaky') && flaky.length > 0 ? [`flaky: ${shown.join(', ')}`] : []),
      ...(failOn.includes('invalid') && totals.invalid > 0
        ? [`${countOf(totals.invalid, 'session')} ${totals.invalid === 1 ? 'is' : 'are'} invalid`]
        : []),
    ],
    open: [],
  };
}
