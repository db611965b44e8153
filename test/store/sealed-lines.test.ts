import { Buffer } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/domain/errors.ts';
import { directoryStore } from '../../src/store/directory-store.ts';
import { openLine, sealLine } from '../../src/store/journal/sealed-line.ts';
import { readSession } from '../../src/store/read-session.ts';
import { keyOf, noRedactor, resultOf } from '../fixtures/results.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { agent, ended, transcriptOf, user } from '../fixtures/transcripts.ts';

const session = resultOf(keyOf('a'), {
  transcript: transcriptOf(user('Wo ist A-1001? 剩余 😀'), agent('It has been shipped.'), ended('user_done')),
});

test('a sealed line is one JSON object whose checksum any other tool comes to as well', () => {
  // The checksum was computed with Python: zlib.crc32(b'"type":"notice"}').
  expect(sealLine('{"type":"notice"}')).toBe('{"bytes":16,"crc32":"e199c136","type":"notice"}');
  expect(JSON.parse(sealLine('{"type":"ü"}'))).toMatchObject({ bytes: 12, type: 'ü' });
});

test('a seal comes off again, and a line without one is told apart', () => {
  const json = '{"type":"notice","text":"\\"bytes\\":1,剩"}';
  expect(openLine(Buffer.from(sealLine(json)))).toEqual({ status: 'sealed', json: Buffer.from(json) });
  expect(openLine(Buffer.from(json))).toEqual({ status: 'plain', json: Buffer.from(json) });
});

describe('a stored session with seals', () => {
  test('is read back as it was', async () => {
    expect(await readSession(await storedFile())).toEqual({ status: 'finished', result: session });
  });

  test('needs no line break at its end', async () => {
    const file = await storedFile();
    writeFileSync(file, readFileSync(file).subarray(0, -1));
    expect(await readSession(file)).toMatchObject({ status: 'finished' });
  });

  test('that was cut anywhere is unfinished and keeps every whole line, or is whole', async () => {
    const file = await storedFile();
    const bytes = readFileSync(file);
    for (let length = 0; length < bytes.length - 1; length += 5) {
      writeFileSync(file, bytes.subarray(0, length));
      const found = await readSession(file);
      if (found.status !== 'unfinished') return expect.unreachable(`finished after ${length} of ${bytes.length} bytes`);
      const text = bytes.subarray(0, length).toString('latin1');
      const ended = text.split('\n').length - 1;
      // A last event that lacks only its line break is whole, too.
      expect([ended, ended + 1]).toContain(found.transcript.length);
    }
  });

  test('in which any one byte was changed is an error with its line, never another session', async () => {
    const file = await storedFile();
    const bytes = readFileSync(file);
    let refused = 0;
    for (let place = 0; place < bytes.length; place += 13) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 0x01;
      writeFileSync(file, changed);
      const line = bytes.subarray(0, place).toString('latin1').split('\n').length;
      const found = await readSession(file).catch((error: unknown) => error);
      if (found instanceof UsageError) {
        refused += 1;
        expect([line, line + 1].map((number) => found.message.startsWith(`${file}:${number}:1: `))).toContain(true);
      } else expect(found).toMatchObject({ status: 'unfinished' });
    }
    expect(refused).toBeGreaterThan(50);
  });

  test('tells a changed line by both checksums', async () => {
    const file = await storedFile();
    writeFileSync(file, readFileSync(file, 'utf8').replace('has been shipped', 'was never sent..'));
    const error = await readSession(file).catch(String);
    expect(
      String(error)
        .replaceAll(file, 'a.jsonl')
        .replaceAll(/checksum [0-9a-f]{8} where [0-9a-f]{8}/g, 'checksum X where Y'),
    ).toBe('UsageError: a.jsonl:3:1: checksum X where Y was written: the line was changed or damaged');
  });

  test('tells a line that lost its seal', async () => {
    const file = await storedFile();
    const lines = readFileSync(file, 'utf8').split('\n');
    lines[1] = (lines[1] ?? '').replace(/^\{"bytes":\d+,"crc32":"[0-9a-f]{8}",/, '{');
    writeFileSync(file, lines.join('\n'));
    await expect(readSession(file)).rejects.toThrow(
      `${file}:2:1: its length and checksum are missing: the line was changed or added`,
    );
  });

  test('tells a line that was shortened in the middle of the file', async () => {
    const file = await storedFile();
    writeFileSync(file, readFileSync(file, 'utf8').replace('It has been shipped.', 'It has.'));
    await expect(readSession(file)).rejects.toThrow(/a\/default\/0\.jsonl:3:1: \d+ bytes where \d+ were written/);
  });
});

async function storedFile(): Promise<string> {
  const run = await directoryStore({ root: temporaryFolder(), redactor: noRedactor }).createRun('one');
  const writer = run.openSession(session.key);
  for (const event of session.transcript) writer.append(event);
  return join(run.directory, await writer.finish(session));
}
