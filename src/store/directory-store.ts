import * as nodeFs from 'node:fs';
import type { RunStore } from '../domain/contracts/run-store.ts';
import type { SecretRedactor } from '../domain/contracts/secret-redactor.ts';
import type { RunResult } from '../domain/verdicts/run-result.ts';
import type { FileSystem } from './file-system.ts';
import { readFinishedSessions, readRunResult } from './read-run.ts';
import { type RunPlace, runDirectory } from './run-layout.ts';
import { runWriter } from './run-writer.ts';

export type DirectoryStoreOptions = RunPlace & {
  /** Takes secrets out of every line before it is written. */
  redactor: SecretRedactor;
  fs?: FileSystem;
  /** Milliseconds that never go back; decides only how soon a line is written. */
  now?: () => number;
};

/** A store that also reads the result of a whole run. */
export type DirectoryStore = RunStore & {
  /** Throws `UsageError` when the run is not there, is not finished, or was written by a newer version. */
  readRun(id: string): Promise<RunResult>;
};

/**
 * Keeps runs as folders: `run.json` with the result, and `sessions/<scenario>/<variant>/<trial>.jsonl` with one event a
 * line and the outcome last. Nothing is written outside the run's folder. With `root`, each run has its own folder there;
 * with `directory`, that folder is the run.
 */
export function directoryStore(options: DirectoryStoreOptions): DirectoryStore {
  const { redactor, fs = nodeFs, now = () => performance.now() } = options;
  return {
    async createRun(id) {
      return runWriter(runDirectory(options, id), { fs, redactor, now });
    },
    readSessions: (id) => readFinishedSessions(runDirectory(options, id), fs),
    readRun: async (id) => readRunResult(runDirectory(options, id), fs),
  };
}
