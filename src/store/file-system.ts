import type * as nodeFs from 'node:fs';

/**
 * What the store needs of a disk; `node:fs` is one. Handed in by tests that need a full disk, or one that may not be
 * written.
 */
export type FileSystem = Pick<typeof nodeFs, 'ftruncateSync' | 'linkSync' | 'renameSync' | 'rmSync' | 'statSync'> & {
  openSync(path: string, flags: string): number;
  closeSync(fd: number): void;
  /** Returns how many of the bytes from `offset` on were taken. */
  writeSync(fd: number, bytes: Uint8Array, offset: number): number;
  fdatasync(fd: number, done: (refusal: Error | null) => void): void;
  mkdirSync(path: string): unknown;
  promises: Pick<typeof nodeFs.promises, 'readdir' | 'readFile'>;
};
