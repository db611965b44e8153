import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import type { Prices } from '../domain/authoring/budgets.ts';
import type { RunGate } from '../domain/authoring/gate.ts';
import type { RunPlan } from '../domain/contracts/reporter.ts';
import { compareKeys, sessionPath } from '../domain/transcript/session-key.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import { type ModelTotals, RUN_RESULT_VERSION, type RunResult } from '../domain/verdicts/run-result.ts';
import type { SessionSummary } from '../domain/verdicts/session-result.ts';
import type { PlannedGroup } from './gates/scenario-gate.ts';
import { createGroundingFold, type GroundingFold } from './grounding-fold.ts';
import { judgeRun } from './judge-run.ts';
import { createModelFold, type ModelFold } from './model-fold.ts';
import { groupOf, type PlannedSession } from './plan-run.ts';
import { createRoutingFold, type RoutingFold } from './routing-fold.ts';
import { type PlannedContext, runPlanned } from './run-planned.ts';
import { gatherScenarios, type ScenarioPlan, totalsOf } from './run-totals.ts';
import { runStatistics } from './statistics/run-statistics.ts';

export type SuiteOptions = Omit<PlannedContext, 'onNote' | 'overtime'> & {
  seed: number;
  sessions: readonly PlannedSession[];
  /** Sessions under way at the same time. */
  concurrency: number;
  /** Stop after so many sessions that did not pass. */
  bail?: number | undefined;
  /** Milliseconds after which sessions under way end with `budget` and no other begins. */
  maxWallMs?: number | undefined;
  /** What the run must reach besides the gates of its scenarios. */
  gate?: RunGate | undefined;
  prices?: Prices | undefined;
  /** What was really spent on the way to models: a replayed answer costs nothing. */
  spent?: (() => readonly ModelTotals[]) | undefined;
  /** What a reader should know of the run; asked when all sessions are over. */
  outsideNotes?: (() => readonly string[]) | undefined;
  /** A last word on the run, such as of a comparison with another; may change its gate and its notes. */
  judgeMore?: ((run: RunResult) => RunResult) | undefined;
  /** Sentences about what went wrong outside the sessions; asked when all of them are over, and again after the reports. */
  outsideProblems?: (() => Promise<readonly string[]>) | undefined;
};

type Progress = {
  summaries: SessionSummary[];
  problems: string[];
  /** Each said once, however many sessions have it. */
  notes: Set<string>;
  models: ModelFold;
  grounding: GroundingFold;
  routing: RoutingFold;
  /** What ended the run early: a disk that refuses. */
  fatal?: { error: unknown };
};

/**
 * Runs all planned sessions and judges the run. A session that crashes is a result of its own and loses no other; only a
 * store that refuses to write ends the run, by rejecting with its `StoreError`.
 */
export async function runSuite(options: SuiteOptions): Promise<RunResult> {
  const { id, seed, sessions, clock, signal, reporter, writer } = options;
  const startedAt = clock.timestamp();
  const begin = clock.now();
  const progress: Progress = {
    summaries: [],
    problems: [],
    notes: new Set(),
    models: createModelFold(options.prices ?? {}),
    grounding: createGroundingFold(),
    routing: createRoutingFold(sessions),
  };
  const plan: RunPlan = {
    id,
    seed,
    sessions: sessions.map(({ key, scenario }) => ({ key, title: scenario.title })),
    ...(writer === undefined ? {} : { directory: writer.directory }),
    ...(options.replay === undefined ? {} : { replay: options.replay }),
  };
  await reporter.onRunStart?.(plan);
  await runAll(options, progress);
  if (progress.fatal !== undefined) throw progress.fatal.error;
  const durationMs = Math.max(0, clock.now() - begin);
  const askOutside = async (): Promise<readonly string[]> => (await options.outsideProblems?.()) ?? [];
  const outside = await askOutside();
  const wasInterrupted = signal.aborted;
  const told = resultOf(options, { progress, startedAt, durationMs, outside });
  await reporter.onRunEnd?.(told);
  // A reporter that broke while it told the result is part of what is kept.
  const later = await askOutside();
  const isSame = later.length === outside.length && signal.aborted === wasInterrupted;
  const kept = isSame ? told : resultOf(options, { progress, startedAt, durationMs, outside: later });
  await writer?.finish(kept);
  return kept;
}

async function runAll(options: SuiteOptions, progress: Progress): Promise<void> {
  const { sessions, concurrency, signal, bail = Number.POSITIVE_INFINITY } = options;
  // Every open session listens to the run's signal.
  const overtime = startOvertime(options);
  setMaxListeners(0, signal, overtime.signal);
  const limit = pLimit({ concurrency, rejectOnClear: true });
  const tasks = new Set<Promise<void>>();
  let wake = (): void => {};
  let missed = 0;
  const isOver = (): boolean => signal.aborted || overtime.isOver() || progress.fatal !== undefined || missed >= bail;
  const context = { ...options, overtime: overtime.signal, onNote: (note: string) => void progress.notes.add(note) };
  const runOne = async (planned: PlannedSession): Promise<void> => {
    if (isOver()) return;
    const summary = await runGuarded(planned, { context, progress });
    if (summary === undefined) return;
    progress.summaries.push(summary);
    if (summary.verdict !== 'passed') missed += 1;
  };
  for (const planned of sessions) {
    if (isOver()) break;
    const task = limit(runOne, planned).finally(() => {
      tasks.delete(task);
      wake();
    });
    tasks.add(task);
    // Only a few sessions wait in the queue, so that memory does not grow with the length of the plan.
    while (limit.pendingCount > concurrency) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  await Promise.all(tasks);
  overtime.disarm();
}

type Overtime = { signal: AbortSignal; isOver(): boolean; disarm(): void };

/** The signal that tells sessions that the run has had its time. */
function startOvertime({ clock, maxWallMs }: SuiteOptions): Overtime {
  const controller = new AbortController();
  const { signal } = controller;
  if (maxWallMs === undefined) return { signal, isOver: () => false, disarm: () => {} };
  const begin = clock.now();
  const over = new Error(`the run's time of ${maxWallMs / 1000} s is over`);
  return {
    signal,
    // Sessions that never wait leave no room for the timer.
    isOver() {
      if (!signal.aborted && clock.now() - begin >= maxWallMs) controller.abort(over);
      return signal.aborted;
    },
    disarm: clock.setTimer(maxWallMs, () => controller.abort(over)),
  };
}

async function runGuarded(
  planned: PlannedSession,
  { context, progress }: { context: PlannedContext; progress: Progress },
): Promise<SessionSummary | undefined> {
  try {
    const { summary, grounding, routing, transcript, judgeCalls } = await runPlanned(planned, context);
    progress.models.add({ transcript, judgeCalls });
    progress.grounding.add(planned.key, grounding);
    progress.routing.add(planned, { verdict: summary.verdict, ...routing });
    return summary;
  } catch (error) {
    if (error instanceof Error && error.name === 'StoreError') progress.fatal ??= { error };
    else
      progress.problems.push(
        `${sessionPath(planned.key)}: ${safeErrorText(error).stack ?? safeErrorText(error).message}`,
      );
    return undefined;
  }
}

function resultOf(options: SuiteOptions, told: Told): RunResult {
  const run = wholeResult(options, told);
  return options.judgeMore?.(run) ?? run;
}

type Told = { progress: Progress; startedAt: string; durationMs: number; outside: readonly string[] };

function wholeResult(
  { id, seed, sessions, signal, gate = {}, outsideNotes = () => [], spent = () => [] }: SuiteOptions,
  { progress, startedAt, durationMs, outside }: Told,
): RunResult {
  const summaries = progress.summaries.sort((a, b) => compareKeys(a.key, b.key));
  const scenarios = gatherScenarios(summaries, plansOf(sessions), gate);
  const totals = totalsOf(summaries);
  const statistics = runStatistics(scenarios, { seed });
  const done = new Set(summaries.map(({ key }) => sessionPath(key)));
  const missing = sessions.map(({ key }) => sessionPath(key)).filter((path) => !done.has(path));
  const problems = [...progress.problems, ...outside];
  const models = progress.models.totals(spent());
  const routing = progress.routing.results();
  return {
    version: RUN_RESULT_VERSION,
    id,
    seed,
    startedAt,
    durationMs,
    sessions: summaries,
    totals,
    scenarios: scenarios.map((one) => one.totals),
    statistics,
    grounding: progress.grounding.curves(),
    ...(routing.length === 0 ? {} : { routing }),
    gate: judgeRun({
      totals,
      scenarios,
      statistics,
      models,
      planned: sessions.length,
      gate,
      missing,
      problems,
      interrupted: signal.aborted,
    }),
    missing,
    problems,
    ...(models.length === 0 ? {} : { models }),
    notes: [...progress.notes, ...outsideNotes()],
  };
}

/** What a session is judged with. One that nobody planned stands for itself. */
function plansOf(sessions: readonly PlannedSession[]): (session: SessionSummary) => ScenarioPlan {
  const plans = new Map(sessions.map((planned) => [sessionPath(planned.key), planned]));
  const counts = countPlanned(sessions);
  return ({ key }) => {
    const planned = plans.get(sessionPath(key));
    const group = groupOf(planned ?? { key });
    const count = counts.get(`${group.scenario}/${group.variant}`) ?? { sessions: 1, rows: 0 };
    return { ...group, gate: planned?.gate ?? {}, planned: count };
  };
}

function countPlanned(sessions: readonly PlannedSession[]): ReadonlyMap<string, PlannedGroup> {
  const groups = new Map<string, PlannedSession[]>();
  for (const session of sessions) {
    const { scenario, variant } = groupOf(session);
    const name = `${scenario}/${variant}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [session]);
    else group.push(session);
  }
  return new Map([...groups].map(([name, group]) => [name, { sessions: group.length, rows: countRows(group) }]));
}

function countRows(sessions: readonly PlannedSession[]): number {
  return new Set(sessions.flatMap(({ row }) => (row === undefined ? [] : [row.id]))).size;
}
