import type { RunPlan } from '../domain/contracts/reporter.ts';
import { shellWord } from '../reporters/replay-command.ts';
import type { OpenedProject } from './open-project.ts';
import type { RunOptions } from './run-options.ts';

/**
 * The command that runs a session of this run again: by id, or by file where the scenario was given as a file, with the
 * agent and the config that this run was told to use.
 */
export function replayOf(
  { selected }: OpenedProject,
  { seed, options, byFile }: { seed: number; options: RunOptions; byFile: boolean },
): NonNullable<RunPlan['replay']> {
  const files = new Map(selected.map(({ scenario, file }) => [scenario.id, file]));
  return ({ scenario, trial }) =>
    [
      'rehearsal run',
      shellWord(byFile ? (files.get(scenario) ?? scenario) : scenario),
      ...(options.agent === undefined ? [] : [`--agent ${shellWord(options.agent)}`]),
      ...(options.config === undefined ? [] : [`--config ${shellWord(options.config)}`]),
      `--trial ${trial}`,
      `--seed ${seed}`,
    ].join(' ');
}
