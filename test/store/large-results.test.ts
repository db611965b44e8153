import * as nodeFs from 'node:fs';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StoreError } from '../../src/domain/errors.ts';
import { secretRedactor } from '../../src/domain/redaction.ts';
import type { SessionResult } from '../../src/domain/verdicts/session-result.ts';
import { directoryStore } from '../../src/store/directory-store.ts';
import type { FileSystem } from '../../src/store/file-system.ts';
import { readSession } from '../../src/store/read-session.ts';
import { keyOf, noRedactor, resultOf } from '../fixtures/results.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { agent, call, ended, result, transcriptOf, user } from '../fixtures/transcripts.ts';

const LARGE = { rows: Array.from({ length: 2_000 }, (_, row) => ({ row, text: `the parcel of row ${row}` })) };

const sessionWith = (content: typeof LARGE | string, trial = 0): SessionResult =>
  resultOf(keyOf('a', trial), {
    transcript: transcriptOf(user('All?'), call('list'), result(content), agent('Here.'), ended('user_done')),
  });

test('[F48] a large result is stored once, however many sessions have it, and read back in its place', async () => {
  const { store, directory, write } = await openRun();
  const sessions = [0, 1, 2].map((trial) => sessionWith(LARGE, trial));
  for (const session of sessions) await write(session);
  expect(readdirSync(join(directory, 'blobs')).length).toBe(1);
  const read: SessionResult[] = [];
  for await (const session of store.readSessions('one')) read.push(session);
  expect(read).toEqual(sessions);
  expect(JSON.stringify(read)).toBe(JSON.stringify(sessions));
  const line = readFileSync(join(directory, 'sessions/a/default/0.jsonl'), 'utf8')
    .split('\n')
    .find((text) => text.includes('"tool_result"'));
  expect(line?.length).toBeLessThan(1_000);
  expect(line).toContain('\\"text\\":\\"the parcel of row 0\\"');
});

test('a result of 64 KiB stays in its line, and one byte more does not', async () => {
  const { directory, write } = await openRun();
  await write(sessionWith('x'.repeat(64 * 1024 - 2)));
  expect(existsSync(join(directory, 'blobs'))).toBe(false);
  await write(sessionWith('x'.repeat(64 * 1024 - 1), 1));
  expect(statSync(join(directory, 'blobs', String(readdirSync(join(directory, 'blobs'))[0]))).size).toBe(64 * 1024 + 1);
});

test('[F48] a result of 10 MiB is written and read', async () => {
  const { store, write } = await openRun();
  const session = sessionWith('x'.repeat(10 * 1024 * 1024));
  await write(session);
  for await (const read of store.readSessions('one')) expect(read.transcript.length).toBe(session.transcript.length);
});

test('secrets are gone before a large result is hashed', async () => {
  const secret = 'canary-5b1d7e90';
  const redactor = secretRedactor([secret]);
  const [one, two] = [await openRun({ redactor }), await openRun({ redactor })];
  await one.write(sessionWith(`${secret} ${'x'.repeat(70_000)}`));
  await two.write(sessionWith(`[redacted] ${'x'.repeat(70_000)}`));
  const names = [one, two].map(({ directory }) => readdirSync(join(directory, 'blobs')));
  expect(names[0]).toEqual(names[1]);
  expect(readFileSync(join(one.directory, 'blobs', String(names[0]?.[0])), 'utf8')).not.toContain(secret);
});

test('a large result that is missing or was changed is an error with the line that needs it', async () => {
  const { directory, write } = await openRun();
  await write(sessionWith(LARGE));
  const session = join(directory, 'sessions/a/default/0.jsonl');
  const blob = join(directory, 'blobs', String(readdirSync(join(directory, 'blobs'))[0]));
  writeFileSync(blob, readFileSync(blob, 'utf8').replace('row 7', 'row 8'));
  await expect(readSession(session)).rejects.toThrow(
    `${session}:5:1: the large result is not what was written: \`${blob}\` was changed or damaged`,
  );
  rmSync(blob);
  await expect(readSession(session)).rejects.toThrow(
    `${session}:5:1: the large result is not there: \`${blob}\` is missing`,
  );
});

test('a disk that is full leaves no half result', async () => {
  const fs: FileSystem = {
    ...nodeFs,
    writeSync(fd, bytes, offset) {
      if (bytes.length < 60_000) return nodeFs.writeSync(fd, bytes, offset);
      if (offset > 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      return nodeFs.writeSync(fd, bytes, 0, 1_000);
    },
  };
  const { directory, write } = await openRun({ fs });
  await expect(write(sessionWith(LARGE))).rejects.toBeInstanceOf(StoreError);
  expect(readdirSync(join(directory, 'blobs'))).toEqual([]);
});

async function openRun(options: Partial<Parameters<typeof directoryStore>[0]> = {}) {
  const store = directoryStore({ root: temporaryFolder(), redactor: noRedactor, ...options });
  const run = await store.createRun('one');
  return {
    store,
    directory: run.directory,
    async write(session: SessionResult) {
      const writer = run.openSession(session.key);
      for (const event of session.transcript) writer.append(event);
      await writer.finish(session);
    },
  };
}
