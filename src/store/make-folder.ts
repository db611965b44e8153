import { dirname } from 'node:path';
import type { FileSystem } from './file-system.ts';
import { codeOf, storeError } from './store-error.ts';

/**
 * Makes a folder and those above it, one by one: Node's own recursive form never returns where a folder above seems to be
 * missing and cannot be made, as in `/proc`. Throws `StoreError`.
 */
export function makeFolder(folder: string, fs: FileSystem): void {
  const missing: string[] = [];
  for (let path = folder; !isFolder(path, fs); path = dirname(path)) {
    missing.push(path);
    if (dirname(path) === path) break;
  }
  for (const path of missing.reverse()) {
    try {
      fs.mkdirSync(path);
    } catch (cause) {
      // Another process may have been faster.
      if (codeOf(cause) === 'EEXIST' && isFolder(path, fs)) continue;
      const isInTheWay = codeOf(cause) === 'EEXIST' && path !== folder;
      throw storeError('create', folder, isInTheWay ? Object.assign(new Error(path), { code: 'ENOTDIR' }) : cause);
    }
  }
}

function isFolder(path: string, fs: FileSystem): boolean {
  try {
    return fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // Something above it is no folder; making it says so, with the path.
    return false;
  }
}
