import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UsageError } from '../../src/domain/errors.ts';
import { stableHash } from '../../src/domain/values/hash.ts';
import { directoryStore } from '../../src/store/directory-store.ts';
import { keyOf, noRedactor, resultOf, runOf } from '../fixtures/results.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const GONE = `${JSON.stringify({ pid: 2 ** 30, host: hostname() })}\n`;

function storeAt(directory: string, notes: string[] = []) {
  return directoryStore({ directory, redactor: noRedactor, onNote: (note) => notes.push(note) });
}

test.each([2, 8, 32])('[F44] of %i runs that start at once on one directory exactly one gets it', async (count) => {
  const directory = join(temporaryFolder(), 'out');
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, n) => storeAt(directory).createRun(`r${n}`)),
  );
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
  expect(refused.length).toBe(count - 1);
  expect(new Set(refused.map(({ name }) => name))).toEqual(new Set(['UsageError']));
});

test.each([2, 8, 32])('[F45] of %i runs that find a stale lock exactly one takes it over', async (count) => {
  const directory = temporaryFolder();
  writeFileSync(join(directory, '.lock'), GONE);
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, n) => storeAt(directory).createRun(`r${n}`)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  expect(readdirSync(directory).sort()).toEqual(['.lock', 'sessions']);
});

test.each([2, 8, 32])('[F44] of %i runs at once on one root each keeps all of its sessions', async (count) => {
  const root = temporaryFolder();
  const store = directoryStore({ root, redactor: noRedactor });
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const run = await store.createRun(`r${n}`);
      const sessions = [0, 1, 2, 3].map((trial) => resultOf(keyOf('a', trial)));
      await Promise.all(
        sessions.map(async (session) => {
          const writer = run.openSession(session.key);
          for (const event of session.transcript) writer.append(event);
          await writer.finish(session);
        }),
      );
      await run.finish(runOf(sessions));
    }),
  );
  for (let n = 0; n < count; n += 1) {
    let sessions = 0;
    for await (const _ of store.readSessions(`r${n}`)) sessions += 1;
    expect([sessions, (await store.readRun(`r${n}`)).totals.sessions]).toEqual([4, 4]);
  }
});

test('[F44] a run that is being written is refused with the number of the process that writes it', async () => {
  const directory = join(temporaryFolder(), 'out');
  await storeAt(directory).createRun('one');
  const refusal = await storeAt(directory)
    .createRun('two')
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(UsageError);
  expect(String(refusal).replaceAll(directory, 'out').replaceAll(String(process.pid), 'PID')).toBe(
    'UsageError: `out` cannot be written: process PID is writing a run there. Wait for it, or name another folder. If nothing is running, remove `out/.lock`.',
  );
  await expect(storeAt(directory).reopenRun('one')).rejects.toThrow('is writing a run there');
});

test('[F45] the lock of a killed run is taken over with a notice, also when the one who took it over was killed', async () => {
  const directory = temporaryFolder();
  const notes: string[] = [];
  writeFileSync(join(directory, '.lock'), GONE);
  // A process that was killed while it took over the lock leaves the guard of it.
  writeFileSync(
    join(directory, `.lock.${stableHash(GONE).slice(0, 8)}`),
    `${JSON.stringify({ pid: 2 ** 30 + 1, host: hostname() })}\n`,
  );
  const run = await storeAt(directory, notes).createRun('one');
  expect(notes).toEqual([`\`${directory}\` was locked by process ${2 ** 30}, which is gone; the lock was taken over`]);
  run.release();
  expect(readdirSync(directory)).toEqual(['sessions']);
});

test('a lock is there whole or not at all, and names its process', async () => {
  const directory = temporaryFolder();
  await storeAt(directory).createRun('one');
  expect(JSON.parse(readFileSync(join(directory, '.lock'), 'utf8'))).toMatchObject({
    pid: process.pid,
    host: hostname(),
  });
  expect(readdirSync(directory).filter((name) => name.startsWith('.lock.'))).toEqual([]);
});

test('letting go twice takes no lock away from whoever has it then', async () => {
  const directory = temporaryFolder();
  const first = await storeAt(directory).reopenRun('one');
  first.release();
  await storeAt(directory).reopenRun('one');
  first.release();
  expect(existsSync(join(directory, '.lock'))).toBe(true);
});

test('a folder in which a run was stopped before it was planned holds no run', async () => {
  const directory = temporaryFolder();
  writeFileSync(join(directory, '.lock'), GONE);
  writeFileSync(join(directory, 'plan.json.part'), '{"version":1,');
  await (await storeAt(directory).createRun('one')).finish(runOf([]));
  await expect(storeAt(directory).createRun('two')).rejects.toThrow('already holds a run');
});

test('a session that runs again is set aside whole, as often as that happens', async () => {
  const directory = temporaryFolder();
  const store = storeAt(directory);
  const run = await store.reopenRun('one');
  const session = resultOf(keyOf('a'));
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const writer = run.openSession(session.key);
    for (const event of session.transcript.slice(0, attempt + 1)) writer.append(event);
    if (attempt < 2) await writer.abandon();
    else {
      for (const event of session.transcript.slice(attempt + 1)) writer.append(event);
      await writer.finish(session);
    }
  }
  expect(readdirSync(join(directory, 'sessions/a/default')).sort()).toEqual([
    '0.jsonl',
    '0.set-aside-1.jsonl',
    '0.set-aside-2.jsonl',
  ]);
  const found = [];
  for await (const { file, status } of store.findSessions('one')) found.push([file, status]);
  expect(found).toEqual([['sessions/a/default/0.jsonl', 'finished']]);
});

test('an attempt that infrastructure spoilt may stand beside the session, and counts for nothing', async () => {
  const directory = temporaryFolder();
  mkdirSync(join(directory, 'sessions/a/default'), { recursive: true });
  writeFileSync(join(directory, 'sessions/a/default/0.retry-1.jsonl'), 'of somebody else');
  for await (const found of storeAt(directory).findSessions('one')) expect.unreachable(found.file);
});
