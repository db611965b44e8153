import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunResult } from '../../../src/domain/verdicts/run-result.ts';
import { project, rehearsal } from '../../fixtures/project-in-process.ts';

const resultIn = (folder: string): RunResult => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));

/** What is left of a result without the names and times that differ between any two runs. */
function timeless(run: RunResult): unknown {
  const { id, startedAt: _, durationMs: __, ...rest } = run;
  return JSON.parse(
    JSON.stringify(rest)
      .replaceAll(id, 'ID')
      .replaceAll(/"durationMs":[\d.]+/g, '"durationMs":0'),
  );
}

async function shardsOf(cwd: string, count: number, ...flags: string[]): Promise<number[]> {
  const codes: number[] = [];
  for (let index = 1; index <= count; index += 1) {
    codes.push((await rehearsal(cwd, 'run', ...flags, '--shard', `${index}/${count}`, '--out', `out/${index}`)).code);
  }
  return codes;
}

describe('shards', () => {
  test('merged, they are the run that was never cut apart', async () => {
    const cwd = project();
    const flags = ['--agent', 'lazy', '--agent', 'honest', '--seed', '3', '--repeat', '3'];
    const whole = await rehearsal(cwd, 'run', ...flags, '--out', 'whole');
    await shardsOf(cwd, 3, ...flags);
    const merged = await rehearsal(cwd, 'merge', 'out/2', 'out/3', 'out/1', '--out', 'merged', '--csv', 'merged.csv');
    expect(timeless(resultIn(join(cwd, 'merged')))).toEqual(timeless(resultIn(join(cwd, 'whole'))));
    expect(merged.code).toBe(whole.code);
    expect(readFileSync(join(cwd, 'merged.csv'), 'utf8').trimEnd().split('\n')).toHaveLength(1 + 18);
  });

  test('one alone loses only what no other shard could mend', async () => {
    const cwd = project();
    // Of three trials one may fail: the shard of the second trial cannot know that it is the only one.
    expect(await shardsOf(cwd, 3, 'early', '--agent', 'lazy', '--min-scenario-pass-rate', '0.6')).toEqual([0, 0, 0]);
    expect(resultIn(join(cwd, 'out/2'))).toMatchObject({ shard: { index: 2, count: 3 }, totals: { failed: 1 } });
    expect((await rehearsal(cwd, 'merge', 'out/1', 'out/2', 'out/3', '--out', 'm')).code).toBe(0);
    rmSync(join(cwd, 'out'), { recursive: true });
    expect(await shardsOf(cwd, 3, 'early', '--agent', 'lazy')).toEqual([0, 1, 0]);
  });

  test('a shard without sessions is no mistake, a missing one makes the run invalid and is named', async () => {
    const cwd = project();
    expect(await shardsOf(cwd, 3, 'late')).toEqual([0, 0, 0]);
    expect((await rehearsal(cwd, 'merge', 'out/1', 'out/2', 'out/3', '--out', 'all')).code).toBe(0);
    expect((await rehearsal(cwd, 'merge', 'out/1', 'out/3', '--out', 'part')).code).toBe(3);
    const { problems, missing } = resultIn(join(cwd, 'part'));
    expect({ problems, missing }).toEqual({
      problems: ['shard 2 of 3 is missing, and with it 1 session'],
      missing: ['late/default/1'],
    });
  });

  test('what are no parts of one run is refused by name', async () => {
    const cwd = project();
    await shardsOf(cwd, 2);
    await rehearsal(cwd, 'run', '--shard', '2/2', '--seed', '9', '--out', 'seed');
    await rehearsal(cwd, 'run', 'late', '--shard', '2/2', '--out', 'other');
    await rehearsal(cwd, 'run', 'late', '--out', 'whole');
    const refused: string[] = [];
    for (const [one, two] of [
      ['out/1', 'out/1'],
      ['out/1', 'seed'],
      ['out/1', 'other'],
      ['out/1', 'whole'],
      ['out/1', 'none'],
    ] as const) {
      const { code, err } = await rehearsal(cwd, 'merge', one, two, '--out', 'm');
      refused.push(`${code} ${err.replaceAll(cwd, '.').trimEnd()}`);
    }
    expect(`\n${refused.join('\n')}\n`).toMatchInlineSnapshot(`
      "
      2 \`out/1\` and \`out/1\` are no parts of one run: both are shard 1 of 2, so that sessions would be there twice, such as \`early/default/0\`
      2 \`out/1\` and \`seed\` are no parts of one run: their seeds are 0 and 9
      2 \`out/1\` and \`other\` are no parts of one run: only the first has \`early/default/0\` in its plan: other scenarios were picked
      2 \`whole\` is a whole run and no shard: \`rehearsal run --shard 1/3\` makes one
      2 \`./none\` holds no run that could be gone on with: there is no \`plan.json\` in it.
      "
    `);
  });
});
