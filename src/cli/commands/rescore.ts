import * as nodeFs from 'node:fs';
import { formatProblem } from '../../domain/authoring/problem.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import { UsageError } from '../../domain/errors.ts';
import { systemClock } from '../../runs/system-clock.ts';
import { readRunResult } from '../../store/read-run.ts';
import { assembleAll } from '../assemble-rows.ts';
import { executeRun } from '../execute-run.ts';
import { openGates } from '../open-gates.ts';
import { type OpenedProject, openProject } from '../open-project.ts';
import { findFinishedRun } from '../reports/find-stored-run.ts';
import { refuseReportFiles } from '../reports/report-files.ts';
import { loadScorers } from '../rescore/load-scorers.ts';
import { rescoredSessions } from '../rescore/rescored-sessions.ts';
import { playStored } from '../rescore/stored-session.ts';
import { newRunId } from '../run-id.ts';
import type { RunOptions } from '../run-options.ts';
import { openRedactor } from '../run-redactor.ts';
import { openStore } from '../run-store.ts';
import type { Terminal } from '../terminal.ts';

export type RescoreOptions = RunOptions & {
  /** Modules of scorers that are asked besides. */
  scorer?: string[];
};

/**
 * Scores the stored sessions of a run with the checks that its scenarios have today, and with scorers besides. No agent is
 * asked and nobody talks. The scores make a run of their own, so that those of before stay; returns the exit code.
 */
export async function rescoreRun(
  name: string | undefined,
  { scorer = [], ...given }: RescoreOptions,
  terminal: Terminal,
): Promise<number> {
  const { cwd } = terminal;
  refuseReportFiles(given, cwd);
  const directory = await findFinishedRun(name, { cwd, config: given.config });
  const before = await readRunResult(directory, nodeFs);
  const project = withScorers(
    await openProject({ cwd, wanted: [], config: given.config }),
    await loadScorers(scorer, cwd),
  );
  for (const warning of project.warnings) terminal.err(`${forTerminal(formatProblem(warning))}\n`);
  const { config, root } = project;
  // What changed is told, and decides nothing: the conversations are the same.
  const options: RunOptions = {
    ...given,
    baseline: directory,
    deterministic: true,
    maxRegressions: Number.MAX_SAFE_INTEGER,
  };
  const gates = await openGates(options, { config, cwd });
  const { sessions, gone } = rescoredSessions(before.sessions, {
    runnable: project.selected.flatMap((loaded) => assembleAll(loaded, { config, gate: gates.ofScenarios })),
    seed: before.seed,
  });
  const redactor = openRedactor(sessions, { config, terminal });
  const onNote = (note: string): void => terminal.err(`${forTerminal(redactor.redact(note))}\n`);
  for (const one of gone) onNote(`\`${one}\` is no scenario of this project any more: its sessions are left out`);
  if (sessions.length === 0)
    throw new UsageError(`no session of \`${before.id}\` is of a scenario that this project has`);
  const clock = systemClock();
  const id = newRunId(clock.timestamp());
  const store = openStore(options, { root, cwd, redactor, onNote });
  return executeRun(
    {
      ...{ project, options, wanted: [], id, seed: before.seed, redactor, clock, store, gates },
      picked: { sessions, agents: [] },
      isWholeProject: false,
      play: playStored(directory),
      openWriter: store === undefined ? undefined : (plan) => store.createRun(id, plan),
    },
    terminal,
  );
}

/** Each scorer that is given besides is asked of every session, as it is without options. */
function withScorers(project: OpenedProject, added: Awaited<ReturnType<typeof loadScorers>>): OpenedProject {
  const { config } = project;
  return {
    ...project,
    config: {
      ...config,
      scorers: [...(config.scorers ?? []), ...added],
      expect: [...(config.expect ?? []), ...added.map(({ type }) => ({ type }))],
    },
  };
}
