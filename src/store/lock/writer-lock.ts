import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { UsageError } from '../../domain/errors.ts';
import { stableHash } from '../../domain/values/hash.ts';
import type { FileSystem } from '../file-system.ts';
import { codeOf, storeError } from '../store-error.ts';
import { holderIn, isAlive, type LockHolder, thisProcess } from './lock-holder.ts';

/** The right to write, for one process at a time. */
export type WriterLock = { release(): void };

/** What people call the work that a lock is for. */
export type LockWords = {
  /** As in `c.json cannot be recorded into`. */
  refused: string;
  /** As in `process 7 is recording into it`. */
  doing: string;
  /** What to do instead. */
  remedy: string;
};

export type LockOptions = {
  /** What is locked, as its user named it. */
  place: string;
  words: LockWords;
  fs: FileSystem;
  /** Told of a lock that was taken over. */
  onNote: (note: string) => void;
};

/**
 * Claims a place by a file at `path`. The lock of a process of this machine that is no more is taken over, and `onNote` is
 * told. Throws `UsageError` when another process has it, and `StoreError` when it cannot be written.
 */
export async function takeWriterLock(path: string, options: LockOptions): Promise<WriterLock> {
  const gone = await acquire(path, options);
  if (gone !== undefined)
    options.onNote(`\`${options.place}\` was locked by process ${gone.pid}, which is gone; the lock was taken over`);
  let isHeld = true;
  return {
    release() {
      // By the second time it may be somebody else's.
      if (!isHeld) return;
      isHeld = false;
      try {
        options.fs.rmSync(path, { force: true });
      } catch {
        // The next run finds that its holder is gone and takes it over.
      }
    },
  };
}

/** Whether a process that lives has the lock at `path`. */
export async function isLocked(path: string, fs: FileSystem): Promise<boolean> {
  const text = await readText(path, fs);
  const holder = text === undefined ? undefined : holderIn(text);
  return holder !== undefined && (await isAlive(holder, fs));
}

/** Returns the holder that was taken over, where there was one. */
async function acquire(path: string, options: LockOptions): Promise<LockHolder | undefined> {
  const { place, words, fs } = options;
  const text = `${JSON.stringify({ ...(await thisProcess(fs)), token: randomBytes(6).toString('hex') })}\n`;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (create(path, text, fs)) return undefined;
    const found = await readText(path, fs);
    // Let go of meanwhile.
    if (found === undefined) continue;
    const holder = holderIn(found);
    if (holder !== undefined && (await isAlive(holder, fs))) {
      const elsewhere = holder.host === hostname() ? '' : ` on ${holder.host}`;
      throw inUse(`process ${holder.pid}${elsewhere} is ${words.doing}`, { place, words, path });
    }
    if (await takeOver(path, { found, text, options })) return holder;
  }
  throw inUse('other processes were faster', { place, words, path });
}

const MAX_ATTEMPTS = 3;

/**
 * Whoever holds the guard of a dead lock, which is named by what that lock says, is the only one who may replace it. The
 * guard is a lock itself, so that one whose holder died is taken over in the same way. False when somebody was faster.
 */
async function takeOver(
  path: string,
  { found, text, options }: { found: string; text: string; options: LockOptions },
): Promise<boolean> {
  const { fs } = options;
  const guard = `${path}.${stableHash(found).slice(0, 8)}`;
  await acquire(guard, options);
  try {
    if ((await readText(path, fs)) !== found) return false;
    replace(path, text, fs);
    return true;
  } finally {
    fs.rmSync(guard, { force: true });
  }
}

function inUse(why: string, { place, words, path }: { place: string; words: LockWords; path: string }): UsageError {
  return new UsageError(
    `\`${place}\` ${words.refused}: ${why}. ${words.remedy} If nothing is running, remove \`${path}\`.`,
  );
}

/** False when it exists. The file is there with all of its text or not at all, where the file system has hard links. */
function create(path: string, text: string, fs: FileSystem): boolean {
  const draft = draftOf(path);
  try {
    write(draft, text, fs);
    try {
      fs.linkSync(draft, path);
    } catch (cause) {
      if (codeOf(cause) === 'EEXIST') return false;
      if (!NO_LINKS.includes(codeOf(cause) ?? '')) throw cause;
      write(path, text, fs);
    }
    return true;
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false;
    throw storeError('create', path, cause);
  } finally {
    drop(draft, fs);
  }
}

/** What a file system without hard links answers. */
const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

function replace(path: string, text: string, fs: FileSystem): void {
  const draft = draftOf(path);
  try {
    write(draft, text, fs);
    fs.renameSync(draft, path);
  } catch (cause) {
    drop(draft, fs);
    throw storeError('create', path, cause);
  }
}

function draftOf(path: string): string {
  return `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
}

function write(path: string, text: string, fs: FileSystem): void {
  const fd = fs.openSync(path, 'wx');
  try {
    const bytes = Buffer.from(text, 'utf8');
    for (let offset = 0; offset < bytes.length; ) offset += fs.writeSync(fd, bytes, offset);
  } finally {
    fs.closeSync(fd);
  }
}

function drop(path: string, fs: FileSystem): void {
  try {
    fs.rmSync(path, { force: true });
  } catch {
    // A draft that stays behind stands in nobody's way.
  }
}

/** Undefined when there is no file. */
async function readText(path: string, fs: FileSystem): Promise<string | undefined> {
  try {
    return await fs.promises.readFile(path, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    // One that cannot be read says nothing of its holder.
    return '';
  }
}
