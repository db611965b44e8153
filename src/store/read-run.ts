import { join } from 'node:path';
import { formatProblem, type Problem } from '../domain/authoring/problem.ts';
import { UsageError } from '../domain/errors.ts';
import { compareKeys, SessionKey } from '../domain/transcript/session-key.ts';
import { RUN_RESULT_VERSION, RunResult } from '../domain/verdicts/run-result.ts';
import type { SessionResult } from '../domain/verdicts/session-result.ts';
import type { FileSystem } from './file-system.ts';
import { readSessionFrom } from './read-session.ts';
import { RUN_FILE, SESSIONS, sessionFile } from './run-layout.ts';
import { codeOf, storeError } from './store-error.ts';

/** The finished sessions of a run, ordered by key, one in memory at a time. */
export async function* readFinishedSessions(directory: string, fs: FileSystem): AsyncIterable<SessionResult> {
  for (const key of await storedKeys(directory, fs)) {
    const stored = await readSessionFrom(join(directory, sessionFile(key)), fs);
    if (stored.status === 'finished') yield stored.result;
  }
}

/** Reads `run.json`. Throws `UsageError` when it is not one, or was written in a newer format. */
export async function readRunResult(directory: string, fs: FileSystem): Promise<RunResult> {
  const file = join(directory, RUN_FILE);
  const text = await fs.promises.readFile(file, 'utf8').catch((cause: unknown) => {
    if (codeOf(cause) !== 'ENOENT') throw storeError('read', file, cause);
    throw new UsageError(`\`${directory}\` holds no finished run: there is no \`${RUN_FILE}\` in it.`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw unusable(file, '', `not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  if (typeof version === 'number' && version > RUN_RESULT_VERSION) {
    const upTo = `this version of Rehearsal reads up to format ${RUN_RESULT_VERSION}.`;
    throw unusable(file, 'version', `written in format ${version}; ${upTo}`);
  }
  const parsed = RunResult.safeParse(value);
  if (parsed.success) return value as RunResult;
  const [first] = parsed.error.issues;
  throw unusable(file, first?.path.map(String).join('.') ?? '', first?.message ?? 'not the result of a run');
}

async function storedKeys(directory: string, fs: FileSystem): Promise<SessionKey[]> {
  const root = join(directory, SESSIONS);
  const keys: SessionKey[] = [];
  for (const scenario of await folders(root, fs)) {
    for (const variant of await folders(join(root, scenario), fs)) {
      for (const name of await names(join(root, scenario, variant), fs)) {
        const trial = /^(0|[1-9]\d*)\.jsonl$/.exec(name)?.[1];
        const key = SessionKey.safeParse({ scenario, variant, trial: Number(trial) });
        if (trial !== undefined && key.success) keys.push(key.data);
      }
    }
  }
  return keys.sort(compareKeys);
}

async function folders(path: string, fs: FileSystem): Promise<string[]> {
  const entries = await fs.promises.readdir(path, { withFileTypes: true }).catch((cause: unknown) => {
    if (codeOf(cause) !== 'ENOENT') throw storeError('read', path, cause);
    throw new UsageError(`\`${path}\` does not exist, so there are no stored sessions of that run.`);
  });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function names(path: string, fs: FileSystem): Promise<string[]> {
  return fs.promises.readdir(path).catch((cause: unknown) => {
    throw storeError('read', path, cause);
  });
}

function unusable(file: string, path: string, message: string): UsageError {
  const problem: Problem = {
    severity: 'error',
    code: 'unusable-run',
    place: { file, line: 1, column: 1 },
    path,
    message,
  };
  return new UsageError(formatProblem(problem), [problem]);
}
