import type { Buffer } from 'node:buffer';
import * as nodeFs from 'node:fs';
import type { Problem } from '../domain/authoring/problem.ts';
import { formatProblem } from '../domain/authoring/problem.ts';
import { UsageError } from '../domain/errors.ts';
import type { Transcript, TranscriptEvent } from '../domain/transcript/transcript-event.ts';
import type { SessionOutcome, SessionResult } from '../domain/verdicts/session-result.ts';
import type { FileSystem } from './file-system.ts';
import { storeError } from './store-error.ts';
import { readLine, type StoredLine } from './stored-line.ts';

/** A session as it was found on disk. */
export type StoredSession =
  | { status: 'finished'; result: SessionResult }
  /** The process ended before the session did. `reason` says how the file ends. */
  | { status: 'unfinished'; transcript: Transcript; reason: string };

/**
 * Reads a stored session: its events, then its outcome. A torn last line is what a killed process leaves; it is dropped
 * and makes the session unfinished. Throws `UsageError` with the line for anything else that does not belong there, such
 * as an unknown event or a newer format, and `StoreError` when the file cannot be read.
 */
export async function readSession(file: string): Promise<StoredSession> {
  return readSessionFrom(file, nodeFs);
}

/** As `readSession`, from a disk that is handed in. */
export async function readSessionFrom(file: string, fs: FileSystem): Promise<StoredSession> {
  const bytes = await fs.promises.readFile(file).catch((cause: unknown) => {
    throw storeError('read', file, cause);
  });
  const events: TranscriptEvent[] = [];
  let outcome: SessionOutcome | undefined;
  for (const { line, text, isWhole } of linesOf(bytes)) {
    const read = text === undefined ? NOT_UTF8 : readLine(text);
    if (!isWhole && read.kind === 'problem' && (read.code === 'not-json' || read.code === 'not-utf8')) {
      return unfinished(events, `line ${line} is torn: the process was stopped while it wrote`);
    }
    const problem = outcome === undefined ? problemOf(read, events) : AFTER_OUTCOME;
    if (problem !== undefined) throw unreadable(file, line, problem);
    if (read.kind === 'event') events.push(Object.freeze(read.event));
    else if (read.kind === 'outcome') outcome = read.outcome;
  }
  if (outcome === undefined)
    return unfinished(events, 'the outcome is missing: the session was stopped before its end');
  return { status: 'finished', result: { ...outcome, transcript: Object.freeze(events) } };
}

type LineProblem = Extract<StoredLine, { kind: 'problem' }>;

const NOT_UTF8: LineProblem = { kind: 'problem', code: 'not-utf8', path: '', message: 'not UTF-8 text' };
const AFTER_OUTCOME: LineProblem = {
  kind: 'problem',
  code: 'after-outcome',
  path: '',
  message: 'nothing may follow the line with the outcome',
};

/** The lines of a file, split at line feeds only; the last one is whole when a line feed ends it. */
function* linesOf(bytes: Buffer): Generator<{ line: number; text: string | undefined; isWhole: boolean }> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  for (let start = 0, line = 1; start < bytes.length; line += 1) {
    const feed = bytes.indexOf(0x0a, start);
    const end = feed < 0 ? bytes.length : feed;
    let text: string | undefined;
    try {
      text = decoder.decode(bytes.subarray(start, end));
    } catch {
      text = undefined;
    }
    yield { line, text, isWhole: feed >= 0 };
    start = end + 1;
  }
}

function problemOf(read: StoredLine, events: readonly TranscriptEvent[]): LineProblem | undefined {
  if (read.kind === 'problem') return read;
  if (read.kind === 'outcome') return undefined;
  const { seq, type } = read.event;
  if ((type === 'session_started') !== (seq === 0)) {
    const message = seq === 0 ? `expected \`session_started\` first, found \`${type}\`` : 'a session starts only once';
    return { kind: 'problem', code: 'misplaced-start', path: 'type', message };
  }
  if (seq === events.length) return undefined;
  const message = `expected ${events.length}, found ${seq}: a line is missing or was moved`;
  return { kind: 'problem', code: 'gap', path: 'seq', message };
}

function unfinished(events: TranscriptEvent[], reason: string): StoredSession {
  return { status: 'unfinished', transcript: Object.freeze(events), reason };
}

function unreadable(file: string, line: number, { kind: _, ...found }: LineProblem): UsageError {
  const problem: Problem = { ...found, severity: 'error', place: { file, line, column: 1 } };
  return new UsageError(formatProblem(problem), [problem]);
}
