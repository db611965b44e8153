import type { Gate } from '../../domain/authoring/gate.ts';
import { UsageError } from '../../domain/errors.ts';
import { sessionPath } from '../../domain/transcript/session-key.ts';
import { countOf } from '../../domain/values/quantities.ts';
import type { LoadedScenario } from '../../files/project.ts';
import { shownPath } from '../../files/project-paths.ts';
import { comparePlanned, type PlannedSession, planRun, type RunnableScenario } from '../../runs/plan-run.ts';
import { dealShard } from '../../runs/shard.ts';
import { agentOf } from '../assemble.ts';
import { assembleAll, refuseUnknownRow } from '../assemble-rows.ts';
import type { OpenedProject } from '../open-project.ts';
import type { RunOptions } from '../run-options.ts';
import type { Terminal } from '../terminal.ts';
import { type AgentColumn, agentColumns } from './agent-columns.ts';
import { type ChangedScenarios, changedScenarios } from './changed-scenarios.ts';
import { type EarlierSessions, earlierSessions, pathsOf } from './earlier-sessions.ts';

export type PickedSessions = {
  seed: number;
  /** In the order in which they run. */
  sessions: readonly PlannedSession[];
  /** Of the other shards; absent for a whole run. */
  others?: readonly PlannedSession[] | undefined;
  /** The agents that were named, in that order. */
  agents: readonly string[];
  /** What a person should know of the choice. */
  notes: readonly string[];
  /** Why nothing is left to run, which is no mistake. */
  nothing?: string | undefined;
};

type Picking = Pick<Terminal, 'cwd' | 'env'> & {
  /** Of scenarios without a gate of their own. */
  gate: Gate | undefined;
};

/** The sessions that the flags of a run ask for, of the scenarios that were selected. */
export async function pickSessions(
  project: OpenedProject,
  options: RunOptions,
  { cwd, env, gate }: Picking,
): Promise<PickedSessions> {
  const { config } = project;
  const { onlyChanged, shard, row } = options;
  refuseUnknownRow(row, project.selected);
  const earlier = await earlierSessions(options, { cwd });
  const seed = options.seed ?? earlier?.seed ?? config.seed ?? 0;
  const nothing = { seed, sessions: [], agents: [], notes: [] };
  if (earlier?.sessions.length === 0) return { ...nothing, nothing: `there is ${earlier.text}: nothing to run again` };
  const changed =
    onlyChanged === undefined
      ? undefined
      : await changedScenarios(onlyChanged, project.selected, { project, cwd, env });
  if (changed?.scenarios.length === 0) {
    return { ...nothing, nothing: `no scenario that was asked for changed since ${onlyChanged}: nothing to run` };
  }
  const scenarios = changed?.scenarios ?? project.selected;
  const columns = await agentColumns(options, { config, cwd });
  const agents = columns.flatMap((column) => column?.name ?? []);
  const assemble = (column: AgentColumn, chosen = scenarios): RunnableScenario[] =>
    chosen.flatMap((loaded) => assembleAll(loaded, { config, agent: column, row, gate }));
  const planned =
    earlier === undefined
      ? planAll(
          columns.flatMap((column) => assemble(column)),
          { ...options, seed },
        )
      : planEarlier(earlier, { seed, scenarios, columns: columnsToTry(columns, config), assemble });
  const notes = [
    ...(changed === undefined ? [] : [changedText(changed, project.selected.length, { onlyChanged, cwd })]),
    ...(earlier === undefined ? [] : [`runs again: ${againText(planned.length, earlier)}`]),
  ];
  if (shard === undefined) return { seed, sessions: planned, agents, notes };
  const { own, others } = dealShard(planned, shard);
  const part = `shard ${shard.index} of ${shard.count}: ${own.length} of ${countOf(planned.length, 'session')}`;
  return { seed, sessions: own, others, agents, notes: [...notes, part] };
}

function changedText(
  { scenarios, because }: ChangedScenarios,
  all: number,
  { onlyChanged = '', cwd }: { onlyChanged: string | undefined; cwd: string },
): string {
  if (because === undefined) return `${scenarios.length} of ${countOf(all, 'scenario')} changed since ${onlyChanged}`;
  return `all of ${countOf(all, 'scenario')}: ${shownPath(because, cwd)} changed since ${onlyChanged}`;
}

function planAll(
  runnable: readonly RunnableScenario[],
  { seed, trials, repeat, trial }: RunOptions & { seed: number },
): readonly PlannedSession[] {
  const planned = planRun(runnable, { seed, trials: trials ?? repeat, trial });
  const named = new Map<string, string | undefined>();
  for (const { key, namedAgent } of planned) {
    const path = sessionPath(key);
    if (named.has(path))
      throw new UsageError(
        `the agents \`${named.get(path)}\` and \`${namedAgent}\` would be stored under one name, \`${key.variant}\`: rename one`,
      );
    named.set(path, namedAgent);
  }
  return planned;
}

type EarlierPlan = {
  seed: number;
  scenarios: readonly LoadedScenario[];
  columns: readonly AgentColumn[];
  assemble(column: AgentColumn, chosen: readonly LoadedScenario[]): RunnableScenario[];
};

/** The same keys again: agents that an earlier run named are found by what they made of the variant. */
function planEarlier(
  earlier: EarlierSessions,
  { seed, scenarios, columns, assemble }: EarlierPlan,
): readonly PlannedSession[] {
  const wanted = pathsOf(earlier.sessions);
  const ids = new Set(earlier.sessions.map(({ key }) => key.scenario));
  const chosen = scenarios.filter(({ scenario }) => ids.has(scenario.id));
  const trials = earlier.sessions.reduce((most, { key }) => Math.max(most, key.trial + 1), 1);
  const found = new Map<string, PlannedSession>();
  for (const column of columns) {
    if (found.size === wanted.size) break;
    for (const planned of planRun(assemble(column, chosen), { seed, trials })) {
      const path = sessionPath(planned.key);
      if (wanted.has(path) && !found.has(path)) found.set(path, planned);
    }
  }
  if (found.size === 0) {
    throw new UsageError(`nothing was run: of ${earlier.text}, none is among what was asked for`);
  }
  return [...found.values()].sort(comparePlanned);
}

/** Where no agent is named, those of the config may have been named before. */
export function columnsToTry(columns: readonly AgentColumn[], config: OpenedProject['config']): readonly AgentColumn[] {
  if (columns.some((column) => column !== undefined)) return columns;
  const agents = Object.keys(config.agents ?? {}).map((name) => ({ name, agent: agentOf(config, name) }));
  return [undefined, ...agents];
}

function againText(count: number, { text, sessions }: EarlierSessions): string {
  return count === sessions.length ? text : `${count} of ${text}; the others are gone, or were not asked for`;
}
