import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import { Comparison } from '../../src/domain/verdicts/comparison.ts';
import type { RunResult } from '../../src/domain/verdicts/run-result.ts';
import { jsonReporter } from '../../src/reporters/json-reporter.ts';
import { writeFiles } from '../fixtures/command.ts';
import { findingOf, keyOf, resultOf, runOf, scoreOf, streamOf } from '../fixtures/results.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const failed = resultOf(keyOf('refund'), { scores: [scoreOf('said', [findingOf({ turn: 3 })])] });
const passed = resultOf(keyOf('refund'));
const monday = runOf([passed], { id: 'monday' });
const tuesday = runOf([failed], { id: 'tuesday', startedAt: '2026-01-16T09:00:00.000Z' });

/** Runs `rehearsal compare` in a project that has stored these runs, by the names of their folders. */
async function compare(
  args: readonly string[],
  runs: Readonly<Record<string, RunResult>> = { 'run-1': monday, 'run-2': tuesday },
  root = temporaryFolder(),
): Promise<{ code: number; out: string; err: string }> {
  const stored = Object.entries(runs).map(([name, run]) => [`.rehearsal/runs/${name}/run.json`, JSON.stringify(run)]);
  writeFiles(root, { 'package.json': '{}', ...Object.fromEntries(stored) });
  const said = { out: '', err: '' };
  const code = await runCommandLine(['compare', ...args], {
    cwd: root,
    env: {},
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    isTty: false,
    columns: 100,
    colors: false,
    guard: {
      enter: () => undefined,
      problems: () => [],
      interrupted: new AbortController().signal,
      leave: () => expect.unreachable(),
    },
  });
  return { code, ...said };
}

describe('rehearsal compare', () => {
  test('a regression is named with its turn, and the code is 1', async () => {
    const { code, out } = await compare(['run-1', 'run-2']);
    expect(code).toBe(1);
    expect(out).toContain('monday → tuesday');
    expect(out).toMatch(/regressed \(1\).*\n {2}refund {2}1\/1 → 0\/1 passed\n {4}turn 3, generation: /);
  });

  test('the later run is the newest one where none is named', async () => {
    const { code, out } = await compare(['run-1'], { 'run-1': monday, 'run-2': tuesday, 'run-3': monday });
    expect(out).toContain('monday → monday');
    expect(code).toBe(0);
  });

  test('as many regressions as may be are no loss', async () => {
    expect((await compare(['run-1', 'run-2', '--max-regressions', '1'])).code).toBe(0);
  });

  test('a run may be its JSON report, and the document is one of the published form', async () => {
    const root = temporaryFolder();
    let report = '';
    for await (const text of jsonReporter().write(tuesday, streamOf([failed]))) report += text;
    writeFileSync(join(root, 'main.json'), report);
    const { code, out } = await compare(['.rehearsal/runs/run-1/run.json', 'main.json', '--json'], undefined, root);
    expect(code).toBe(1);
    expect(Comparison.parse(JSON.parse(out)).scenarios).toMatchObject([{ scenario: 'refund', change: 'regressed' }]);
  });

  test('runs that have nothing in common are no valid comparison', async () => {
    const other = runOf([resultOf(keyOf('greeting'))], { id: 'other' });
    const { code, out } = await compare(['run-1', 'run-2'], { 'run-1': monday, 'run-2': other });
    expect(code).toBe(3);
    expect(out).toContain('no pair of valid sessions: nothing can be said');
  });

  test.each([
    [['run-1', 'run-9'], 'there is no finished run `run-9`'],
    [['run-1', 'run-2', '--tolerance', 'groundedd=0.1'], 'neither run has a score of `groundedd`'],
    [['run-1', 'run-2', '--tolerance', '2'], 'expected a number from 0 to 1'],
    [['run-1', 'run-2', '--renamed', 'refund'], 'expected `old=new`'],
    [['run-1', 'run-2', '--json', '--markdown'], 'contradict each other'],
    [['run-1', 'package.json'], 'expected'],
  ])('%j is refused with the reason', async (args, reason) => {
    const { code, err } = await compare(args);
    expect(code).toBe(2);
    expect(err.toLowerCase()).toContain(reason.toLowerCase());
  });
});
