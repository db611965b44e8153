import type { z } from 'zod';
import { formatProblem, type Problem } from '../../domain/authoring/problem.ts';
import type { CassetteEntry } from '../../domain/contracts/cassette.ts';
import { UsageError } from '../../domain/errors.ts';
import { SessionKey } from '../../domain/transcript/session-key.ts';
import { parseJson } from '../../domain/values/parse-json.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import type { FileSystem } from '../file-system.ts';
import { codeOf, storeError } from '../store-error.ts';
import { unfoldEntries } from './fold-entries.ts';
import { jsonPlace } from './json-place.ts';
import { CASSETTE_VERSION, StoredCassette, type StoredEntry } from './stored-cassette.ts';

/** One text can hold no more. */
const MAX_BYTES = 400 * 1024 * 1024;
/** Mistakes of a file that are told at once. */
const MAX_PROBLEMS = 10;

/** The sessions of a cassette by their path, each entry as stored. */
export type ReadCassette = ReadonlyMap<string, readonly StoredEntry[]>;

/**
 * Reads a cassette and checks all of it. Undefined when the file is not there; throws `UsageError` with places for
 * mistakes in it, and `StoreError` when it cannot be read.
 */
export async function readCassette(file: string, fs: FileSystem): Promise<ReadCassette | undefined> {
  const text = await readText(file, fs);
  if (text === undefined) return undefined;
  const value = parse(file, text);
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  if (typeof version === 'number' && version > CASSETTE_VERSION) {
    const message = `written in format ${version}; this version of Rehearsal reads up to format ${CASSETTE_VERSION}`;
    throw unusable(file, text, [{ path: ['version'], message, hint: 'update Rehearsal' }]);
  }
  const parsed = StoredCassette.safeParse(value);
  if (!parsed.success) throw unusable(file, text, parsed.error.issues.flatMap(plainIssues));
  const sessions = new Map<string, readonly StoredEntry[]>();
  for (const [index, { session, entries }] of parsed.data.sessions.entries()) {
    const path = ['sessions', index];
    const [scenario, variant, trial] = session.split('/');
    if (sessions.has(session) || !SessionKey.safeParse({ scenario, variant, trial: Number(trial) }).success) {
      const message = `\`${session}\` ${sessions.has(session) ? 'stands here twice' : 'is no session'}`;
      throw unusable(file, text, [{ path: [...path, 'session'], message }]);
    }
    const unfolded = unfoldEntries(entries);
    if ('message' in unfolded) {
      const { index: entry, field, message } = unfolded;
      throw unusable(file, text, [{ path: [...path, 'entries', entry, field], message }]);
    }
    sessions.set(session, entries);
  }
  return sessions;
}

/** The entries of a session that was read, which are known to fit together. */
export function entriesOf(stored: readonly StoredEntry[] | undefined): readonly CassetteEntry[] {
  const entries = unfoldEntries(stored ?? []);
  if ('message' in entries) throw new Error(entries.message);
  return entries;
}

async function readText(file: string, fs: FileSystem): Promise<string | undefined> {
  try {
    const size = fs.statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) return undefined;
    if (size > MAX_BYTES) {
      const message = `larger than ${MAX_BYTES / 1024 / 1024} MB; record into a folder, which has a file for each session`;
      throw unusable(file, '', [{ path: [], message }]);
    }
    return (await fs.promises.readFile(file, 'utf8')).replace(/^\ufeff/, '');
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw storeError('read', file, cause);
  }
}

function parse(file: string, text: string): unknown {
  let value: unknown;
  let refusal: string | undefined;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    refusal = safeErrorText(cause, { plain: true }).message;
  }
  // Our own reader says where, and what is given twice; it keeps numbers in a way of its own, so its value is not used.
  const told = parseJson(text);
  if (refusal !== undefined) {
    const where = told.status === 'unparsable' ? told.problem : refusal;
    throw asError([problemAt(file, where, (words) => `not JSON: ${words}`)]);
  }
  const repeated = told.status === 'parsed' ? (told.warnings ?? []) : [];
  if (repeated.length === 0) return value;
  throw asError(repeated.slice(0, MAX_PROBLEMS).map((warning) => problemAt(file, warning, (words) => words)));
}

/** From `line 3, column 16: …`, as our reader of JSON tells it. */
function problemAt(file: string, told: string, messageOf: (words: string) => string): Problem {
  const [, line = '1', column = '1', words = told] = /^line (\d+), column (\d+): (.*)$/s.exec(told) ?? [];
  const place = { file, line: Number(line), column: Number(column) };
  return { ...HEAD, place, path: '', message: messageOf(words), hint: HINT };
}

type Issue = { path: readonly PropertyKey[]; message: string; hint?: string };

/** Of the forms that a value may have, the one that it comes closest to is the one that was meant. */
function plainIssues(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'unknown key' }));
  }
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) {
    return [{ path: issue.path, message: issue.message.replace(/^Invalid input: /, '') }];
  }
  const [closest = []] = issue.errors.toSorted((a, b) => a.length - b.length);
  return closest.flatMap(plainIssues).map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
}

const HINT = 'mend it, or delete the session or the file and record it again';
const HEAD = { severity: 'error', code: 'unusable-cassette' } as const;

function unusable(file: string, text: string, issues: readonly Issue[]): UsageError {
  const problems = issues.slice(0, MAX_PROBLEMS).map(({ path, message, hint = HINT }): Problem => {
    return { ...HEAD, place: { file, ...jsonPlace(text, path) }, path: authorPath(path), message, hint };
  });
  return asError(problems);
}

function asError(problems: readonly Problem[]): UsageError {
  return new UsageError(problems.map(formatProblem).join('\n'), problems);
}

/** `sessions[0].entries[2].reply` */
function authorPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}
