import { StoreError } from '../domain/errors.ts';

/** Words for the refusals that people meet; the rest is told as the system tells it. */
const REFUSALS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  EMFILE: 'too many files are open in this process',
  ENFILE: 'too many files are open on this machine',
  ENAMETOOLONG: 'the path is too long for this file system',
  EIO: 'the device reported an input/output error',
};

/** The refusal of a disk as an error that names the path: what was tried, why it failed, and the system's own word. */
export function storeError(attempt: 'read' | 'write' | 'create', path: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const code = codeOf(cause);
  const words = code === undefined ? undefined : REFUSALS[code];
  const told = cause instanceof Error ? cause.message : String(cause);
  const reason = words === undefined ? told : `${words} (${code})`;
  return new StoreError(`cannot ${attempt} \`${path}\`: ${reason}`, { path, cause });
}

/** `ENOENT` and its like; undefined for what is not an error of the system. */
export function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' ? cause.code : undefined;
}
