import { setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import type { Prices } from '../domain/authoring/budgets.ts';
import type { RunGate } from '../domain/authoring/gate.ts';
import type { RunPlan } from '../domain/contracts/reporter.ts';
import { sessionPath } from '../domain/transcript/session-key.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import type { RunResult } from '../domain/verdicts/run-result.ts';
import type { SessionResult } from '../domain/verdicts/session-result.ts';
import type { PlannedSession } from './plan-run.ts';
import { endOf } from './rebuild-run.ts';
import { type PlannedContext, runPlanned } from './run-planned.ts';
import { createRunTally, type PlanEntry, type RunTally, type ScoreReaders, type ShardOfRun } from './run-tally.ts';

export type SuiteOptions = Omit<PlannedContext, 'onNote' | 'overtime'> &
  ScoreReaders & {
    seed: number;
    /** What can run. */
    sessions: readonly PlannedSession[];
    /** A run that goes on: what was planned and what has been done. */
    resumed?: ResumedRun | undefined;
    /** Which part of a run this is; absent for a whole run. */
    shard?: ShardOfRun | undefined;
    /** Sessions under way at the same time. */
    concurrency: number;
    /** Stop after so many sessions that did not pass. */
    bail?: number | undefined;
    /** Milliseconds after which sessions under way end with `budget` and no other begins. */
    maxWallMs?: number | undefined;
    /** What the run must reach besides the gates of its scenarios. */
    gate?: RunGate | undefined;
    prices?: Prices | undefined;
    /** What a reader should know of the run; asked when all sessions are over. */
    outsideNotes?: (() => readonly string[]) | undefined;
    /** A last word on the run, such as of a comparison with another; may change its gate and its notes. */
    judgeMore?: ((run: RunResult) => RunResult) | undefined;
    /** Sentences about what went wrong outside the sessions; asked when all of them are over, and again after the reports. */
    outsideProblems?: (() => Promise<readonly string[]>) | undefined;
  };

export type ResumedRun = {
  /** ISO 8601, UTC: when its first process began. */
  startedAt: string;
  /** All that was planned, also what cannot run any more. */
  planned: readonly PlanEntry[];
  /** The sessions that were finished before and still count. They are told to reporters as if they had just ended. */
  finished(): AsyncIterable<{ result: SessionResult; file: string }>;
};

type Progress = {
  tally: RunTally;
  /** Paths of the sessions that were finished before. */
  done: Set<string>;
  /** Sessions that did not pass. */
  missed: number;
  problems: string[];
  /** Each said once, however many sessions have it. */
  notes: Set<string>;
  /** What ended the run early: a disk that refuses. */
  fatal?: { error: unknown };
};

/**
 * Runs all planned sessions and judges the run. A session that crashes is a result of its own and loses no other; only a
 * store that refuses to write ends the run, by rejecting with its `StoreError`.
 */
export async function runSuite(options: SuiteOptions): Promise<RunResult> {
  const { id, seed, sessions, clock, signal, reporter, writer, resumed } = options;
  const startedAt = resumed?.startedAt ?? clock.timestamp();
  const begin = clock.now();
  const planned = resumed?.planned ?? sessions.map((session) => ({ ...session, title: session.scenario.title }));
  const progress: Progress = {
    tally: createRunTally(planned, options),
    done: new Set(),
    missed: 0,
    problems: [],
    notes: new Set(),
  };
  const plan: RunPlan = {
    id,
    seed,
    sessions: planned.map(({ key, title }) => ({ key, title })),
    ...(writer === undefined ? {} : { directory: writer.directory }),
    ...(options.replay === undefined ? {} : { replay: options.replay }),
  };
  await reporter.onRunStart?.(plan);
  const earlierMs = resumed === undefined ? 0 : await takeFinished(resumed, { options, progress });
  await runAll(options, progress);
  if (progress.fatal !== undefined) throw progress.fatal.error;
  const durationMs = earlierMs + Math.max(0, clock.now() - begin);
  const askOutside = async (): Promise<readonly string[]> => (await options.outsideProblems?.()) ?? [];
  const outside = await askOutside();
  const wasInterrupted = signal.aborted;
  const resultWith = (problems: readonly string[]): RunResult => {
    const run = progress.tally.result({
      ...{ id, seed, startedAt, durationMs },
      interrupted: signal.aborted,
      problems: [...progress.problems, ...problems],
      lateNotes: progress.notes,
      notes: options.outsideNotes?.(),
    });
    return options.judgeMore?.(run) ?? run;
  };
  const told = resultWith(outside);
  await reporter.onRunEnd?.(told);
  // A reporter that broke while it told the result is part of what is kept.
  const later = await askOutside();
  const isSame = later.length === outside.length && signal.aborted === wasInterrupted;
  const kept = isSame ? told : resultWith(later);
  await writer?.finish(kept);
  return kept;
}

/** Takes in what was done before this process began; returns how long that took. */
async function takeFinished(
  { startedAt, finished }: ResumedRun,
  { options, progress }: { options: SuiteOptions; progress: Progress },
): Promise<number> {
  const begin = Date.parse(startedAt);
  let endedMs = begin;
  for await (const { result, file } of finished()) {
    progress.done.add(sessionPath(result.key));
    progress.tally.add(result, file);
    if (result.verdict !== 'passed') progress.missed += 1;
    endedMs = Math.max(endedMs, endOf(result.timings));
    await options.reporter.onSessionEnd?.(result);
  }
  return endedMs - begin;
}

async function runAll(options: SuiteOptions, progress: Progress): Promise<void> {
  const { sessions, concurrency, signal, bail = Number.POSITIVE_INFINITY } = options;
  // Every open session listens to the run's signal.
  const overtime = startOvertime(options);
  setMaxListeners(0, signal, overtime.signal);
  const limit = pLimit({ concurrency, rejectOnClear: true });
  const tasks = new Set<Promise<void>>();
  let wake = (): void => {};
  const isOver = (): boolean =>
    signal.aborted || overtime.isOver() || progress.fatal !== undefined || progress.missed >= bail;
  const context = { ...options, overtime: overtime.signal, onNote: (note: string) => void progress.notes.add(note) };
  const runOne = async (planned: PlannedSession): Promise<void> => {
    if (!isOver()) await runGuarded(planned, { context, progress });
  };
  for (const planned of sessions) {
    if (isOver()) break;
    if (progress.done.has(sessionPath(planned.key))) continue;
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
): Promise<void> {
  try {
    const { result, file } = await runPlanned(planned, context);
    progress.tally.add(result, file);
    if (result.verdict !== 'passed') progress.missed += 1;
  } catch (error) {
    if (error instanceof Error && error.name === 'StoreError') progress.fatal ??= { error };
    else
      progress.problems.push(
        `${sessionPath(planned.key)}: ${safeErrorText(error).stack ?? safeErrorText(error).message}`,
      );
  }
}
