import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rehearsal, writeFiles } from '../fixtures/command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const TALK = {
  messages: [
    { role: 'user', content: 'Hi.' },
    { role: 'assistant', content: 'Hello.' },
  ],
};

test('a log of tens of megabytes is scored in little memory', { timeout: 120_000 }, async () => {
  const root = temporaryFolder();
  writeFiles(root, { 'rules.yaml': 'expect: [{ type: answered }]\n', 'package.json': '{}' });
  const filler = 'x'.repeat(20_000);
  const line = (index: number): string => `${JSON.stringify({ id: `conversation-${index}`, ...TALK, filler })}\n`;
  writeFileSync(join(root, 'log.jsonl'), Array.from({ length: 2_000 }, (_, index) => line(index)).join(''));
  const { code, out, err } = await rehearsal(root, ['score', 'log.jsonl', '--expect', 'rules.yaml'], {
    env: { NODE_OPTIONS: '--max-old-space-size=64' },
  });
  expect(err).toBe('');
  expect(out).toContain('2,000 passed of 2,000 conversations');
  expect(code).toBe(0);
});

test('a line of eighty megabytes ends nothing', { timeout: 120_000 }, async () => {
  const root = temporaryFolder();
  writeFiles(root, { 'rules.yaml': 'expect: [{ type: answered }]\n', 'package.json': '{}' });
  const long = JSON.stringify({ id: 'long', messages: [{ role: 'user', content: 'x'.repeat(80_000_000) }] });
  writeFileSync(join(root, 'log.jsonl'), `${JSON.stringify(TALK)}\n${long}\n${JSON.stringify(TALK)}\n`);
  const { code, out } = await rehearsal(root, ['score', 'log.jsonl', '--expect', 'rules.yaml']);
  expect(out).toContain('! log.jsonl:2: this line has more than 67108864 characters and is not read');
  expect(out).toContain('1 invalid, 2 passed of 3 conversations');
  expect(code).toBe(3);
});

test('an empty standard input holds nothing to score', async () => {
  const root = temporaryFolder();
  writeFiles(root, { 'rules.yaml': 'expect: [{ type: answered }]\n', 'package.json': '{}' });
  const { code, out } = await rehearsal(root, ['score', '-', '--expect', 'rules.yaml']);
  expect(out).toContain('invalid: no conversation was found');
  expect(code).toBe(3);
});
