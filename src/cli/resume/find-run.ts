import * as nodeFs from 'node:fs';
import { join, resolve } from 'node:path';
import { Identifier } from '../../domain/authoring/identifier.ts';
import { UsageError } from '../../domain/errors.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { listRuns, stateOfRun } from '../../store/find-runs.ts';
import { shownPath } from '../../store/run-layout.ts';

/** Where the runs of a project are kept, below its folder. */
export const RUNS = '.rehearsal/runs';

/**
 * The folder of the run to go on with: a run of the project by its id, any folder by its path, or, where none is named, the
 * newest run of the project that is not finished and that nobody is writing. Throws `UsageError` when there is none.
 */
export async function findRun(
  wanted: string | true,
  { root, cwd, out }: { root: string; cwd: string; out: string | undefined },
): Promise<string> {
  if (out !== undefined && typeof wanted === 'string') {
    throw new UsageError('`--out` and `--resume <run>` both name a run: leave one of them out');
  }
  if (out !== undefined) return checked(resolve(cwd, out), cwd);
  const runs = resolve(root, RUNS);
  if (wanted === true) return newestUnfinished(runs, cwd);
  if (Identifier.safeParse(wanted).success && nodeFs.existsSync(join(runs, wanted)))
    return checked(join(runs, wanted), cwd);
  if (nodeFs.existsSync(resolve(cwd, wanted))) return checked(resolve(cwd, wanted), cwd);
  const known = await listRuns(runs, nodeFs);
  const near = nearestName(wanted, known);
  throw new UsageError(
    `there is no run \`${wanted}\`: neither in \`${shownPath(runs, cwd)}\` nor as a folder.${near === undefined ? '' : `\n  Hint: did you mean \`${near}\`?`}`,
  );
}

async function checked(directory: string, cwd: string): Promise<string> {
  if ((await stateOfRun(directory, nodeFs)) !== 'none') return directory;
  const shown = shownPath(directory, cwd);
  throw new UsageError(
    `\`${shown}\` holds no run that could be gone on with: there is no \`plan.json\` in it. Runs of older versions, and those that were stopped before they began, have none.`,
  );
}

async function newestUnfinished(runs: string, cwd: string): Promise<string> {
  let isWritten = false;
  for (const id of await listRuns(runs, nodeFs)) {
    const state = await stateOfRun(join(runs, id), nodeFs);
    if (state === 'planned' || state === 'interrupted') return join(runs, id);
    isWritten ||= state === 'writing';
  }
  const others = isWritten ? ' but what another process is still writing' : '';
  throw new UsageError(
    `nothing is left to go on with: no run in \`${shownPath(runs, cwd)}\` was stopped before its end${others}. Name one to have it told again: \`rehearsal run --resume <id>\`.`,
  );
}
