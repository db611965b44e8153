import type { OpenedProject } from './open-project.ts';
import type { RunOptions } from './run-options.ts';

/** Whether every session that the project has is in a run of these scenarios. */
export function coversProject(
  { scenarios, wasReadFromPaths }: OpenedProject,
  { trials, repeat, trial, row, lastFailed, only, shard }: RunOptions,
  ids: ReadonlySet<string>,
): boolean {
  const hasAllTrials = [trials, repeat, trial, row, lastFailed, only, shard].every((choice) => choice === undefined);
  return hasAllTrials && !wasReadFromPaths && scenarios.every(({ scenario }) => ids.has(scenario.id));
}
