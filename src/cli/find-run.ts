import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Identifier } from '../domain/authoring/identifier.ts';
import { UsageError } from '../domain/errors.ts';
import { nearestName } from '../domain/values/nearest-name.ts';
import { findConfig } from '../files/config/load-config.ts';
import { RUN_FILE, SESSIONS } from '../store/run-layout.ts';

/** Where a project keeps its runs, unless `--out` named a folder. */
export function runsFolder(root: string): string {
  return resolve(root, '.rehearsal/runs');
}

/** The folder that a project's runs are told apart in: that of the config, or the one the command was called in. */
export function projectRoot(cwd: string): string {
  const config = findConfig(cwd);
  return config === undefined ? cwd : dirname(config);
}

/**
 * The folder of a stored run: a path to it or to its `run.json`, the name of one of the project's runs, or the newest of
 * these where nothing is named. Throws `UsageError` when there is none.
 */
export function findRun(
  name: string | undefined,
  { cwd, root = projectRoot(cwd) }: { cwd: string; root?: string },
): string {
  const runs = runsFolder(root);
  if (name === undefined || name === 'latest') return newestRun(runs);
  const path = resolve(cwd, name);
  if (basename(path) === RUN_FILE && existsSync(path)) return dirname(path);
  if (isRun(path)) return path;
  if (Identifier.safeParse(name).success && isRun(join(runs, name))) return join(runs, name);
  const near = nearestName(name, storedRuns(runs));
  const hint = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  throw new UsageError(
    existsSync(path)
      ? `\`${name}\` is no run: there is neither \`${RUN_FILE}\` nor \`${SESSIONS}\` in it.`
      : `there is no run \`${name}\`: neither a folder of that name nor a run in \`${runs}\`.${hint}`,
  );
}

/** Names of the stored runs, oldest first: a name begins with the moment at which the run did. */
export function storedRuns(runs: string): string[] {
  if (!existsSync(runs)) return [];
  return readdirSync(runs)
    .filter((name) => isRun(join(runs, name)))
    .sort();
}

function newestRun(runs: string): string {
  const newest = storedRuns(runs).at(-1);
  if (newest === undefined)
    throw new UsageError(
      `no run is stored in \`${runs}\` yet: \`rehearsal run\` stores one, or name the folder of a run.`,
    );
  return join(runs, newest);
}

function isRun(path: string): boolean {
  const folder = statSync(path, { throwIfNoEntry: false });
  return folder?.isDirectory() === true && [RUN_FILE, SESSIONS].some((name) => existsSync(join(path, name)));
}
