import type { FileSystem } from '../file-system.ts';
import { storeError } from '../store-error.ts';

/**
 * Makes room for a session that runs again: what is stored of it goes to `<trial>.set-aside-<n>.jsonl` beside it, whole, so
 * that two attempts are never mixed in one file. Throws `StoreError`.
 */
export function setAside(path: string, fs: FileSystem): void {
  try {
    if (!isThere(path, fs)) return;
    let number = 1;
    while (isThere(asidePath(path, number), fs)) number += 1;
    fs.renameSync(path, asidePath(path, number));
  } catch (cause) {
    throw storeError('write', path, cause);
  }
}

function asidePath(path: string, number: number): string {
  return path.replace(/\.jsonl$/, `.set-aside-${number}.jsonl`);
}

function isThere(path: string, fs: FileSystem): boolean {
  return fs.statSync(path, { throwIfNoEntry: false }) !== undefined;
}
