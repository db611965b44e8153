import type { Clock } from '../domain/contracts/clock.ts';
import type { RunWriter } from '../domain/contracts/run-store.ts';
import { forTerminal } from '../domain/display/terminal.ts';
import type { Redactor } from '../domain/redaction.ts';
import { type SessionKey, sessionPath } from '../domain/transcript/session-key.ts';
import { EXIT, exitCodeOf } from '../domain/verdicts/exit-code.ts';
import type { RunResult } from '../domain/verdicts/run-result.ts';
import type { StoredPlan } from '../domain/verdicts/stored-plan.ts';
import type { PlannedSession } from '../runs/plan-run.ts';
import type { PlannedContext, ScoreTranscript } from '../runs/run-planned.ts';
import { type ResumedRun, runSuite } from '../runs/run-suite.ts';
import { groundingPointsOf } from '../scorers/grounding/grounding-curves.ts';
import { routingChoiceOf } from '../scorers/routing/routing-choice.ts';
import { scoreTranscript } from '../scorers/score-transcript.ts';
import type { DirectoryStore } from '../store/directory-store.ts';
import { shownPath } from '../store/run-layout.ts';
import { describeDryRun } from './dry-run.ts';
import type { OpenedGates } from './open-gates.ts';
import type { OpenedProject } from './open-project.ts';
import { planFile } from './plan-file.ts';
import { type ReplayContext, recordOf, replayOf } from './replay-of.ts';
import { openRunModels, type RunModels } from './run-models.ts';
import type { RunOptions } from './run-options.ts';
import { openOutput, type RunOutput } from './run-output.ts';
import { matrixOf } from './selection/matrix-of.ts';
import type { PickedSessions } from './selection/pick-sessions.ts';
import type { Terminal } from './terminal.ts';

const LINGER_MS = 5;

/** A run with everything that it needs, new or one that goes on. */
export type ReadyRun = {
  project: OpenedProject;
  options: RunOptions;
  /** Files, folders and ids, as they were given. */
  wanted: readonly string[];
  id: string;
  seed: number;
  picked: Pick<PickedSessions, 'sessions' | 'others' | 'agents'>;
  /** Whether the project has no other sessions. */
  isWholeProject: boolean;
  redactor: Redactor;
  gates: OpenedGates;
  clock: Clock & { stop(): void };
  store: DirectoryStore | undefined;
  /** Claims the run's folder; absent where nothing is stored. */
  openWriter?: ((plan: StoredPlan) => Promise<RunWriter>) | undefined;
  /** Which part of a run this is; absent for a whole run. */
  shard?: StoredPlan['shard'];
  /** What was done before. */
  resumed?: ((asked: RunModels) => ResumedRun) | undefined;
  /** Where conversations come from, when they are not held. */
  play?: PlannedContext['play'];
  /** A run of which nothing is left to run: its result is told again. */
  told?: { run: RunResult; directory: string } | undefined;
};

/** Runs the sessions and judges the run; returns the exit code. */
export async function executeRun(ready: ReadyRun, terminal: Terminal): Promise<number> {
  const { project, options, id, seed, clock, redactor, store } = ready;
  const { sessions } = ready.picked;
  const { cwd, env } = terminal;
  const { config, root } = project;
  const replay = { seed, options, ...namesOf(sessions) };
  const context = { config, root, cwd, env, clock, redactor, sessions, recordCommand: recordOf(project, replay) };
  const asked = await openRunModels(options, { ...context, isWholeProject: ready.isWholeProject });
  if (options.dryRun === true) {
    clock.stop();
    terminal.out(describeDryRun(sessions, { config, budgets: asked.budgets }));
    return EXIT.ok;
  }
  let writer: RunWriter | undefined;
  let release = (): void => {};
  try {
    // Whoever replays a failure wants to see it again, and not to ask a model for another answer.
    const cassetteMode = asked.cassetteMode === undefined ? undefined : 'replay';
    const replayCommand = replayOf(project, { ...replay, cassetteMode });
    const output = await openOutput(options, { ...context, terminal, store, id, replay: replayCommand });
    release = output.release;
    if (ready.told !== undefined)
      return await tellAgain(ready.told, { ready, output, replay: replayCommand, terminal });
    terminal.guard.enter({ at: 'sessions', open: output.running });
    writer = await ready.openWriter?.(planOf(ready, { cwd, asked, startedAt: clock.timestamp() }));
    return await runAndTell(ready, { terminal, asked, output, writer, replay: replayCommand });
  } finally {
    writer?.release();
    release();
    clock.stop();
    await asked.letGo();
  }
}

type Running = {
  terminal: Terminal;
  asked: RunModels;
  output: RunOutput;
  writer: RunWriter | undefined;
  replay: (key: SessionKey) => string;
};

async function runAndTell(ready: ReadyRun, { terminal, asked, output, writer, replay }: Running): Promise<number> {
  const { options, id, seed, picked, clock, redactor, gates } = ready;
  const { guard, cwd } = terminal;
  const run = await runSuite({
    id,
    seed,
    sessions: picked.sessions,
    resumed: ready.resumed?.(asked),
    shard: ready.shard,
    concurrency: options.concurrency ?? 8,
    clock,
    signal: guard.interrupted,
    reporter: output.reporter,
    writer: writer === undefined ? undefined : { ...writer, directory: shownPath(writer.directory, cwd) },
    score: scoreTalk,
    groundingOf: groundingPointsOf,
    routingOf: routingChoiceOf,
    bail: options.bail === true ? 1 : options.bail,
    replay,
    gate: gates.ofRun,
    judgeMore: matrixOf(picked, gates.compare),
    play: ready.play,
    ...asked.suite,
    async outsideProblems() {
      await linger(clock);
      return [...(await asked.finish()), ...guard.problems(), ...output.problems()];
    },
  });
  const refused = await output.finish(run);
  const late = [...guard.problems(), ...output.problems()].filter((problem) => !run.problems.includes(problem));
  for (const sentence of [...refused, ...late]) terminal.err(`${forTerminal(redactor.redact(sentence))}\n`);
  if (refused.length > 0) return EXIT.store;
  return late.length > 0 && run.gate.status === 'met' ? EXIT.invalid : exitCodeOf(run.gate);
}

/** Tells a finished run as it was told when it ended. */
async function tellAgain(
  { run, directory }: { run: RunResult; directory: string },
  {
    ready,
    output,
    replay,
    terminal,
  }: { ready: ReadyRun; output: RunOutput; replay: (key: SessionKey) => string; terminal: Terminal },
): Promise<number> {
  const { store, id } = ready;
  const { reporter } = output;
  const sessions = run.sessions.map(({ key, title }) => ({ key, title }));
  await reporter.onRunStart?.({ id, seed: run.seed, sessions, directory, replay });
  if (store !== undefined) for await (const session of store.readSessions(id)) await reporter.onSessionEnd?.(session);
  await reporter.onRunEnd?.(run);
  const refused = await output.finish(run);
  for (const sentence of refused) terminal.err(`${forTerminal(ready.redactor.redact(sentence))}\n`);
  return refused.length > 0 ? EXIT.store : exitCodeOf(run.gate);
}

/** How recordings are used is decided by flags and environment; a run that goes on has to use them in the same way. */
function planOf(
  { id, seed, wanted, options, picked, project, gates, shard }: ReadyRun,
  { cwd, asked, startedAt }: { cwd: string; asked: RunModels; startedAt: string },
): StoredPlan {
  const { cassetteMode } = asked;
  const { config, root } = project;
  const { sessions } = picked;
  const decided = { ...options, ...(cassetteMode === undefined ? {} : { cassetteMode }) };
  return planFile({
    id,
    seed,
    startedAt,
    cwd,
    root,
    wanted,
    options: decided,
    prices: config.prices,
    gate: gates.ofRun,
    sessions,
    shard,
  });
}

const scoreTalk: ScoreTranscript = ({ transcript, scenario }, scorers, asking) =>
  scoreTranscript(transcript, scorers, { scenario, ...asking });

/** What an agent left behind for the next moment still belongs to this run. */
function linger(clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.setTimer(LINGER_MS, resolve));
}

/** What a session of this key is called on the command line: its row, and the agent that the run named. */
function namesOf(sessions: readonly PlannedSession[]): Pick<ReplayContext, 'rowOf' | 'agentOf'> {
  const planned = new Map(sessions.map((one) => [sessionPath(one.key), one]));
  return {
    rowOf: (key) => planned.get(sessionPath(key))?.row?.id,
    agentOf: (key) => planned.get(sessionPath(key))?.namedAgent,
  };
}
