import * as nodeFs from 'node:fs';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StoreError } from '../../src/domain/errors.ts';
import type { FileSystem } from '../../src/store/file-system.ts';
import { writeDocument } from '../../src/store/write-document.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

async function* piecesOf(...pieces: readonly string[]): AsyncIterable<string> {
  yield* pieces;
}

test('a document is written whole, into folders that are made, and takes the place of an older one', async () => {
  const root = temporaryFolder();
  const path = join(root, 'a', 'b', 'report.xml');
  await writeDocument(path, piecesOf('old'), { mark: 'one' });
  await writeDocument(path, piecesOf('ä'.repeat(50_000), 'b'.repeat(50_000)), { mark: 'one' });
  expect(readFileSync(path, 'utf8')).toBe('ä'.repeat(50_000) + 'b'.repeat(50_000));
  expect(readdirSync(join(root, 'a', 'b'))).toEqual(['report.xml']);
});

test('a document without a piece is an empty file', async () => {
  const path = join(temporaryFolder(), 'empty.txt');
  await writeDocument(path, piecesOf(), { mark: 'one' });
  expect(readFileSync(path, 'utf8')).toBe('');
});

test('what is thrown while the pieces are made passes through; the older document stays, and no draft', async () => {
  const root = temporaryFolder();
  const path = join(root, 'report.xml');
  writeFileSync(path, 'old');
  async function* breaking(): AsyncIterable<string> {
    yield 'x'.repeat(100_000);
    throw new TypeError('a bug');
  }
  await expect(writeDocument(path, breaking(), { mark: 'one' })).rejects.toThrow(TypeError);
  expect(readdirSync(root)).toEqual(['report.xml']);
  expect(readFileSync(path, 'utf8')).toBe('old');
});

test('a disk that refuses at any call is told with the path; the older document stays, and no draft', async () => {
  const refusing = (call: number): FileSystem => {
    let calls = 0;
    const guard =
      <A extends unknown[], R>(work: (...given: A) => R) =>
      (...given: A): R => {
        calls += 1;
        if (calls === call) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        return work(...given);
      };
    return {
      ...nodeFs,
      openSync: guard((path: string, flags: string) => nodeFs.openSync(path, flags)),
      writeSync: guard((fd: number, bytes: Uint8Array, offset: number) => nodeFs.writeSync(fd, bytes, offset)),
      closeSync: guard((fd: number) => nodeFs.closeSync(fd)),
      renameSync: guard((from: string, to: string) => nodeFs.renameSync(from, to)),
    } as FileSystem;
  };
  for (const call of [1, 2, 3, 4, 5]) {
    const root = temporaryFolder();
    const path = join(root, 'report.xml');
    writeFileSync(path, 'old');
    const pieces = piecesOf('x'.repeat(70_000), 'y');
    const refused = await writeDocument(path, pieces, { mark: 'one', fs: refusing(call) }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(StoreError);
    expect(refused).toMatchObject({ path, message: `cannot write \`${path}\`: the disk is full (ENOSPC)` });
    expect(readdirSync(root)).toEqual(['report.xml']);
    expect(readFileSync(path, 'utf8')).toBe('old');
  }
});

test('a folder of that name is refused, and so is a path through a file', async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'folder'));
  writeFileSync(join(root, 'file'), '');
  await expect(writeDocument(join(root, 'folder'), piecesOf('x'), { mark: 'one' })).rejects.toThrow(
    `cannot write \`${join(root, 'folder')}\`: it is a folder (EISDIR)`,
  );
  await expect(writeDocument(join(root, 'file', 'report.xml'), piecesOf('x'), { mark: 'one' })).rejects.toBeInstanceOf(
    StoreError,
  );
  expect(readdirSync(root)).toEqual(['file', 'folder']);
});
