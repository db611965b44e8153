import { formatProblem } from '../../domain/authoring/problem.ts';
import type { Clock } from '../../domain/contracts/clock.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import { UsageError } from '../../domain/errors.ts';
import { type Redactor, secretRedactor, secretsFromEnvironment } from '../../domain/redaction.ts';
import { sessionPath } from '../../domain/transcript/session-key.ts';
import { EXIT, exitCodeOf } from '../../domain/verdicts/exit-code.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import type { PlannedSession } from '../../runs/plan-run.ts';
import type { ScoreTranscript } from '../../runs/run-planned.ts';
import { runSuite } from '../../runs/run-suite.ts';
import { systemClock } from '../../runs/system-clock.ts';
import { groundingPointsOf } from '../../scorers/grounding/grounding-curves.ts';
import { routingChoiceOf } from '../../scorers/routing/routing-choice.ts';
import { scoreTranscript } from '../../scorers/score-transcript.ts';
import { shownPath } from '../../store/run-layout.ts';
import { describeDryRun } from '../dry-run.ts';
import { openGates } from '../open-gates.ts';
import { type OpenedProject, openProject } from '../open-project.ts';
import { type ReplayContext, recordOf, replayOf } from '../replay-of.ts';
import { refuseReportFiles } from '../reports/report-files.ts';
import { newRunId } from '../run-id.ts';
import { openRunModels } from '../run-models.ts';
import type { RunOptions } from '../run-options.ts';
import { openOutput } from '../run-output.ts';
import { openStore } from '../run-store.ts';
import { matrixOf } from '../selection/matrix-of.ts';
import { type PickedSessions, pickSessions } from '../selection/pick-sessions.ts';
import { refuseSelection } from '../selection/refuse-selection.ts';
import type { Terminal } from '../terminal.ts';

const LINGER_MS = 5;

/** Runs what was asked for and judges it; returns the exit code. */
export async function runScenarios(
  wanted: readonly string[],
  options: RunOptions,
  terminal: Terminal,
): Promise<number> {
  const { cwd, env, guard } = terminal;
  refuseContradictions(options, cwd);
  const project = await openAsked(wanted, options, terminal);
  const { config, root } = project;
  const gates = await openGates(options, { config, cwd });
  const picked = await pickSessions(project, options, { cwd, env, gate: gates.ofScenarios });
  const { seed, sessions } = picked;
  tellChoice(picked, terminal);
  if (picked.nothing !== undefined) return EXIT.ok;
  const clock = systemClock();
  const id = newRunId(clock.timestamp());
  const redactor = openRedactor(sessions, { config, terminal });
  const replay = { seed, options, ...namesOf(sessions) };
  const recordCommand = recordOf(project, replay);
  const context = { config, root, cwd, env, clock, redactor, sessions, recordCommand };
  const asked = await openRunModels(options, { ...context, isWholeProject: coversProject(project, options) });
  if (options.dryRun === true)
    return tellDryRun(describeDryRun(sessions, { config, budgets: asked.budgets }), { terminal, clock });
  let release = (): void => {};
  try {
    const store = openStore(options, { root, cwd, redactor });
    const replayCommand = replayOf(project, { ...replay, cassetteMode: replayMode(asked.cassetteMode) });
    const output = await openOutput(options, { ...context, terminal, store, id, replay: replayCommand });
    release = output.release;
    guard.enter({ at: 'sessions', open: output.running });
    const writer = await store?.createRun(id);
    const run = await runSuite({
      id,
      seed,
      sessions,
      concurrency: options.concurrency ?? 8,
      clock,
      signal: guard.interrupted,
      reporter: output.reporter,
      writer: writer === undefined ? undefined : { ...writer, directory: shownPath(writer.directory, cwd) },
      score: scoreTalk,
      groundingOf: groundingPointsOf,
      routingOf: routingChoiceOf,
      bail: options.bail === true ? 1 : options.bail,
      replay: replayCommand,
      gate: gates.ofRun,
      judgeMore: matrixOf(picked, gates.compare),
      ...asked.suite,
      async outsideProblems() {
        await linger(clock);
        return [...(await asked.finish()), ...guard.problems(), ...output.problems()];
      },
    });
    const refused = await output.finish(run);
    gates.tell(options.json === true ? terminal.err : terminal.out, terminal);
    return tellEnd(run, { refused, problems: [...guard.problems(), ...output.problems()], terminal, redactor });
  } finally {
    release();
    clock.stop();
    await asked.letGo();
  }
}

function tellDryRun(text: string, { terminal, clock }: { terminal: Terminal; clock: { stop(): void } }): number {
  clock.stop();
  terminal.out(text);
  return EXIT.ok;
}

/** Tells what went wrong after the result was made; returns the exit code. `refused`: reports that could not be written. */
function tellEnd(
  run: RunResult,
  {
    refused,
    problems,
    terminal,
    redactor,
  }: { refused: readonly string[]; problems: readonly string[]; terminal: Terminal; redactor: Redactor },
): number {
  const late = problems.filter((problem) => !run.problems.includes(problem));
  for (const sentence of [...refused, ...late]) terminal.err(`${forTerminal(redactor.redact(sentence))}\n`);
  if (refused.length > 0) return EXIT.store;
  return late.length > 0 && run.gate.status === 'met' ? EXIT.invalid : exitCodeOf(run.gate);
}

async function openAsked(
  wanted: readonly string[],
  { tag, tier, filter, config }: RunOptions,
  { cwd, err }: Terminal,
): Promise<OpenedProject> {
  const project = await openProject({ cwd, wanted, tags: tag, tier, filter, config });
  for (const warning of project.warnings) err(`${forTerminal(formatProblem(warning))}\n`);
  return project;
}

function tellChoice({ notes, nothing }: PickedSessions, { err }: Terminal): void {
  for (const note of [...notes, ...(nothing === undefined ? [] : [nothing])]) {
    err(`${forTerminal(note, { newlines: 'escape' })}\n`);
  }
}

/** Whoever replays a failure wants to see it again, and not to ask a model for another answer. */
function replayMode(mode: string | undefined): 'replay' | undefined {
  return mode === undefined ? undefined : 'replay';
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

/** Whether every session that the project has is in this run. */
function coversProject({ scenarios, selected, wasReadFromPaths }: OpenedProject, options: RunOptions): boolean {
  const { trials, repeat, trial, row, lastFailed, only, shard } = options;
  const hasAllTrials = [trials, repeat, trial, row, lastFailed, only, shard].every((choice) => choice === undefined);
  return hasAllTrials && !wasReadFromPaths && selected.length === scenarios.length;
}

/** Knows the secrets of the environment, of the config, and of what the agents of these sessions send. */
function openRedactor(
  sessions: readonly PlannedSession[],
  { config, terminal }: { config: OpenedProject['config']; terminal: Terminal },
): Redactor {
  const agents = [...new Set(sessions.map(({ agent }) => agent))];
  const ofAgents = new Set(agents.flatMap((agent) => agent.secrets?.() ?? []));
  const redactor = secretRedactor([...secretsFromEnvironment(terminal.env), ...(config.secrets ?? []), ...ofAgents]);
  for (const reason of redactor.refused) terminal.err(`warning: ${reason}\n`);
  return redactor;
}

/** Flags of which one would be forgotten without a word. */
function refuseContradictions(options: RunOptions, cwd: string): void {
  const { trials, repeat, trial, store, out } = options;
  refuseReportFiles(options, cwd);
  refuseSelection(options);
  const refuse = (one: string, other: string): never => {
    throw new UsageError(`\`${one}\` and \`${other}\` contradict each other: leave one of them out`);
  };
  if (trials !== undefined && repeat !== undefined) refuse('--trials', '--repeat');
  if (trial !== undefined && trials !== undefined) refuse('--trial', '--trials');
  if (trial !== undefined && repeat !== undefined) refuse('--trial', '--repeat');
  if (store === false && out !== undefined) refuse('--no-store', '--out');
}
