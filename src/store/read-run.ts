import { basename, dirname, join } from 'node:path';
import type { z } from 'zod';
import { formatProblem, type Problem } from '../domain/authoring/problem.ts';
import type { FoundSession } from '../domain/contracts/run-store.ts';
import { UsageError } from '../domain/errors.ts';
import { compareKeys, SessionKey } from '../domain/transcript/session-key.ts';
import { RUN_RESULT_VERSION, RunResult } from '../domain/verdicts/run-result.ts';
import type { SessionResult } from '../domain/verdicts/session-result.ts';
import { STORED_PLAN_VERSION, StoredPlan } from '../domain/verdicts/stored-plan.ts';
import type { FileSystem } from './file-system.ts';
import { readSessionFrom } from './read-session.ts';
import { PLAN_FILE, RUN_FILE, SESSIONS, sessionFile } from './run-layout.ts';
import { codeOf, storeError } from './store-error.ts';
import { summarizeReport } from './summarize-report.ts';

/** The stored sessions of a run, ordered by key, one in memory at a time. */
export async function* findSessions(directory: string, fs: FileSystem): AsyncIterable<FoundSession> {
  for (const key of await storedKeys(directory, fs)) {
    const file = sessionFile(key);
    yield { key, file, ...(await readSessionFrom(join(directory, file), fs)) };
  }
}

/** Those that are finished. `onNote` is told of the others. */
export async function* readFinishedSessions(
  directory: string,
  { fs, onNote }: { fs: FileSystem; onNote: (note: string) => void },
): AsyncIterable<SessionResult> {
  for await (const found of findSessions(directory, fs)) {
    if (found.status === 'finished') yield found.result;
    else onNote(`\`${join(directory, found.file)}\` is left out: ${found.reason}`);
  }
}

/** Reads `run.json`. Throws `UsageError` when it is not one, or was written in a newer format. */
export async function readRunResult(directory: string, fs: FileSystem): Promise<RunResult> {
  return readDocument(join(directory, RUN_FILE), RESULT, fs);
}

/** Reads `plan.json`. Throws `UsageError` when it is not one, or was written in a newer format. */
export async function readPlan(directory: string, fs: FileSystem): Promise<StoredPlan> {
  return readDocument(join(directory, PLAN_FILE), PLAN, fs);
}

type Format<T> = {
  schema: z.ZodType<T>;
  version: number;
  what: string;
  missing: string;
  adapt?: (value: unknown) => unknown;
};

const RESULT: Format<RunResult> = {
  schema: RunResult,
  version: RUN_RESULT_VERSION,
  what: 'the result of a run',
  missing: 'holds no finished run',
};
const PLAN: Format<StoredPlan> = {
  schema: StoredPlan,
  version: STORED_PLAN_VERSION,
  what: 'the plan of a run',
  missing: 'holds no run that could be gone on with',
};

async function readDocument<T>(file: string, format: Format<T>, fs: FileSystem): Promise<T> {
  const text = await fs.promises.readFile(file, 'utf8').catch((cause: unknown) => {
    if (codeOf(cause) !== 'ENOENT') throw storeError('read', file, cause);
    throw new UsageError(`\`${dirname(file)}\` ${format.missing}: there is no \`${basename(file)}\` in it.`);
  });
  return parseDocument(text, file, format);
}

/** Throws `UsageError` for a text that is none of the format. `adapt` may turn another document into one. */
function parseDocument<T>(text: string, file: string, { adapt = (value) => value, ...format }: Format<T>): T {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (cause) {
    throw unusable(file, '', `not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const version = typeof found === 'object' && found !== null && 'version' in found ? found.version : undefined;
  if (typeof version === 'number' && version > format.version) {
    const upTo = `this version of Rehearsal reads up to format ${format.version}.`;
    throw unusable(file, 'version', `written in format ${version}; ${upTo}`);
  }
  const value = adapt(found);
  const parsed = format.schema.safeParse(value);
  if (parsed.success) return value as T;
  const [first] = parsed.error.issues;
  throw unusable(file, first?.path.map(String).join('.') ?? '', first?.message ?? `not ${format.what}`);
}

/**
 * A run out of a file: `run.json`, a copy of it, or the JSON report of a run. Throws `UsageError` as `readRunResult`, and
 * `StoreError` when the file cannot be read.
 */
export async function readRunFile(file: string, fs: FileSystem): Promise<RunResult> {
  const text = await fs.promises.readFile(file, 'utf8').catch((cause: unknown) => {
    throw storeError('read', file, cause);
  });
  return parseDocument(text, file, { ...RESULT, adapt: summarizeReport });
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
