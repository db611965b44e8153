import { hostname } from 'node:os';
import type { FileSystem } from '../file-system.ts';
import { codeOf } from '../store-error.ts';

/** Who has a lock. */
export type LockHolder = {
  pid: number;
  host: string;
  /** Tells a process from a later one of the same number, where the system says when it started. */
  started?: string;
};

/** This process. */
export async function thisProcess(fs: FileSystem): Promise<LockHolder> {
  const { started } = await lookAt(process.pid, fs);
  return { pid: process.pid, host: hostname(), ...(started === undefined ? {} : { started }) };
}

/** Undefined for a text that names nobody: its writer was stopped in the middle. */
export function holderIn(text: string): LockHolder | undefined {
  try {
    const value = JSON.parse(text) as Partial<LockHolder> | null;
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
export async function isAlive({ pid, host, started }: LockHolder, fs: FileSystem): Promise<boolean> {
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
