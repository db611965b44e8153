import { dirname, join } from 'node:path';
import type { RunWriter } from '../domain/contracts/run-store.ts';
import type { SecretRedactor } from '../domain/contracts/secret-redactor.ts';
import { UsageError } from '../domain/errors.ts';
import type { StoredPlan } from '../domain/verdicts/stored-plan.ts';
import { appendFile } from './append-file.ts';
import type { FileSystem } from './file-system.ts';
import { blobStore } from './journal/blob-store.ts';
import { writeDocument } from './journal/document-file.ts';
import { setAside } from './journal/set-aside.ts';
import { type LockWords, takeWriterLock, type WriterLock } from './lock/writer-lock.ts';
import { makeFolder } from './make-folder.ts';
import { LOCK_FILE, PLAN_FILE, RUN_FILE, SESSIONS, sessionFile } from './run-layout.ts';
import { sessionWriter } from './session-writer.ts';
import { codeOf, storeError } from './store-error.ts';
import { syncLanes } from './sync-lanes.ts';

/** Files that are synced at a time; Node does no more of them at once than its thread pool has threads. */
const SYNC_LANES = 8;

export type RunWriterContext = {
  fs: FileSystem;
  redactor: SecretRedactor;
  now: () => number;
  /** Told of a lock that was taken over. */
  onNote: (note: string) => void;
};

/** Makes the run's folder and claims it; throws `UsageError` when another run has it. */
export async function createRunWriter(
  directory: string,
  plan: StoredPlan | undefined,
  context: RunWriterContext,
): Promise<RunWriter> {
  const { fs } = context;
  makeFolder(directory, fs);
  const lock = await lockRun(directory, context);
  try {
    refuseTaken(directory, fs);
    if (plan !== undefined) await writeDocument(join(directory, PLAN_FILE), plan, context);
    makeSessions(directory, fs);
  } catch (error) {
    lock.release();
    throw error;
  }
  return runWriter(directory, lock, context);
}

/** Claims a run's folder to go on with it. Throws `UsageError` when another process is at it. */
export async function reopenRunWriter(directory: string, context: RunWriterContext): Promise<RunWriter> {
  const lock = await lockRun(directory, context);
  try {
    makeSessions(directory, context.fs);
  } catch (error) {
    lock.release();
    throw error;
  }
  return runWriter(directory, lock, context);
}

function lockRun(directory: string, { fs, onNote }: RunWriterContext): Promise<WriterLock> {
  return takeWriterLock(join(directory, LOCK_FILE), { place: directory, words: WRITING, fs, onNote });
}

const WRITING: LockWords = {
  refused: 'cannot be written',
  doing: 'writing a run there',
  remedy: 'Wait for it, or name another folder.',
};

/** A folder in which nothing was planned and nothing ran holds no run, whatever a killed process left in it. */
function refuseTaken(directory: string, fs: FileSystem): void {
  const isTaken = [RUN_FILE, PLAN_FILE, SESSIONS].some(
    (name) => fs.statSync(join(directory, name), { throwIfNoEntry: false }) !== undefined,
  );
  if (!isTaken) return;
  throw new UsageError(
    `\`${directory}\` already holds a run. Results are never overwritten: name another folder, or remove this one. If the run was stopped, \`rehearsal run --resume ${directory}\` goes on with it.`,
  );
}

function makeSessions(directory: string, fs: FileSystem): void {
  try {
    fs.mkdirSync(join(directory, SESSIONS));
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw storeError('create', join(directory, SESSIONS), cause);
  }
}

function runWriter(directory: string, lock: WriterLock, context: RunWriterContext): RunWriter {
  const { fs, redactor } = context;
  const inLane = syncLanes(SYNC_LANES);
  const blobs = blobStore(directory, fs);
  const folders = new Set<string>();
  const makeOnce = (folder: string): void => {
    if (folders.has(folder)) return;
    makeFolder(folder, fs);
    folders.add(folder);
  };
  return {
    directory,
    openSession(key) {
      const name = sessionFile(key);
      const path = join(directory, name);
      makeOnce(dirname(path));
      setAside(path, fs);
      return sessionWriter({ file: appendFile(path, context), name, redactor, blobs, inLane });
    },
    plan: (plan) => writeDocument(join(directory, PLAN_FILE), plan, context),
    async finish(result) {
      await writeDocument(join(directory, RUN_FILE), result, context);
      lock.release();
    },
    release: lock.release,
  };
}
