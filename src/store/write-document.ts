import { Buffer } from 'node:buffer';
import * as nodeFs from 'node:fs';
import { dirname } from 'node:path';
import type { FileSystem } from './file-system.ts';
import { makeFolder } from './make-folder.ts';
import { storeError } from './store-error.ts';

/** What is written at once, in characters. */
const BATCH = 64 * 1024;

/**
 * Writes a document that appears whole or not at all, and makes the folders above it. A file of that name is replaced.
 * `mark` keeps drafts of two runs apart. Throws `StoreError`; what the pieces throw passes through, and nothing is left.
 */
export async function writeDocument(
  path: string,
  pieces: AsyncIterable<string>,
  { mark, fs = nodeFs }: { mark: string; fs?: FileSystem },
): Promise<void> {
  const draft = `${path}.${mark}.part`;
  let fd: number | undefined;
  const refuse = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      throw storeError('write', path, cause);
    }
  };
  try {
    makeFolder(dirname(path), fs);
    const opened = refuse(() => fs.openSync(draft, 'w'));
    fd = opened;
    for await (const text of inBatches(pieces)) refuse(() => writeWhole(opened, text, fs));
    await synced(opened, fs).catch((cause: unknown) => {
      throw storeError('write', path, cause);
    });
    fd = undefined;
    refuse(() => fs.closeSync(opened));
    refuse(() => fs.renameSync(draft, path));
  } catch (error) {
    removeDraft(draft, { fd, fs });
    throw error;
  }
}

async function* inBatches(pieces: AsyncIterable<string>): AsyncIterable<string> {
  let batch = '';
  for await (const piece of pieces) {
    batch += piece;
    if (batch.length < BATCH) continue;
    yield batch;
    batch = '';
  }
  if (batch !== '') yield batch;
}

function writeWhole(fd: number, text: string, fs: FileSystem): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let offset = 0; offset < bytes.length; ) offset += fs.writeSync(fd, bytes, offset);
}

function synced(fd: number, fs: FileSystem): Promise<void> {
  return new Promise((resolve, reject) => {
    fs.fdatasync(fd, (refusal) => (refusal === null ? resolve() : reject(refusal)));
  });
}

/** The refusal that brought us here is the one to tell. */
function removeDraft(draft: string, { fd, fs }: { fd: number | undefined; fs: FileSystem }): void {
  try {
    if (fd !== undefined) fs.closeSync(fd);
    fs.rmSync(draft, { force: true });
  } catch {
    // Nothing can be done about a draft that stays.
  }
}
