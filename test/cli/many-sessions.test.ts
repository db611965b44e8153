import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { orderScenario, writeFiles } from '../fixtures/command.ts';
import { project, rehearsal } from '../fixtures/project-in-process.ts';

test('200 sessions of six turns, eight at a time: told in one order, in little memory', {
  timeout: 120_000,
}, async () => {
  const cwd = project();
  const turns = Array.from({ length: 6 }, (_, turn) => `  - Question ${turn} about order A-1001?`).join('\n');
  for (let index = 0; index < 20; index += 1) {
    const id = `talk-${String(index).padStart(2, '0')}`;
    const text = orderScenario({ id, more: 'tags: [many]\ntrials: 10' });
    writeFiles(cwd, { [`scenarios/${id}.yaml`]: text.replace('  - Where is order A-1001?', turns) });
  }
  const before = process.memoryUsage().rss;
  const told = async (out: string): Promise<string> => {
    const { code, out: text } = await rehearsal(
      cwd,
      'run',
      '--tag',
      'many',
      '--agent',
      'honest',
      '--concurrency',
      '8',
      '--out',
      out,
    );
    expect(code).toBe(0);
    // How far it is at a moment depends on the machine.
    return text
      .replaceAll(/^ *… .*\n/gm, '')
      .replaceAll(/\d[\d.]* (?:ms|s)\b/g, '')
      .replaceAll(/ {2,}/g, ' ')
      .replaceAll(out, 'OUT');
  };
  expect(await told('out-1')).toBe(await told('out-2'));
  const { sessions, totals } = JSON.parse(readFileSync(join(cwd, 'out-1/run.json'), 'utf8'));
  expect(totals).toEqual({ sessions: 200, passed: 200, failed: 0, invalid: 0 });
  expect(sessions[0].turns).toBe(6);
  expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(250);
});
