import { formatProblem } from '../../domain/authoring/problem.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import { UsageError } from '../../domain/errors.ts';
import { EXIT } from '../../domain/verdicts/exit-code.ts';
import type { StoredPlan } from '../../domain/verdicts/stored-plan.ts';
import { systemClock } from '../../runs/system-clock.ts';
import { coversProject } from '../covers-project.ts';
import { executeRun } from '../execute-run.ts';
import { openGates } from '../open-gates.ts';
import { type OpenedProject, openProject } from '../open-project.ts';
import { planEntry } from '../plan-file.ts';
import { refuseReportFiles } from '../reports/report-files.ts';
import { newRunId } from '../run-id.ts';
import type { RunOptions } from '../run-options.ts';
import { openRedactor } from '../run-redactor.ts';
import { openStore } from '../run-store.ts';
import { type PickedSessions, pickSessions } from '../selection/pick-sessions.ts';
import { refuseSelection } from '../selection/refuse-selection.ts';
import type { Terminal } from '../terminal.ts';

/** Runs what was asked for and judges it; returns the exit code. */
export async function runScenarios(
  wanted: readonly string[],
  options: RunOptions,
  terminal: Terminal,
): Promise<number> {
  const { cwd, env } = terminal;
  refuseContradictions(options, cwd);
  if (options.resume !== undefined) {
    const { resumeRun } = await import('../resume/resume-run.ts');
    return resumeRun(wanted, { ...options, resume: options.resume }, terminal);
  }
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
  const onNote = (note: string): void => terminal.err(`${forTerminal(redactor.redact(note))}\n`);
  const store = options.dryRun === true ? undefined : openStore(options, { root, cwd, redactor, onNote });
  const isWholeProject = coversProject(project, options, new Set(project.selected.map(({ scenario }) => scenario.id)));
  return executeRun(
    {
      ...{
        project,
        options,
        wanted,
        id,
        seed,
        picked,
        isWholeProject,
        redactor,
        clock,
        store,
        gates,
        shard: shardOf(picked, options),
      },
      openWriter: store === undefined ? undefined : (plan) => store.createRun(id, plan),
    },
    terminal,
  );
}

function shardOf({ others }: PickedSessions, { shard }: RunOptions): StoredPlan['shard'] {
  return shard === undefined || others === undefined ? undefined : { ...shard, others: others.map(planEntry) };
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

/** Flags of which one would be forgotten without a word. */
function refuseContradictions(options: RunOptions, cwd: string): void {
  const { trials, repeat, trial, store, out, resume } = options;
  refuseReportFiles(options, cwd);
  refuseSelection(options);
  const refuse = (one: string, other: string): never => {
    throw new UsageError(`\`${one}\` and \`${other}\` contradict each other: leave one of them out`);
  };
  if (trials !== undefined && repeat !== undefined) refuse('--trials', '--repeat');
  if (trial !== undefined && trials !== undefined) refuse('--trial', '--trials');
  if (trial !== undefined && repeat !== undefined) refuse('--trial', '--repeat');
  if (store === false && out !== undefined) refuse('--no-store', '--out');
  if (store === false && resume !== undefined) refuse('--no-store', '--resume');
}
