import { join } from 'node:path';
import { Identifier } from '../domain/authoring/identifier.ts';
import type { FileSystem } from './file-system.ts';
import { isLocked } from './lock/writer-lock.ts';
import { readRunResult } from './read-run.ts';
import { LOCK_FILE, PLAN_FILE, RUN_FILE } from './run-layout.ts';
import { codeOf, storeError } from './store-error.ts';

/**
 * `none`: no run that has a plan. `writing`: a process that lives is at it. `planned`: it was stopped before its result
 * was written. `interrupted`: its result says that it was stopped. `finished`: nothing is left to do.
 */
export type RunState = 'none' | 'writing' | 'planned' | 'interrupted' | 'finished';

export async function stateOfRun(directory: string, fs: FileSystem): Promise<RunState> {
  if (await isLocked(join(directory, LOCK_FILE), fs)) return 'writing';
  if (isThere(join(directory, RUN_FILE), fs)) {
    const { gate } = await readRunResult(directory, fs);
    return gate.status === 'interrupted' ? 'interrupted' : 'finished';
  }
  return isThere(join(directory, PLAN_FILE), fs) ? 'planned' : 'none';
}

/** The runs below `root`, the newest first: their names sort by time. None where there is no such folder. */
export async function listRuns(root: string, fs: FileSystem): Promise<string[]> {
  const entries = await fs.promises.readdir(root, { withFileTypes: true }).catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return [];
    throw storeError('read', root, cause);
  });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return names.filter((name) => Identifier.safeParse(name).success).sort((a, b) => (a < b ? 1 : -1));
}

/** Whether a folder holds the result of a run; that of an interrupted one counts. */
export function hasResult(directory: string, fs: FileSystem): boolean {
  try {
    return fs.statSync(join(directory, RUN_FILE), { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    // A part of the path is no folder, or nobody may look into it.
    return false;
  }
}

function isThere(path: string, fs: FileSystem): boolean {
  try {
    return fs.statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (cause) {
    throw storeError('read', path, cause);
  }
}
