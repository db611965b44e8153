import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { rehearsal } from '../fixtures/command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the failing report in the README is what the command prints', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, command = '', shown = ''] =
    /`npx rehearsal (run [^`]+)`, it says\n\n```text report\n([\s\S]*?)\n```/.exec(readme) ?? [];
  const { code, out } = await rehearsal(root, [...command.split(' '), '--no-store']);
  expect(code).toBe(1);
  const printed = out
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
  expect(printed).toContain(shown);
  expect(shown.split('\n').length).toBeGreaterThan(15);
});
