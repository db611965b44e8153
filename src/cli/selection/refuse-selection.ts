import { UsageError } from '../../domain/errors.ts';
import type { RunOptions } from '../run-options.ts';

/** Throws `UsageError` for flags of which one would be forgotten without a word. */
export function refuseSelection(options: RunOptions): void {
  const { lastFailed, only, from, agent, matrix, shard } = options;
  const again = lastFailed === true ? '--last-failed' : only === undefined ? undefined : '--only';
  if (lastFailed === true && only !== undefined) refuse('--last-failed', '--only');
  if (again !== undefined) {
    // The sessions that run again have their trials, rows and agents.
    const exact = {
      '--trials': options.trials,
      '--repeat': options.repeat,
      '--trial': options.trial,
      '--row': options.row,
    };
    for (const [flag, value] of Object.entries(exact)) if (value !== undefined) refuse(again, flag);
    if (matrix !== undefined) refuse(again, '--matrix');
  } else if (from !== undefined) {
    throw new UsageError('`--from` says of which run `--last-failed` or `--only` takes sessions, and neither is given');
  }
  if (matrix !== undefined && agent !== undefined) refuse('--matrix', '--agent');
  if (shard === undefined) return;
  if (options.store === false) refuse('--shard', '--no-store');
  if (options.baseline !== undefined)
    throw new UsageError(
      '`--shard` runs a part, which `--baseline` cannot judge: merge the shards, then use `rehearsal compare`',
    );
}

function refuse(one: string, other: string): never {
  throw new UsageError(`\`${one}\` and \`${other}\` contradict each other: leave one of them out`);
}
