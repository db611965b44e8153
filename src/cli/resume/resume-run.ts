import * as nodeFs from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Gate } from '../../domain/authoring/gate.ts';
import { formatProblem } from '../../domain/authoring/problem.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import { UsageError } from '../../domain/errors.ts';
import { sessionPath } from '../../domain/transcript/session-key.ts';
import type { StoredPlan } from '../../domain/verdicts/stored-plan.ts';
import { locateConfig } from '../../files/config/load-config.ts';
import { comparePlanned, type PlannedSession, planRun } from '../../runs/plan-run.ts';
import { systemClock } from '../../runs/system-clock.ts';
import { directoryStore } from '../../store/directory-store.ts';
import { readPlan } from '../../store/read-run.ts';
import { shownPath } from '../../store/run-layout.ts';
import { assembleAll } from '../assemble-rows.ts';
import { coversProject } from '../covers-project.ts';
import { executeRun } from '../execute-run.ts';
import { openGates } from '../open-gates.ts';
import { type OpenedProject, openProject } from '../open-project.ts';
import { planEntry, splitOptions } from '../plan-file.ts';
import type { RunOptions } from '../run-options.ts';
import { openRedactor } from '../run-redactor.ts';
import { agentColumns } from '../selection/agent-columns.ts';
import { columnsToTry } from '../selection/pick-sessions.ts';
import type { Terminal } from '../terminal.ts';
import { findRun } from './find-run.ts';
import { finishedSessions } from './finished-sessions.ts';

/** Goes on with a run that was stopped, by its plan; returns the exit code. */
export async function resumeRun(
  wanted: readonly string[],
  given: RunOptions & { resume: string | true },
  terminal: Terminal,
): Promise<number> {
  refuseChanges(wanted, given);
  const { path } = await locateConfig(terminal.cwd, given.config);
  const root = path === undefined ? terminal.cwd : dirname(path);
  const directory = await findRun(given.resume, { root, cwd: terminal.cwd, out: given.out });
  const plan = await readPlan(directory, nodeFs);
  const { own } = splitOptions(given);
  const ofRun = plan.options as Omit<RunOptions, keyof typeof own>;
  const concurrency = given.concurrency === undefined ? {} : { concurrency: given.concurrency };
  const options: RunOptions = { ...ofRun, seed: plan.seed, ...own, ...concurrency };
  // Paths of the plan count from the folder that the run was started in.
  const cwd = resolve(root, plan.from);
  const project = await openProject({ cwd, wanted: plan.wanted, config: options.config, mayBeGone: true });
  for (const warning of project.warnings) terminal.err(`${forTerminal(formatProblem(warning))}\n`);
  const { config } = project;
  const gates = await openGates(options, { config, cwd });
  const picked = await sessionsOf(plan, project, { ...options, gate: gates.ofScenarios, cwd });
  const { sessions } = picked;
  const redactor = openRedactor(sessions, { config, terminal });
  const onNote = (note: string): void => terminal.err(`${forTerminal(redactor.redact(note))}\n`);
  const store = directoryStore({ directory, redactor, onNote });
  const state = await store.stateOf(plan.id);
  if (state === 'finished') onNote(`run \`${plan.id}\` is finished: nothing is left to run, and it is told again`);
  const now = planNow(plan, sessions);
  const runnable = new Set(sessions.map(({ key }) => sessionPath(key)));
  const gone = plan.sessions.filter(({ key }) => !runnable.has(sessionPath(key))).map(({ key }) => key.scenario);
  for (const scenario of new Set(gone)) onNote(`the scenario \`${scenario}\` is gone; what it came to is kept`);
  return executeRun(
    {
      ...{ project, options, wanted: plan.wanted, id: plan.id, seed: plan.seed, picked, redactor, store, gates },
      isWholeProject: coversProject(project, options, new Set(plan.sessions.map(({ key }) => key.scenario))),
      clock: systemClock(),
      told:
        state === 'finished'
          ? { run: await store.readRun(plan.id), directory: shownPath(directory, terminal.cwd) }
          : undefined,
      shard: plan.shard,
      async openWriter() {
        const writer = await store.reopenRun(plan.id);
        await writer.plan(now);
        return writer;
      },
      resumed: ({ recall }) => ({
        startedAt: plan.startedAt,
        planned: now.sessions,
        finished: () =>
          finishedSessions(store.findSessions(plan.id), { planned: now.sessions, runnable, onCounted: recall, onNote }),
      }),
    },
    { ...terminal, cwd },
  );
}

/** What decides results is in the plan, and a flag that says otherwise would be forgotten without a word. */
function refuseChanges(wanted: readonly string[], given: RunOptions): void {
  if (wanted.length > 0) {
    throw new UsageError(
      `\`--resume\` runs what the run set out to run; leave ${wanted.map((name) => `\`${name}\``).join(', ')} out`,
    );
  }
  const { concurrency: _, config: __, ...decided } = splitOptions(given).ofRun;
  const [first] = Object.keys(decided);
  if (first === undefined) return;
  const flag = first.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new UsageError(`\`--resume\` goes on as the run began, and \`--${flag}\` would change it: leave it out`);
}

/** The planned sessions whose scenarios are still there, and the agents that the run named. */
async function sessionsOf(
  plan: StoredPlan,
  project: OpenedProject,
  { gate, cwd, ...options }: RunOptions & { gate: Gate | undefined; cwd: string },
): Promise<{ sessions: readonly PlannedSession[]; agents: readonly string[] }> {
  const { config, selected } = project;
  const columns = await agentColumns(options, { config, cwd });
  const ids = new Set(plan.sessions.map(({ key }) => key.scenario));
  const chosen = selected.filter(({ scenario }) => ids.has(scenario.id));
  const wanted = new Set(plan.sessions.map(({ key }) => sessionPath(key)));
  const trials = plan.sessions.reduce((most, { key }) => Math.max(most, key.trial + 1), 1);
  const found = new Map<string, PlannedSession>();
  for (const agent of columnsToTry(columns, config)) {
    if (found.size === wanted.size) break;
    const runnable = chosen.flatMap((loaded) => assembleAll(loaded, { config, agent, gate }));
    for (const planned of planRun(runnable, { seed: plan.seed, trials })) {
      const path = sessionPath(planned.key);
      if (wanted.has(path) && !found.has(path)) found.set(path, planned);
    }
  }
  const agents = columns.flatMap((column) => column?.name ?? []);
  return { sessions: [...found.values()].sort(comparePlanned), agents };
}

/** The plan with what scenarios, personas and agents are now. */
function planNow(plan: StoredPlan, sessions: readonly PlannedSession[]): StoredPlan {
  const now = new Map(sessions.map((planned) => [sessionPath(planned.key), planEntry(planned)]));
  return { ...plan, sessions: plan.sessions.map((entry) => now.get(sessionPath(entry.key)) ?? entry) };
}
