import * as nodeFs from 'node:fs';
import { join } from 'node:path';
import type { FileSystem } from './file-system.ts';
import { RUN_FILE } from './run-layout.ts';
import { codeOf, storeError } from './store-error.ts';

/** The names of the finished runs below a folder, the newest first: they begin with the moment at which they began. */
export async function finishedRuns(root: string, fs: FileSystem = nodeFs): Promise<readonly string[]> {
  const entries = await fs.promises.readdir(root, { withFileTypes: true }).catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return [];
    throw storeError('read', root, cause);
  });
  return entries
    .filter((entry) => entry.isDirectory() && isFinishedRun(join(root, entry.name), fs))
    .map(({ name }) => name)
    .sort()
    .reverse();
}

/** Whether a folder holds the result of a run. */
export function isFinishedRun(folder: string, fs: FileSystem = nodeFs): boolean {
  try {
    return fs.statSync(join(folder, RUN_FILE), { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    // A part of the path is no folder.
    return false;
  }
}
