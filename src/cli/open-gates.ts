import type { Config } from '../domain/authoring/config.ts';
import type { Gate, RunGate } from '../domain/authoring/gate.ts';
import { UsageError } from '../domain/errors.ts';
import { countOf } from '../domain/values/quantities.ts';
import type { RunResult } from '../domain/verdicts/run-result.ts';
import { compareRuns } from '../runs/compare/compare-runs.ts';
import { compareOptions, countRegressions, readStoredRun } from './commands/compare.ts';
import type { RunOptions } from './run-options.ts';

/** What a run must reach, by its flags and the config. */
export type OpenedGates = {
  /** For scenarios without a gate of their own; the config's where absent. */
  ofScenarios: Gate | undefined;
  ofRun: RunGate;
  /** Holds the run against the baseline; absent without one. */
  compare: ((run: RunResult) => RunResult) | undefined;
};

/** Reads the baseline before anything runs. Throws `UsageError` for what cannot be read. */
export async function openGates(
  options: RunOptions,
  { config, cwd }: { config: Config; cwd: string },
): Promise<OpenedGates> {
  const { baseline, minScenarioPassRate } = options;
  const ofRun = runGateOf(options, config);
  return {
    ofScenarios: minScenarioPassRate === undefined ? undefined : { ...config.gate, minPassRate: minScenarioPassRate },
    ofRun,
    compare: baseline === undefined ? refuseLoneFlags(options) : await comparing(baseline, { options, ofRun, cwd }),
  };
}

function runGateOf(
  { minPassRate, minScore = [], failOn, maxRegressions }: RunOptions,
  { runGate = {} }: Config,
): RunGate {
  const floors = minScore.map((text): [string, number] => {
    const [, name, value = ''] = /^([^=]+)=(0?\.\d+|[01](?:\.0*)?)$/.exec(text) ?? [];
    if (name === undefined || Number(value) > 1)
      throw new UsageError(
        `\`--min-score ${text}\`: expected the name of a scorer and its mean, such as \`grounded=0.9\``,
      );
    return [name, Number(value)];
  });
  return {
    ...runGate,
    ...(minPassRate === undefined ? {} : { minPassRate }),
    ...(floors.length === 0 ? {} : { scores: { ...runGate.scores, ...Object.fromEntries(floors) } }),
    ...(failOn === undefined ? {} : { failOn }),
    ...(maxRegressions === undefined ? {} : { maxRegressions }),
  };
}

async function comparing(
  baseline: string,
  { options, ofRun, cwd }: { options: RunOptions; ofRun: RunGate; cwd: string },
): Promise<(run: RunResult) => RunResult> {
  const before = await readStoredRun(baseline, { cwd });
  const how = compareOptions(options);
  const most = ofRun.maxRegressions ?? 0;
  // A tolerance for a scorer that nobody has is known before anything runs, as far as the earlier run can tell.
  compareRuns(before, before, how);
  return (judged) => {
    const comparison = compareRuns(before, judged, how);
    const run: RunResult = { ...judged, comparison };
    const regressions = countRegressions(comparison);
    if (run.gate.status === 'interrupted') return run;
    if (regressions > most) {
      const worse = comparison.scenarios.filter(({ change }) => change === 'regressed').map(({ scenario }) => scenario);
      const names = worse.length === 0 ? '' : `: ${worse.slice(0, 5).join(', ')}${worse.length > 5 ? ', …' : ''}`;
      const reason = `${countOf(regressions, 'regression')} against ${before.id}${names}`;
      const reasons = run.gate.status === 'lost' ? [...run.gate.reasons, reason] : [reason];
      return { ...run, gate: { status: 'lost', reasons } };
    }
    if (comparison.run.change !== 'unjudged' || run.gate.status === 'lost') return run;
    const reason = `nothing could be held against ${before.id}: the runs have no valid session in common`;
    return { ...run, gate: { status: 'invalid', reasons: [...run.gate.reasons, reason] } };
  };
}

/** Flags that say how to compare, with nothing to compare. */
function refuseLoneFlags({ tolerance, renamed, deterministic, maxRegressions }: RunOptions): undefined {
  const given = Object.entries({ tolerance, renamed, deterministic, 'max-regressions': maxRegressions });
  const lone = given.find(([, value]) => value !== undefined);
  if (lone !== undefined)
    throw new UsageError(`\`--${lone[0]}\` says how \`--baseline\` is compared, which is not given`);
  return undefined;
}
