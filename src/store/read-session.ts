import type { Buffer } from 'node:buffer';
import * as nodeFs from 'node:fs';
import { dirname, join } from 'node:path';
import type { Problem } from '../domain/authoring/problem.ts';
import { formatProblem } from '../domain/authoring/problem.ts';
import type { StoredSession } from '../domain/contracts/run-store.ts';
import { UsageError } from '../domain/errors.ts';
import type { TranscriptEvent } from '../domain/transcript/transcript-event.ts';
import type { SessionOutcome } from '../domain/verdicts/session-result.ts';
import type { FileSystem } from './file-system.ts';
import { putBackResult, readBlob } from './journal/large-results.ts';
import { openLine } from './journal/sealed-line.ts';
import { storeError } from './store-error.ts';
import { readLine, readRecord, type StoredLine } from './stored-line.ts';

/**
 * Reads a stored session: its events, then its outcome. A torn last line is what a killed process leaves; it is dropped
 * and makes the session unfinished. Throws `UsageError` with the line for anything else that does not belong there, such
 * as a line whose checksum is wrong, an unknown event or a newer format, and `StoreError` when the file cannot be read.
 * Files of older versions, whose lines have no checksum, are read as they are.
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
  for (const line of linesOf(bytes)) {
    const read = await whole(readStored(line), file, fs);
    if (!line.isWhole && read.kind === 'problem' && TORN.includes(read.code)) {
      return unfinished(events, `line ${line.number} is torn: the process was stopped while it wrote`);
    }
    const problem = outcome === undefined ? problemOf(read, events) : AFTER_OUTCOME;
    if (problem !== undefined) throw unreadable(file, line.number, problem);
    if (read.kind === 'event') events.push(Object.freeze(read.event));
    else if (read.kind === 'outcome') outcome = read.outcome;
  }
  if (outcome === undefined)
    return unfinished(events, 'the outcome is missing: the session was stopped before its end');
  return { status: 'finished', result: { ...outcome, transcript: Object.freeze(events) } };
}

type LineProblem = Extract<StoredLine, { kind: 'problem' }>;

/** What the last line of a file may be when a process was killed while it wrote. */
const TORN: readonly string[] = ['not-json', 'not-utf8', 'damaged', 'unsealed'];
const NOT_UTF8 = problem('not-utf8', 'not UTF-8 text');
const UNSEALED = problem('unsealed', 'its length and checksum are missing: the line was changed or added');
const AFTER_OUTCOME = problem('after-outcome', 'nothing may follow the line with the outcome');

function problem(code: string, message: string): LineProblem {
  return { kind: 'problem', code, path: '', message };
}

type Line = {
  number: number;
  bytes: Buffer;
  /** False for a last line that no line feed ends. */
  isWhole: boolean;
  /** Whether the first line of the file has a seal, so that all must have one. */
  needsSeal: boolean;
};

function readStored({ bytes, needsSeal }: Line): StoredLine {
  const opened = openLine(bytes);
  if (opened.status === 'damaged') return problem('damaged', opened.message);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(opened.json);
  } catch {
    return NOT_UTF8;
  }
  const read = readLine(text);
  return needsSeal && opened.status === 'plain' && read.kind !== 'problem' ? UNSEALED : read;
}

/** The line with its large value, where that is stored beside the file. */
async function whole(read: StoredLine, file: string, fs: FileSystem): Promise<StoredLine> {
  if (read.kind !== 'reference') return read;
  const directory = join(dirname(file), '..', '..', '..');
  const blob = await readBlob(directory, read.reference, fs);
  return 'problem' in blob ? problem('lost-blob', blob.problem) : readRecord(putBackResult(read.value, blob.content));
}

/** The lines of a file, split at line feeds only; the last one is whole when a line feed ends it. */
function* linesOf(bytes: Buffer): Generator<Line> {
  let needsSeal = false;
  for (let start = 0, number = 1; start < bytes.length; number += 1) {
    const feed = bytes.indexOf(0x0a, start);
    const line = bytes.subarray(start, feed < 0 ? bytes.length : feed);
    if (number === 1) needsSeal = openLine(line).status !== 'plain';
    yield { number, bytes: line, isWhole: feed >= 0, needsSeal };
    start += line.length + 1;
  }
}

function problemOf(read: StoredLine, events: readonly TranscriptEvent[]): LineProblem | undefined {
  if (read.kind === 'problem') return read;
  if (read.kind !== 'event') return undefined;
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
