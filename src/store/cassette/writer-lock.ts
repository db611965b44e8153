import { Buffer } from 'node:buffer';
import { hostname } from 'node:os';
import { UsageError } from '../../domain/errors.ts';
import type { FileSystem } from '../file-system.ts';
import { codeOf, storeError } from '../store-error.ts';

/** The right to write, for one process at a time. */
export type WriterLock = { release(): void };

type Holder = {
  pid: number;
  host: string;
  /** Tells a process from a later one of the same number, where the system says when it started. */
  started?: string;
};

/**
 * Claims `place` by a file at `path`. The lock of a process of this machine that is no more is taken over, and `onNote` is
 * told. Throws `UsageError` when another process has it, and `StoreError` when it cannot be written.
 */
export async function takeWriterLock(
  path: string,
  { place, fs, onNote }: { place: string; fs: FileSystem; onNote: (note: string) => void },
): Promise<WriterLock> {
  const { started } = await lookAt(process.pid, fs);
  const own: Holder = { pid: process.pid, host: hostname(), ...(started === undefined ? {} : { started }) };
  const text = `${JSON.stringify(own)}\n`;
  if (!create(path, text, fs)) await takeOver(path, { text, place, fs, onNote });
  return {
    release() {
      try {
        fs.rmSync(path, { force: true });
      } catch {
        // The next run finds that its holder is gone and takes it over.
      }
    },
  };
}

/** A second lock, held for a moment, keeps two processes from both taking over the first. */
async function takeOver(
  path: string,
  { text, place, fs, onNote }: { text: string; place: string; fs: FileSystem; onNote: (note: string) => void },
): Promise<void> {
  const guard = `${path}.taking-over`;
  if (!create(guard, text, fs)) throw inUse(place, guard, 'another process is taking it over');
  try {
    const holder = await readHolder(path, fs);
    if (holder !== undefined && (await isAlive(holder, fs))) {
      const elsewhere = holder.host === hostname() ? '' : ` on ${holder.host}`;
      throw inUse(place, path, `process ${holder.pid}${elsewhere} is recording into it`);
    }
    fs.rmSync(path, { force: true });
    if (!create(path, text, fs)) throw inUse(place, path, 'another process was faster');
    if (holder !== undefined)
      onNote(`\`${place}\` was locked by process ${holder.pid}, which is gone; the lock was taken over`);
  } finally {
    fs.rmSync(guard, { force: true });
  }
}

function inUse(place: string, lock: string, why: string): UsageError {
  const remedy = `Wait for it, or record into another file or folder. If nothing is running, remove \`${lock}\`.`;
  return new UsageError(`\`${place}\` cannot be recorded into: ${why}. ${remedy}`);
}

/** False when it exists. */
function create(path: string, text: string, fs: FileSystem): boolean {
  try {
    const fd = fs.openSync(path, 'wx');
    try {
      const bytes = Buffer.from(text, 'utf8');
      for (let offset = 0; offset < bytes.length; ) offset += fs.writeSync(fd, bytes, offset);
    } finally {
      fs.closeSync(fd);
    }
    return true;
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false;
    throw storeError('create', path, cause);
  }
}

/** Undefined for a lock that says nothing: its writer was stopped in the middle, or it was let go of meanwhile. */
async function readHolder(path: string, fs: FileSystem): Promise<Holder | undefined> {
  try {
    const value = JSON.parse(await fs.promises.readFile(path, 'utf8')) as Partial<Holder> | null;
    if (!Number.isSafeInteger(value?.pid) || typeof value?.host !== 'string') return undefined;
    return { pid: Number(value.pid), host: value.host, ...(value.started ? { started: String(value.started) } : {}) };
  } catch {
    return undefined;
  }
}

/**
 * A process of another machine cannot be asked, so it counts as alive. One that ended and was never waited for still has its
 * number, as is usual in containers; it writes nothing more.
 */
async function isAlive({ pid, host, started }: Holder, fs: FileSystem): Promise<boolean> {
  if (host !== hostname()) return true;
  if (!knowsProcess(pid)) return false;
  const now = await lookAt(pid, fs);
  if (now.state !== undefined && GONE.includes(now.state)) return false;
  return started === undefined || now.started === undefined || now.started === started;
}

function knowsProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return codeOf(cause) === 'EPERM';
  }
}

/** States of a process that has ended: zombie, and dead in two spellings. */
const GONE: readonly string[] = ['Z', 'X', 'x'];

/**
 * The state of a process, and when it started in ticks since the system did. Only Linux tells it in a file. Source: the
 * manual page proc_pid_stat(5).
 */
async function lookAt(
  pid: number,
  fs: FileSystem,
): Promise<{ state?: string | undefined; started?: string | undefined }> {
  try {
    const stat = await fs.promises.readFile(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], started: fields[19] };
  } catch {
    return {};
  }
}
