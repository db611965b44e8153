import * as nodeFs from 'node:fs';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunWriter } from '../../src/domain/contracts/run-store.ts';
import type { SecretRedactor } from '../../src/domain/contracts/secret-redactor.ts';
import { StoreError, UsageError } from '../../src/domain/errors.ts';
import type { JsonValue } from '../../src/domain/values/json-value.ts';
import type { SessionResult } from '../../src/domain/verdicts/session-result.ts';
import { directoryStore } from '../../src/store/directory-store.ts';
import type { FileSystem } from '../../src/store/file-system.ts';
import { readSession } from '../../src/store/read-session.ts';
import { keyOf, noRedactor, resultOf, runOf } from '../fixtures/results.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { agent, call, ended, result, transcriptOf, user } from '../fixtures/transcripts.ts';

describe('a run on disk', () => {
  test('a session that was written is read back as it was', async () => {
    const store = storeIn(temporaryFolder());
    const session = resultOf(keyOf('refund'), {
      transcript: transcriptOf(
        user('Refund A-1'),
        call('refund', { id: 'A-1' }),
        result({ done: true }),
        agent('Done.'),
        ended('user_done'),
      ),
    });
    await storeSession(await store.createRun('one'), session);
    expect(await listOf(store.readSessions('one'))).toEqual([session]);
  });

  test('sessions come back by scenario, variant and trial, whatever order they were written in', async () => {
    const store = storeIn(temporaryFolder());
    const run = await store.createRun('one');
    for (const key of [keyOf('b'), keyOf('a', 10), keyOf('a', 9), keyOf('a', 2, 'faulty')])
      await storeSession(run, resultOf(key));
    const keys = (await listOf(store.readSessions('one'))).map(
      ({ key }) => `${key.scenario}/${key.variant}/${key.trial}`,
    );
    expect(keys).toEqual(['a/default/9', 'a/default/10', 'a/faulty/2', 'b/default/0']);
  });

  test('the result of the run is written as a whole, with a line for each session, and read back', async () => {
    const root = temporaryFolder();
    const store = storeIn(root);
    const run = await store.createRun('one');
    const whole = runOf([resultOf(keyOf('a')), resultOf(keyOf('b'))]);
    await run.finish(whole);
    expect(await store.readRun('one')).toEqual(whole);
    expect(readdirSync(join(root, 'one'))).toEqual(['run.json', 'sessions']);
    expect(readFileSync(join(root, 'one/run.json'), 'utf8').split('\n').length).toBe(5);
  });

  test('a run without sessions has a result too', async () => {
    const store = storeIn(temporaryFolder());
    const run = await store.createRun('none');
    await run.finish(runOf([]));
    expect(await store.readRun('none')).toEqual(runOf([]));
    expect(await listOf(store.readSessions('none'))).toEqual([]);
  });

  test('[S3.23] a run in an empty folder leaves only the folder it was told to write', async () => {
    const here = temporaryFolder();
    const store = directoryStore({ directory: join(here, 'out'), redactor: noRedactor });
    const run = await store.createRun('2026-01-15t09-00-00-3fa2');
    await storeSession(run, resultOf(keyOf('a')));
    await run.finish(runOf([resultOf(keyOf('a'))]));
    expect(readdirSync(here, { recursive: true }).map(String).sort()).toEqual([
      'out',
      'out/run.json',
      'out/sessions',
      'out/sessions/a',
      'out/sessions/a/default',
      'out/sessions/a/default/0.jsonl',
    ]);
  });

  test('a folder that holds a run is refused, finished or not', async () => {
    const store = storeIn(temporaryFolder());
    await store.createRun('one');
    const refusal = await store.createRun('one').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UsageError);
  });

  test.each(['../../outside', 'a/b', 'CON', 'Upper', '', '.', 'x'.repeat(81)])(
    'a run cannot be named `%s`',
    async (id) => {
      const root = temporaryFolder();
      await expect(storeIn(root).createRun(id)).rejects.toBeInstanceOf(UsageError);
      expect(readdirSync(root)).toEqual([]);
    },
  );

  test('a key that leads out of the folder is refused', async () => {
    const run = await storeIn(temporaryFolder()).createRun('one');
    expect(() => run.openSession(keyOf('../../../outside'))).toThrow('cannot be stored');
    expect(() => run.openSession(keyOf('a', 0.5))).toThrow('cannot be stored');
  });
});

describe('a session on its way to disk', () => {
  test('a turn is on disk when the agent has yielded back', async () => {
    const root = temporaryFolder();
    const run = await storeIn(root).createRun('one');
    const { transcript } = resultOf(keyOf('a'));
    const writer = run.openSession(keyOf('a'));
    for (const event of transcript.slice(0, 3)) writer.append(event);
    const before = readStored(root);
    writer.append(transcript[3]!);
    expect([before.length, readStored(root).length]).toEqual([0, 4]);
  });

  test('an event after a pause is on disk at once', async () => {
    const root = temporaryFolder();
    let now = 0;
    const run = await directoryStore({ root, redactor: noRedactor, now: () => now }).createRun('one');
    const writer = run.openSession(keyOf('a'));
    now = 200;
    writer.append(resultOf(keyOf('a')).transcript[0]!);
    expect(readStored(root).length).toBe(1);
  });

  test('what was appended before the session was given up stays readable', async () => {
    const root = temporaryFolder();
    const store = storeIn(root);
    const run = await store.createRun('one');
    const { transcript } = resultOf(keyOf('a'));
    const writer = run.openSession(keyOf('a'));
    for (const event of transcript.slice(0, 2)) writer.append(event);
    await writer.abandon();
    await writer.abandon();
    expect(await readSession(fileIn(root))).toMatchObject({ status: 'unfinished', transcript: transcript.slice(0, 2) });
    expect(await listOf(store.readSessions('one'))).toEqual([]);
  });

  test('nothing can be added to a finished session', async () => {
    const run = await storeIn(temporaryFolder()).createRun('one');
    const session = resultOf(keyOf('a'));
    const writer = run.openSession(session.key);
    await writer.finish(session);
    expect(() => writer.append(session.transcript[0]!)).toThrow('comes too late');
    await expect(writer.finish(session)).rejects.toThrow('already finished');
  });

  test('[F52] lone surrogates, NUL, bidi and line separators are stored exactly, as valid UTF-8 on one line', async () => {
    const root = temporaryFolder();
    const store = storeIn(root);
    const text = '\ud83d x\u202egpj.exe \u0000 \u2028\u2029 \r\n cafe\u0301 \u200b \ufeff';
    const session = resultOf(keyOf('a'), {
      title: text,
      transcript: transcriptOf(user(text), agent(text), ended('user_done', { [text]: text })),
    });
    await storeSession(await store.createRun('one'), session);
    expect(await listOf(store.readSessions('one'))).toEqual([session]);
    const bytes = readFileSync(fileIn(root));
    expect(Buffer.from(new TextDecoder('utf-8', { fatal: true }).decode(bytes))).toEqual(bytes);
    expect(bytes.toString().split(/\r|\n|\u2028|\u2029/).length).toBe(session.transcript.length + 2);
  });

  test('a `__proto__` key in arguments and results survives', async () => {
    const root = temporaryFolder();
    const store = storeIn(root);
    const raw = '{"__proto__":{"isAdmin":true},"id":1}';
    const value = JSON.parse(raw) as JsonValue;
    const session = resultOf(keyOf('a'), {
      transcript: transcriptOf(user('x'), call('read', raw), result(value), agent('y'), ended('user_done', value)),
    });
    await storeSession(await store.createRun('one'), session);
    const [read] = await listOf(store.readSessions('one'));
    expect(JSON.stringify(read)).toBe(JSON.stringify(session));
    expect(JSON.stringify(read)).toMatch(/"value":\{"__proto__":\{"isAdmin":true\}/);
  });
});

describe('secrets', () => {
  test('a secret is gone before the first write, from events, outcome and result', async () => {
    const root = temporaryFolder();
    const store = directoryStore({ root, redactor: redactorOf('CANARY') });
    const run = await store.createRun('one');
    const session = resultOf(keyOf('a'), {
      transcript: transcriptOf(
        user('CANARY'),
        call('read', { token: 'a CANARY b' }),
        agent('CANARY'),
        ended('user_done', ['CANARY']),
      ),
      title: 'CANARY',
      error: { message: 'CANARY', stack: 'at CANARY' },
    });
    await storeSession(run, session);
    await run.finish(runOf([session], { problems: ['CANARY'] }));
    const written = [fileIn(root), join(root, 'one/run.json')].map((file) => readFileSync(file, 'utf8')).join('');
    expect(written.match(/CANARY/g)).toBeNull();
    expect((await listOf(store.readSessions('one'))).length).toBe(1);
    expect((await store.readRun('one')).problems).toEqual(['[redacted]']);
  });

  test.each(['user_message', 'parsed', 'scored', 'user_done', 'default', 'generation', 'harness'])(
    'a secret that is the word `%s` of the format leaves the file readable',
    async (secret) => {
      const store = directoryStore({ root: temporaryFolder(), redactor: redactorOf(secret) });
      const run = await store.createRun('one');
      const session = resultOf(keyOf('a'), {
        transcript: transcriptOf(user(`my ${secret}`), call('read'), result(1), agent('Done.'), ended('user_done')),
      });
      await storeSession(run, session);
      await run.finish(runOf([session]));
      const [read] = await listOf(store.readSessions('one'));
      expect(read?.transcript[1]).toMatchObject({ type: 'user_message', text: 'my [redacted]' });
      expect((await store.readRun('one')).sessions.length).toBe(1);
    },
  );
});

describe('a disk that refuses', () => {
  test.each([
    ['ENOSPC', 'the disk is full (ENOSPC)'],
    ['EROFS', 'the file system is read-only (EROFS)'],
    ['EIO', 'the device reported an input/output error (EIO)'],
  ])('%s is told with the path, by the append that meets it and by all that follow', async (code, words) => {
    const root = temporaryFolder();
    const fs = { ...nodeFs };
    const run = await directoryStore({ root, redactor: noRedactor, fs }).createRun('one');
    Object.assign(fs, { writeSync: failWith(code) });
    const session = resultOf(keyOf('a'));
    const writer = run.openSession(session.key);
    const refusal = new StoreError(`cannot write \`${fileIn(root)}\`: ${words}`, { path: fileIn(root) });
    expect(() => {
      for (const event of session.transcript) writer.append(event);
    }).toThrow(refusal);
    expect(() => writer.append(session.transcript[0]!)).toThrow(refusal);
    await expect(writer.finish(session)).rejects.toThrow(refusal);
  });

  test('a disk that fills up in the middle of a line keeps whole lines only', async () => {
    const root = temporaryFolder();
    let isFull = false;
    const write = (fd: number, bytes: Uint8Array, offset: number): number => {
      if (!isFull) return nodeFs.writeSync(fd, bytes, offset);
      if (offset > 0) throw systemError('ENOSPC');
      return nodeFs.writeSync(fd, bytes, 0, 10);
    };
    const fs = { ...nodeFs, writeSync: write };
    const run = await directoryStore({ root, redactor: noRedactor, fs }).createRun('one');
    const session = resultOf(keyOf('a'));
    const writer = run.openSession(session.key);
    for (const event of session.transcript.slice(0, 4)) writer.append(event);
    isFull = true;
    await expect(writer.finish(session)).rejects.toBeInstanceOf(StoreError);
    expect(await readSession(fileIn(root))).toMatchObject({
      status: 'unfinished',
      transcript: session.transcript.slice(0, 4),
      reason: 'the outcome is missing: the session was stopped before its end',
    });
  });

  test('a sync that fails makes the end of the session fail', async () => {
    const fs = { ...nodeFs, fdatasync: (_: number, done: (refusal: Error | null) => void) => done(systemError('EIO')) };
    const run = await directoryStore({
      root: temporaryFolder(),
      redactor: noRedactor,
      fs: fs as FileSystem,
    }).createRun('one');
    await expect(storeSession(run, resultOf(keyOf('a')))).rejects.toBeInstanceOf(StoreError);
  });

  test('a folder that cannot be made is told with its path', async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, 'file'), '');
    const refusal = await storeIn(join(root, 'file'))
      .createRun('one')
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StoreError);
    expect(refusal).toMatchObject({
      path: join(root, 'file/one'),
      message: `cannot create \`${join(root, 'file/one')}\`: a part of the path is a file, not a folder (ENOTDIR)`,
    });
  });

  test('a result that cannot be written leaves neither half a file nor a draft', async () => {
    const root = temporaryFolder();
    const fs = { ...nodeFs, renameSync: failWith('EACCES') };
    const run = await directoryStore({ root, redactor: noRedactor, fs }).createRun('one');
    await expect(run.finish(runOf([]))).rejects.toMatchObject({ path: join(root, 'one/run.json') });
    run.release();
    expect(readdirSync(join(root, 'one'))).toEqual(['sessions']);
  });

  test('hundreds of open sessions need no file descriptor each', async () => {
    let open = 0;
    let most = 0;
    const fs = {
      ...nodeFs,
      openSync: (path: string, flags: string) => {
        open += 1;
        most = Math.max(most, open);
        return nodeFs.openSync(path, flags);
      },
      // A sync that takes no time on the device but is still waited for.
      fdatasync: (_: number, done: (refusal: Error | null) => void) => void Promise.resolve(null).then(done),
      closeSync: (fd: number) => {
        open -= 1;
        nodeFs.closeSync(fd);
      },
    };
    const run = await directoryStore({ root: temporaryFolder(), redactor: noRedactor, fs }).createRun('one');
    const session = resultOf(keyOf('a'));
    const writers = Array.from({ length: 300 }, (_, trial) => run.openSession(keyOf('a', trial)));
    for (const event of session.transcript) for (const writer of writers) writer.append(event);
    await Promise.all(writers.map((writer) => writer.finish(session)));
    expect([open, most <= 9]).toEqual([0, true]);
  });
});

test("runs that are not there are the caller's mistake", async () => {
  const store = storeIn(temporaryFolder());
  await expect(listOf(store.readSessions('nowhere'))).rejects.toBeInstanceOf(UsageError);
  await expect(store.readRun('nowhere')).rejects.toBeInstanceOf(UsageError);
});

test.each([
  ['half a document', '{"version":1,', 'not JSON'],
  ['a newer format', '{"version":2}', 'version: written in format 2; this version of Rehearsal reads up to format 1.'],
  ['another document', '{"version":1}', 'id: Invalid input: expected string, received undefined'],
])('a result that is %s is refused with its place', async (_, text, message) => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'one'));
  writeFileSync(join(root, 'one/run.json'), text);
  await expect(storeIn(root).readRun('one')).rejects.toThrow(`${join(root, 'one/run.json')}:1:1: ${message}`);
});

function storeIn(root: string): ReturnType<typeof directoryStore> {
  return directoryStore({ root, redactor: noRedactor, now: () => 0 });
}

async function storeSession(run: RunWriter, session: SessionResult): Promise<void> {
  const writer = run.openSession(session.key);
  for (const event of session.transcript) writer.append(event);
  await writer.finish(session);
}

function fileIn(root: string): string {
  return join(root, 'one/sessions/a/default/0.jsonl');
}

function readStored(root: string): string[] {
  return readFileSync(fileIn(root), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: refused`), { code });
}

function failWith(code: string): () => never {
  return () => {
    throw systemError(code);
  };
}

function redactorOf(secret: string): SecretRedactor {
  const redact = (text: string): string => text.replaceAll(secret, '[redacted]');
  const redactValue = (value: JsonValue): JsonValue => {
    const text = JSON.stringify(value);
    const hasSecret = text.includes(secret);
    return hasSecret
      ? (JSON.parse(text, (_, part: unknown) => (typeof part === 'string' ? redact(part) : part)) as JsonValue)
      : value;
  };
  return { redact, redactValue };
}
