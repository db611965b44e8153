import { Buffer } from 'node:buffer';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UsageError } from '../../domain/errors.ts';
import { findFiles, lookAt, shownPath } from '../../files/project-paths.ts';
import { storeError } from '../../store/store-error.ts';

/** A log to read. `path` is absent for standard input. */
export type LogFile = { name: string; path?: string | undefined };

/** The files that were asked for, those of folders in order of their paths. Throws `UsageError` where one is not there. */
export async function findLogs(given: readonly string[], cwd: string): Promise<readonly LogFile[]> {
  const found = await Promise.all(given.map((name) => findLog(name, cwd)));
  const files = new Map(found.flat().map((file) => [file.path ?? '-', file]));
  return [...files.values()];
}

async function findLog(name: string, cwd: string): Promise<readonly LogFile[]> {
  if (name === '-') return [{ name: 'standard input' }];
  const look = await lookAt(name, cwd);
  if (look.kind === 'missing') throw new UsageError('nothing was scored:', [look.problem]);
  if (look.kind === 'file') return [{ name: shownPath(look.path, cwd), path: look.path }];
  // The folder of a run holds its result beside its sessions, which are what can be scored.
  const sessions = join(look.path, 'sessions');
  const root = existsSync(sessions) ? sessions : look.path;
  const accepts = (file: string): boolean => /\.(?:jsonl|ndjson|json)(?:\.gz)?$/.test(file);
  const { files, problems } = await findFiles(root, { cwd, root, accepts });
  if (problems.length > 0) throw new UsageError('nothing was scored:', problems);
  if (files.length === 0)
    throw new UsageError(
      `no log in \`${name}\`: expected files that end in \`.jsonl\`, \`.ndjson\` or \`.json\`, or one of these and \`.gz\``,
    );
  return files.map((path) => ({ name: shownPath(path, cwd), path }));
}

/**
 * The bytes of a log in pieces; one that begins as gzip is unpacked. `onRead` is told how many bytes of the file were taken.
 * Throws `StoreError` when the file cannot be read.
 */
export async function* readLog(
  { name, path }: LogFile,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = path === undefined ? process.stdin : createReadStream(resolve(path));
  try {
    yield* unpacked(bytesOf(stream, onRead));
  } catch (cause) {
    throw storeError('read', name, cause);
  }
}

/** How many bytes the files hold together; undefined where that cannot be known before they are read. */
export function sizeOf(logs: readonly LogFile[]): number | undefined {
  let sum = 0;
  for (const { path } of logs) {
    const size = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) return undefined;
    sum += size;
  }
  return sum;
}

async function* bytesOf(
  pieces: AsyncIterable<string | Uint8Array>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    onRead(bytes.length);
    yield bytes;
  }
}

/** RFC 1952: how a file in the gzip format begins. */
const GZIP = [0x1f, 0x8b] as const;

async function* unpacked(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let begin = Buffer.alloc(0);
  while (begin.length < GZIP.length) {
    const next = await pieces.next();
    if (next.done === true) break;
    begin = Buffer.concat([begin, next.value]);
  }
  if (GZIP.some((byte, index) => begin[index] !== byte)) {
    if (begin.length > 0) yield begin;
    yield* pieces;
    return;
  }
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield begin;
    yield* pieces;
  };
  // What goes wrong on the way comes out of the last of them.
  for await (const piece of pipeline(Readable.from(whole()), createGunzip(), () => undefined)) yield piece;
}
