import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { FileSystem } from '../file-system.ts';
import { makeFolder } from '../make-folder.ts';
import { storeError } from '../store-error.ts';

/** Stands in a stored line where a large value stood; the value itself is in a file of its own, named by its hash. */
export const BlobReference = z.strictObject({
  /** Of the file's bytes, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(0),
  /** How the value begins, for people who search the line. */
  preview: z.string(),
});
export type BlobReference = z.infer<typeof BlobReference>;

/** Keeps large values of a run, each once however often it comes. */
export type BlobStore = {
  /** Writes a value, as JSON text, unless this run has it already. Throws `StoreError`. */
  keep(json: string): BlobReference;
  /** Waits until the device has these values. Rejects with `StoreError`. */
  sync(references: readonly BlobReference[]): Promise<void>;
};

/** Folder of the large values inside a run's folder. */
const BLOBS = 'blobs';
const PREVIEW_CHARACTERS = 200;

export function blobFile(directory: string, { sha256 }: Pick<BlobReference, 'sha256'>): string {
  return join(directory, BLOBS, `${sha256}.json`);
}

export function blobStore(directory: string, fs: FileSystem): BlobStore {
  /** Those that are written; with a promise once somebody waits for the device. */
  const known = new Map<string, Promise<void> | undefined>();
  return {
    keep(json) {
      const bytes = Buffer.from(json, 'utf8');
      const sha256 = hash('sha256', bytes, 'hex');
      // One that an earlier process left may never have reached the device, so it is written again.
      if (!known.has(sha256)) {
        if (known.size === 0) makeFolder(join(directory, BLOBS), fs);
        writeWhole(blobFile(directory, { sha256 }), bytes, fs);
        known.set(sha256, undefined);
      }
      return {
        sha256,
        bytes: bytes.length,
        preview: [...json.slice(0, 2 * PREVIEW_CHARACTERS)].slice(0, PREVIEW_CHARACTERS).join(''),
      };
    },
    async sync(references) {
      for (const reference of references) {
        const synced = known.get(reference.sha256) ?? syncFile(blobFile(directory, reference), fs);
        known.set(reference.sha256, synced);
        await synced;
      }
    },
  };
}

/** The file appears whole or not at all. */
function writeWhole(path: string, bytes: Buffer, fs: FileSystem): void {
  const draft = `${path}.part`;
  try {
    const fd = fs.openSync(draft, 'w');
    try {
      for (let offset = 0; offset < bytes.length; ) offset += fs.writeSync(fd, bytes, offset);
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(draft, path);
  } catch (cause) {
    try {
      fs.rmSync(draft, { force: true });
    } catch {
      // The refusal of the write is what matters.
    }
    throw storeError('write', path, cause);
  }
}

async function syncFile(path: string, fs: FileSystem): Promise<void> {
  try {
    const fd = fs.openSync(path, 'r+');
    try {
      await new Promise<void>((resolve, reject) => {
        fs.fdatasync(fd, (cause) => (cause ? reject(cause) : resolve()));
      });
    } finally {
      fs.closeSync(fd);
    }
  } catch (cause) {
    throw storeError('write', path, cause);
  }
}
