import * as nodeFs from 'node:fs';
import type { RunStore } from '../domain/contracts/run-store.ts';
import type { SecretRedactor } from '../domain/contracts/secret-redactor.ts';
import type { RunResult } from '../domain/verdicts/run-result.ts';
import type { FileSystem } from './file-system.ts';
import { type RunState, stateOfRun } from './find-runs.ts';
import { findSessions, readFinishedSessions, readPlan, readRunResult } from './read-run.ts';
import { type RunPlace, runDirectory } from './run-layout.ts';
import { createRunWriter, reopenRunWriter } from './run-writer.ts';

export type DirectoryStoreOptions = RunPlace & {
  /** Takes secrets out of every line before it is written. */
  redactor: SecretRedactor;
  /** Told of a lock that was taken over, and of what a killed process left. */
  onNote?: (note: string) => void;
  fs?: FileSystem;
  /** Milliseconds that never go back; decides only how soon a line is written. */
  now?: () => number;
};

/** A store that also reads the result of a whole run. */
export type DirectoryStore = RunStore & {
  /** Throws `UsageError` when the run is not there, is not finished, or was written by a newer version. */
  readRun(id: string): Promise<RunResult>;
  /** How far the run is; `planned`: it was stopped before its result was written. */
  stateOf(id: string): Promise<RunState>;
};

/**
 * Keeps runs as folders: `plan.json` with what was set out, `run.json` with the result, and
 * `sessions/<scenario>/<variant>/<trial>.jsonl` with one event a line and the outcome last; large results of tools are in
 * `blobs`. Nothing is written outside the run's folder. With `root`, each run has its own folder there; with `directory`,
 * that folder is the run.
 */
export function directoryStore(options: DirectoryStoreOptions): DirectoryStore {
  const { redactor, onNote = () => {}, fs = nodeFs, now = () => performance.now() } = options;
  const context = { fs, redactor, now, onNote };
  const directoryOf = (id: string): string => runDirectory(options, id);
  return {
    createRun: async (id, plan) => createRunWriter(directoryOf(id), plan, context),
    reopenRun: async (id) => reopenRunWriter(directoryOf(id), context),
    readPlan: async (id) => readPlan(directoryOf(id), fs),
    readSessions: (id) => readFinishedSessions(directoryOf(id), context),
    findSessions: (id) => findSessions(directoryOf(id), fs),
    readRun: async (id) => readRunResult(directoryOf(id), fs),
    stateOf: async (id) => stateOfRun(directoryOf(id), fs),
  };
}
