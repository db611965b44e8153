import type { RunPlan } from '../domain/contracts/reporter.ts';
import type { SessionKey } from '../domain/transcript/session-key.ts';
import { shellWord } from '../reporters/replay-command.ts';
import type { OpenedProject } from './open-project.ts';
import type { RunOptions } from './run-options.ts';

export type ReplayContext = {
  seed: number;
  options: RunOptions;
  /** The row of a table that a session is of. */
  rowOf?: ((key: SessionKey) => string | undefined) | undefined;
  /** The agent that the run named for a session. */
  agentOf?: ((key: SessionKey) => string | undefined) | undefined;
  /** How the recordings are used, where there are some. What was recorded just now is there to be replayed. */
  cassetteMode?: 'replay' | undefined;
};

/**
 * The command that runs a session of this run again: by id, or by file where only its file leads to it, with the agent, the config and the recordings that this run was told to use.
 */
export function replayOf(project: OpenedProject, context: ReplayContext): NonNullable<RunPlan['replay']> {
  const { cassette, strict } = context.options;
  const { cassetteMode } = context;
  const recordings = [
    ...(cassette === undefined ? [] : [`--cassette ${shellWord(cassette)}`]),
    ...(cassetteMode === undefined || strict === true ? [] : [`--cassette-mode ${cassetteMode}`]),
    ...(strict === true ? ['--strict'] : []),
  ];
  return (key) => commandOf('rehearsal run', { key, project, context, more: recordings });
}

/** The command that records what models answer in one session of this run. */
export function recordOf(project: OpenedProject, context: ReplayContext): (key: SessionKey, place: string) => string {
  return (key, place) => commandOf('rehearsal record', { key, project, context, more: [`--to ${shellWord(place)}`] });
}

type Parts = { key: SessionKey; project: OpenedProject; context: ReplayContext; more: readonly string[] };

function commandOf(verb: string, { key, project, context, more }: Parts): string {
  const { options, seed } = context;
  const { scenario, trial } = key;
  const file = project.fileToName(scenario);
  const row = context.rowOf?.(key);
  const agent = context.agentOf?.(key);
  return [
    verb,
    shellWord(file ?? scenario),
    ...(agent === undefined ? [] : [`--agent ${shellWord(agent)}`]),
    ...(options.config === undefined ? [] : [`--config ${shellWord(options.config)}`]),
    ...more,
    ...(row === undefined ? [] : [`--row ${shellWord(row)}`]),
    `--trial ${trial}`,
    `--seed ${seed}`,
  ].join(' ');
}
