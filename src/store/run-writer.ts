import { dirname, join } from 'node:path';
import type { RunWriter } from '../domain/contracts/run-store.ts';
import type { SecretRedactor } from '../domain/contracts/secret-redactor.ts';
import { UsageError } from '../domain/errors.ts';
import type { RunResult } from '../domain/verdicts/run-result.ts';
import { appendFile } from './append-file.ts';
import type { FileSystem } from './file-system.ts';
import { jsonLine } from './json-line.ts';
import { makeFolder } from './make-folder.ts';
import { redactRecord } from './redact-record.ts';
import { RUN_FILE, SESSIONS, sessionFile } from './run-layout.ts';
import { sessionWriter } from './session-writer.ts';
import { codeOf, storeError } from './store-error.ts';
import { syncLanes } from './sync-lanes.ts';

/** Files that are synced at a time; Node does no more of them at once than its thread pool has threads. */
const SYNC_LANES = 8;

export type RunWriterContext = { fs: FileSystem; redactor: SecretRedactor; now: () => number };

/** Makes the run's folder and claims it; throws `UsageError` when another run has it. */
export function runWriter(directory: string, context: RunWriterContext): RunWriter {
  const { fs, redactor } = context;
  claim(directory, fs);
  const inLane = syncLanes(SYNC_LANES);
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
      return sessionWriter({ file: appendFile(path, context), name, redactor, inLane });
    },
    finish: (result) => writeRun(join(directory, RUN_FILE), result, context),
  };
}

/** Two runs that start at the same moment cannot both make the folder of sessions. */
function claim(directory: string, fs: FileSystem): void {
  makeFolder(directory, fs);
  const isTaken = (): UsageError =>
    new UsageError(
      `\`${directory}\` already holds a run. Results are never overwritten: name another folder, or remove this one.`,
    );
  if (fs.statSync(join(directory, RUN_FILE), { throwIfNoEntry: false }) !== undefined) throw isTaken();
  try {
    fs.mkdirSync(join(directory, SESSIONS));
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') throw isTaken();
    throw storeError('create', join(directory, SESSIONS), cause);
  }
}

/** The file appears whole or not at all. */
async function writeRun(path: string, result: RunResult, context: RunWriterContext): Promise<void> {
  const { fs } = context;
  const draft = `${path}.part`;
  try {
    fs.rmSync(draft, { force: true });
    const file = appendFile(draft, context);
    for (const line of runLines(result, context.redactor)) file.add(line);
    await file.sync();
    fs.renameSync(draft, path);
  } catch (cause) {
    try {
      fs.rmSync(draft, { force: true });
    } catch {
      // The refusal that brought us here is the one to tell.
    }
    throw storeError('write', path, cause);
  }
}

/** One JSON document with a line for each session: a large run is written piece by piece, and a diff stays readable. */
function* runLines({ sessions, ...rest }: RunResult, redactor: SecretRedactor): Generator<string> {
  const head = jsonLine(redactRecord(rest, redactor)).slice(0, -1);
  if (sessions.length === 0) {
    yield `${head},"sessions":[]}`;
    return;
  }
  yield `${head},"sessions":[`;
  for (const [index, session] of sessions.entries()) {
    const line = jsonLine(redactRecord(session, redactor));
    yield index < sessions.length - 1 ? `${line},` : line;
  }
  yield ']}';
}
