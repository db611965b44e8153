import { Buffer } from 'node:buffer';
import type { FileSystem } from './file-system.ts';
import { storeError } from './store-error.ts';

/** How long text may wait for the end of its turn before the next one takes it to disk, in characters. */
const MAX_BUFFERED = 64 * 1024;
/** A text that comes this long after the last write is written at once, in milliseconds. */
const MAX_DELAY_MS = 200;

/** A file that grows by whole lines. Every method throws `StoreError`, and after the first refusal always the same. */
export type AppendFile = {
  /** Adds a line. It is written at once after a pause, otherwise with the lines around it. */
  add(line: string): void;
  /** Writes what was added. */
  flush(): void;
  /** Writes what was added and waits until the device has it. */
  sync(): Promise<void>;
};

/**
 * Makes the file, which must not exist. It is open only while it is written: a few thousand sessions may run at once
 * and need no more file descriptors than one. Opening again costs less than the write itself as long as lines come in
 * batches.
 */
export function appendFile(path: string, { fs, now }: { fs: FileSystem; now: () => number }): AppendFile {
  let pending = '';
  let length = 0;
  let writtenAt = now();
  let refusal: Error | undefined;

  const guard = <T>(work: () => T): T => {
    if (refusal !== undefined) throw refusal;
    try {
      return work();
    } catch (cause) {
      refusal = storeError('write', path, cause);
      pending = '';
      throw refusal;
    }
  };
  const writePending = (fd: number): void => {
    if (pending === '') return;
    const bytes = Buffer.from(pending, 'utf8');
    writeWhole(fd, bytes, { fs, length });
    length += bytes.length;
    pending = '';
    writtenAt = now();
  };
  const flush = (): void => {
    if (pending === '' && refusal === undefined) return;
    guard(() => withFile(path, fs, writePending));
  };

  guard(() => fs.closeSync(fs.openSync(path, 'ax')));
  return {
    add(line) {
      if (refusal !== undefined) throw refusal;
      pending += `${line}\n`;
      if (pending.length >= MAX_BUFFERED || now() - writtenAt >= MAX_DELAY_MS) flush();
    },
    flush,
    async sync() {
      const fd = guard(() => fs.openSync(path, 'a'));
      try {
        guard(() => writePending(fd));
        await new Promise<void>((resolve, reject) => {
          fs.fdatasync(fd, (cause) => (cause ? reject(cause) : resolve()));
        });
      } catch (cause) {
        refusal ??= storeError('write', path, cause);
      }
      guard(() => fs.closeSync(fd));
    },
  };
}

function withFile(path: string, fs: FileSystem, work: (fd: number) => void): void {
  const fd = fs.openSync(path, 'a');
  try {
    work(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** Writes all of `bytes`, or takes back what a full disk took of them, so that no half line stays behind. */
function writeWhole(fd: number, bytes: Buffer, { fs, length }: { fs: FileSystem; length: number }): void {
  try {
    for (let offset = 0; offset < bytes.length; ) offset += fs.writeSync(fd, bytes, offset);
  } catch (cause) {
    try {
      fs.ftruncateSync(fd, length);
    } catch {
      // The reader copes with a torn last line; the refusal of the write is what matters.
    }
    throw cause;
  }
}
