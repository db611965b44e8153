import { resolve } from 'node:path';
import type { SecretRedactor } from '../domain/contracts/secret-redactor.ts';
import { UsageError } from '../domain/errors.ts';
import { type DirectoryStore, directoryStore } from '../store/directory-store.ts';
import { RUNS } from './resume/find-run.ts';
import type { RunOptions } from './run-options.ts';

/** Where this run is written: the folder given, or a new one in `.rehearsal/runs`; undefined with `--no-store`. */
export function openStore(
  { out, store }: RunOptions,
  { root, cwd, ...context }: { root: string; cwd: string; redactor: SecretRedactor; onNote: (note: string) => void },
): DirectoryStore | undefined {
  if (store === false) return undefined;
  if (out?.trim() === '') throw new UsageError('`--out` is empty: name a folder, or leave it out');
  if (out !== undefined) return directoryStore({ directory: resolve(cwd, out), ...context });
  return directoryStore({ root: resolve(root, RUNS), ...context });
}
