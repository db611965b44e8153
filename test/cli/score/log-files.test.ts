import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { findLogs, readLog, sizeOf } from '../../../src/cli/score/log-files.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { says, user } from '../../importers/told-import.ts';
import { score } from '../score-run.ts';

const LINES = ['a', 'b', 'c'].map((id) => `${JSON.stringify({ id, messages: [user('Hi.'), says('Hello.')] })}\n`);
const RULES = { 'rules.yaml': 'expect: [{ type: answered }]\n' };

async function scored(files: Readonly<Record<string, Uint8Array | string>>, ...logs: readonly string[]) {
  const root = temporaryFolder();
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(root, name), bytes);
  const { code, out } = await score([...logs, '-e', 'rules.yaml', '--json'], RULES, { root });
  const { conversations } = JSON.parse(out) as {
    conversations: { id: string; verdict: string; reason: string; file: string }[];
  };
  return { code, told: conversations.map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`) };
}

describe('logs in the gzip format', () => {
  test('are unpacked while they are read, whatever they are called', async () => {
    const all = gzipSync(LINES.join(''));
    const { code, told } = await scored({ 'log.jsonl.gz': all, packed: all }, 'log.jsonl.gz', 'packed');
    expect(told).toEqual([...'abcabc'].map((id) => `${id} passed: 1 check passed`));
    expect(code).toBe(0);
  });

  test('may be several that were put together, as rotated logs are', async () => {
    const parts = LINES.map((line) => gzipSync(line));
    expect((await scored({ 'log.gz': Buffer.concat(parts) }, 'log.gz')).told).toHaveLength(3);
  });

  test('are found in folders', async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, 'b.jsonl.gz'), gzipSync(LINES.join('')));
    writeFileSync(join(root, 'a.json'), LINES[0] ?? '');
    writeFileSync(join(root, 'c.tar.gz'), 'no log');
    const logs = await findLogs(['.'], root);
    expect(logs.map(({ name }) => name)).toEqual(['a.json', 'b.jsonl.gz']);
    expect(sizeOf(logs)).toBeGreaterThan(100);
  });

  test('that are torn are told, and what was whole is scored', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => LINES[0]?.replace('"a"', `"${index * 7919}"`)).join('');
    const packed = gzipSync(many);
    const torn = await scored({ 'log.gz': packed.subarray(0, packed.length / 2) }, 'log.gz');
    expect(torn.told[0]).toBe('0 passed: 1 check passed');
    expect(torn.told.at(-1)).toMatchInlineSnapshot(
      `"log.gz:1 invalid: cannot read \`log.gz\`: unexpected end of file"`,
    );
    expect(torn.code).toBe(3);
    const broken = await scored({ 'log.gz': Buffer.from([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) }, 'log.gz');
    expect(broken.told).toMatchInlineSnapshot(`
      [
        "log.gz:1 invalid: cannot read \`log.gz\`: unknown compression method",
      ]
    `);
  });
});

test('a log of a byte or none is read as it is', async () => {
  expect((await scored({ 'log.jsonl': '', 'one.jsonl': '{' }, 'log.jsonl', 'one.jsonl')).told).toMatchInlineSnapshot(`
    [
      "one.jsonl:1 invalid: no JSON: the text ends, but a key in double quotes is expected",
    ]
  `);
});

test('how much was read is told in bytes of the file', async () => {
  const root = temporaryFolder();
  const packed = gzipSync(LINES.join(''));
  writeFileSync(join(root, 'log.gz'), packed);
  let bytes = 0;
  const pieces: Uint8Array[] = [];
  for await (const piece of readLog({ name: 'log.gz', path: join(root, 'log.gz') }, (count) => (bytes += count))) {
    pieces.push(piece);
  }
  expect(bytes).toBe(packed.length);
  expect(Buffer.concat(pieces).toString()).toBe(LINES.join(''));
});
