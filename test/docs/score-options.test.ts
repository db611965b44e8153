import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/run-command-line.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

const terminal = { out: () => undefined, err: () => undefined, isTty: false, columns: 80 } as unknown as Terminal;

test('the page of the command line names every option of `score`, and no other', () => {
  const page = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## Scoring recorded conversations$([\s\S]*?)^## /m.exec(page) ?? [];
  const named = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, flags]) => flags);
  const command = createProgram(terminal, () => undefined).commands.find((one) => one.name() === 'score');
  expect(named.toSorted()).toEqual(command?.options.map(({ flags }) => flags).toSorted());
});
