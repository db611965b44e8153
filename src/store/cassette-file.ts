import * as nodeFs from 'node:fs';
import { dirname, join } from 'node:path';
import type { CassetteStore } from '../domain/contracts/cassette.ts';
import { UsageError } from '../domain/errors.ts';
import { cassetteInFolder } from './cassette/cassette-in-folder.ts';
import { cassetteInOneFile, type OpenedPlace } from './cassette/cassette-in-one-file.ts';
import { readCassette } from './cassette/read-cassette.ts';
import type { FileSystem } from './file-system.ts';
import { type LockWords, takeWriterLock, type WriterLock } from './lock/writer-lock.ts';
import { makeFolder } from './make-folder.ts';
import { storeError } from './store-error.ts';

export type CassetteFileOptions = {
  /** A file where it ends in `.json` or is one; else a folder. */
  path: string;
  /** `write` makes what is missing, and keeps other processes from writing there until it is closed. */
  access: 'read' | 'write';
  /** How messages name it; default: the path. */
  place?: string;
  /** Told of a lock that was taken over. */
  onNote?: (note: string) => void;
  fs?: FileSystem;
  /** Milliseconds that never go back. */
  now?: () => number;
};

/**
 * Opens a cassette: one JSON file, which suits a few sessions, or a folder with a file for each. Throws `UsageError` when
 * it is not there to be read, is being written by another process, or holds mistakes (a folder's files are checked when
 * their session is read); `StoreError` when the disk refuses.
 */
export async function openCassetteFile(options: CassetteFileOptions): Promise<CassetteStore> {
  const { path, access, place = path, onNote = () => {}, fs = nodeFs, now = () => performance.now() } = options;
  const kind = kindOf(path, fs);
  const isWriter = access === 'write';
  if (kind.status === 'missing' && !isWriter) {
    throw new UsageError(
      `there is no cassette \`${place}\`. Record one first, as with \`rehearsal record --to ${place}\`.`,
    );
  }
  if (isWriter) makeFolder(kind.isFolder ? path : dirname(path), fs);
  const lockPath = kind.isFolder ? join(path, '.lock') : `${path}.lock`;
  const lock: WriterLock = isWriter
    ? await takeWriterLock(lockPath, { place, words: RECORDING, fs, onNote })
    : { release() {} };
  const opened: OpenedPlace = { place, isWriter, release: lock.release, fs, now };
  if (kind.isFolder) return cassetteInFolder(path, opened);
  try {
    return cassetteInOneFile(path, { ...opened, read: await readCassette(path, fs) });
  } catch (error) {
    lock.release();
    throw error;
  }
}

const RECORDING: LockWords = {
  refused: 'cannot be recorded into',
  doing: 'recording into it',
  remedy: 'Wait for it, or record into another file or folder.',
};

function kindOf(path: string, fs: FileSystem): { status: 'there' | 'missing'; isFolder: boolean } {
  try {
    const stat = fs.statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined) return { status: 'there', isFolder: stat.isDirectory() };
    return { status: 'missing', isFolder: !path.endsWith('.json') };
  } catch (cause) {
    throw storeError('read', path, cause);
  }
}
