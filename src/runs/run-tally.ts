import type { Prices } from '../domain/authoring/budgets.ts';
import type { RunGate } from '../domain/authoring/gate.ts';
import { compareKeys, type SessionKey, sessionPath } from '../domain/transcript/session-key.ts';
import type { RoutingChoice } from '../domain/verdicts/routing-result.ts';
import { type GroundingPoint, RUN_RESULT_VERSION, type RunResult } from '../domain/verdicts/run-result.ts';
import type { RunShard } from '../domain/verdicts/run-shard.ts';
import type { Score } from '../domain/verdicts/score.ts';
import { type SessionResult, type SessionSummary, summarizeSession } from '../domain/verdicts/session-result.ts';
import type { PlannedGroup } from './gates/scenario-gate.ts';
import { createGroundingFold } from './grounding-fold.ts';
import { judgeRun } from './judge-run.ts';
import { createModelFold } from './model-fold.ts';
import { groupOf, type PlannedSession } from './plan-run.ts';
import { createRoutingFold } from './routing-fold.ts';
import { gatherScenarios, type ScenarioPlan, totalsOf } from './run-totals.ts';
import { runStatistics } from './statistics/run-statistics.ts';

/** A planned session as a result knows it. */
export type PlanEntry = Pick<PlannedSession, 'key' | 'row' | 'gate'> & { title: string };

/** What scorers know of a session, for the curves and tables of a run. */
export type ScoreReaders = {
  /** Supported and checkable values by turn, out of a session's scores. */
  groundingOf(scores: readonly Score[]): readonly GroundingPoint[];
  /** What the agent chose to do with the message of a row, out of a session's scores; undefined where that is not known. */
  routingOf?(
    scores: readonly Score[],
    wanted: readonly string[],
  ): { choice: RoutingChoice; name?: string | undefined } | undefined;
};

/** A part of a run, and what the other parts have. */
export type ShardOfRun = RunShard & { others: readonly PlanEntry[] };

/** What a result says besides its sessions. */
export type ResultHead = Pick<RunResult, 'id' | 'seed' | 'startedAt' | 'durationMs'> & {
  interrupted: boolean;
  /** What went wrong around the sessions. */
  problems: readonly string[];
  /** Notes of sessions that came after their end, in any order. */
  lateNotes?: Iterable<string> | undefined;
  /** Notes of the run, in their order. */
  notes?: readonly string[] | undefined;
};

/** Adds up finished sessions to the result of a run. What comes out does not depend on the order they came in. */
export type RunTally = {
  /** Takes in a session with its file, relative to the run's folder. */
  add(session: SessionResult, file?: string | undefined): SessionSummary;
  /** What the sessions so far come to. */
  result(head: ResultHead): RunResult;
};

type TallyOptions = ScoreReaders & {
  prices?: Prices | undefined;
  gate?: RunGate | undefined;
  shard?: ShardOfRun | undefined;
};

export function createRunTally(planned: readonly PlanEntry[], options: TallyOptions): RunTally {
  const { prices = {}, gate = {}, shard, groundingOf, routingOf } = options;
  const entries = new Map(planned.map((entry) => [sessionPath(entry.key), entry]));
  const entryOf = ({ key }: { key: SessionKey }): PlanEntry | undefined => entries.get(sessionPath(key));
  const planOf = shard === undefined ? scenarioPlans(planned) : planInShard(planned, shard.others);
  const summaries: SessionSummary[] = [];
  const notes = new Set<string>();
  const models = createModelFold(prices);
  const grounding = createGroundingFold();
  const routing = createRoutingFold(planned);
  return {
    add(session, file) {
      const { key, transcript, scores, verdict, judgeCalls = [], use } = session;
      const summary = summarizeSession(session, file);
      summaries.push(summary);
      for (const note of session.notes ?? []) notes.add(note);
      models.add({ transcript, judgeCalls, use: use?.models });
      grounding.add(key, groundingOf(scores));
      const entry = entryOf(session);
      if (entry?.row !== undefined) routing.add(entry, { verdict, ...routingOf?.(scores, entry.row.wanted) });
      return summary;
    },
    result(head) {
      const { interrupted, lateNotes = [], notes: ofRun = [], problems, ...rest } = head;
      const sessions = summaries.toSorted((a, b) => compareKeys(a.key, b.key));
      const scenarios = gatherScenarios(sessions, planOf, gate);
      const missing = missingOf(planned, sessions);
      const totals = totalsOf(sessions);
      const statistics = runStatistics(scenarios, { seed: head.seed });
      const ofModels = models.totals();
      const ofTables = routing.results();
      return {
        version: RUN_RESULT_VERSION,
        ...rest,
        ...(shard === undefined ? {} : { shard: { index: shard.index, count: shard.count } }),
        sessions,
        totals,
        scenarios: scenarios.map((one) => one.totals),
        statistics,
        grounding: grounding.curves(),
        ...(ofTables.length === 0 ? {} : { routing: ofTables }),
        gate: judgeRun({
          ...{ totals, scenarios, statistics, missing, problems, interrupted },
          // What the run as a whole must reach, no part of it can tell.
          gate: shard === undefined ? gate : {},
          mayBeEmpty: shard !== undefined && planned.length === 0,
          models: ofModels,
          planned: planned.length,
        }),
        missing,
        problems: [...problems],
        ...(ofModels.length === 0 ? {} : { models: ofModels }),
        notes: [...new Set([...[...notes, ...lateNotes].sort(), ...ofRun])],
      };
    },
  };
}

function missingOf(planned: readonly PlanEntry[], sessions: readonly SessionSummary[]): string[] {
  const done = new Set(sessions.map(({ key }) => sessionPath(key)));
  return planned.map(({ key }) => sessionPath(key)).filter((path) => !done.has(path));
}

/** What a session is judged with. One that nobody planned stands for itself. */
function scenarioPlans(planned: readonly PlanEntry[]): (session: SessionSummary) => ScenarioPlan {
  const entries = new Map(planned.map((entry) => [sessionPath(entry.key), entry]));
  const counts = countPlanned(planned);
  return ({ key }) => {
    const entry = entries.get(sessionPath(key));
    const group = groupOf(entry ?? { key });
    const count = counts.get(`${group.scenario}/${group.variant}`) ?? { sessions: 1, rows: 0 };
    return { ...group, gate: entry?.gate ?? {}, planned: count };
  };
}

/** A gate that looks at values rather than counts can be judged only where no trial is in another shard. */
function planInShard(
  own: readonly PlanEntry[],
  others: readonly PlanEntry[],
): (session: SessionSummary) => ScenarioPlan {
  const planOf = scenarioPlans([...own, ...others]);
  const elsewhere = new Set(others.map((entry) => nameOfGroup(groupOf(entry))));
  return (session) => {
    const plan = planOf(session);
    const { scores: _, ...certain } = plan.gate;
    return elsewhere.has(nameOfGroup(plan)) ? { ...plan, gate: certain } : plan;
  };
}

function nameOfGroup({ scenario, variant }: { scenario: string; variant: string }): string {
  return `${scenario}/${variant}`;
}

function countPlanned(planned: readonly PlanEntry[]): ReadonlyMap<string, PlannedGroup> {
  const groups = new Map<string, PlanEntry[]>();
  for (const entry of planned) {
    const { scenario, variant } = groupOf(entry);
    const name = `${scenario}/${variant}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [entry]);
    else group.push(entry);
  }
  return new Map([...groups].map(([name, group]) => [name, { sessions: group.length, rows: countRows(group) }]));
}

function countRows(planned: readonly PlanEntry[]): number {
  return new Set(planned.flatMap(({ row }) => (row === undefined ? [] : [row.id]))).size;
}
