import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunResult } from '../../../src/domain/verdicts/run-result.ts';
import { CONFIG, FILES, project, rehearsal } from '../../fixtures/project-in-process.ts';

const resultIn = (folder: string): RunResult => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
const pathsIn = (folder: string): string[] =>
  resultIn(folder).sessions.map(({ key }) => `${key.scenario}/${key.variant}/${key.trial}`);

describe('sessions of an earlier run', () => {
  test('--last-failed runs exactly what did not pass, with its seed and agents, and says of which run', async () => {
    const cwd = project();
    expect((await rehearsal(cwd, 'run', '--agent', 'lazy', '--seed', '7')).code).toBe(1);
    const [first = ''] = readdirSync(join(cwd, '.rehearsal/runs'));
    const told = await rehearsal(cwd, 'run', '--last-failed', '--out', 'again');
    expect(told.err.replace(first, 'ID')).toBe('runs again: 3 failed sessions of run ID\n');
    expect(pathsIn(join(cwd, 'again'))).toEqual(['early/agent-lazy/1', 'late/agent-lazy/1', 'odd/agent-lazy/0']);
    expect(resultIn(join(cwd, 'again')).seed).toBe(7);
    expect(resultIn(join(cwd, 'again')).sessions[0]?.replay).toBe(
      'rehearsal run early --agent lazy --trial 1 --seed 7',
    );
    // What else is asked for is taken off.
    await rehearsal(cwd, 'run', '--last-failed', '--from', first, '--filter', 'slow', '--out', 'slow');
    expect(pathsIn(join(cwd, 'slow'))).toEqual(['late/agent-lazy/1', 'odd/agent-lazy/0']);
  });

  test('nothing failed: it says so and is content; a run that is not there is a mistake', async () => {
    const cwd = project();
    await rehearsal(cwd, 'run', 'late', '--out', 'green');
    const told = await rehearsal(cwd, 'run', '--last-failed', '--from', 'green');
    expect({ ...told, err: told.err.replace(/run \S+:/, 'run ID:') }).toEqual({
      code: 0,
      out: '',
      err: 'there is no failed or invalid session of run ID: nothing to run again\n',
    });
    expect((await rehearsal(cwd, 'run', '--last-failed')).code).toBe(2);
    await rehearsal(cwd, 'run', 'odd', '--out', 'red');
    expect((await rehearsal(cwd, 'run', '--only', 'invalid', '--from', 'red')).code).toBe(0);
    expect(await rehearsal(cwd, 'run', 'late', '--only', 'failed', '--from', 'red')).toMatchObject({
      code: 2,
      out: '',
    });
  });
});

test('--only-changed runs what changed, and nothing where nothing did', async () => {
  const cwd = project();
  const name = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    [...name, 'commit', '-qm', 'x'],
  ])
    execFileSync('git', args, { cwd });
  expect(await rehearsal(cwd, 'run', '--only-changed', 'HEAD', '--no-store')).toEqual({
    code: 0,
    out: '',
    err: 'no scenario that was asked for changed since HEAD: nothing to run\n',
  });
  writeFileSync(join(cwd, 'scenarios/late.yaml'), `${FILES['scenarios/late.yaml']}\n# changed\n`);
  const told = await rehearsal(cwd, 'run', '--only-changed', 'HEAD', '--out', '.rehearsal/changed');
  expect(told.err).toBe('1 of 3 scenarios changed since HEAD\n');
  expect(pathsIn(join(cwd, '.rehearsal/changed'))).toEqual(['late/default/0', 'late/default/1']);
  writeFileSync(join(cwd, 'rehearsal.config.mjs'), `${CONFIG}\n`);
  expect((await rehearsal(cwd, 'run', '--only-changed', 'HEAD', '--no-store')).err).toBe(
    'all of 3 scenarios: rehearsal.config.mjs changed since HEAD\n',
  );
});

describe('several agents', () => {
  test('are the columns of a table, in the order in which they are named', async () => {
    const cwd = project();
    writeFileSync(join(cwd, 'matrix.yaml'), 'agents: [lazy, honest]\n');
    const told = await rehearsal(
      cwd,
      'run',
      '--matrix',
      'matrix.yaml',
      '--filter',
      'id!=odd',
      '--out',
      'a',
      '--markdown',
      'a.md',
    );
    const table = told.out.slice(told.out.indexOf('               '), told.out.indexOf('failed,')).trimEnd();
    expect(`\n${table.split('\n').slice(0, 5).join('\n')}\n`).toMatchInlineSnapshot(`
      "
                           lazy       honest
      early               ✗ 2/3        ✓ 3/3
      late                ✗ 1/2        ✓ 2/2
      all            58 % (3/5)  100 % (5/5)
      95 % interval     9–100 %     34–100 %
      "
    `);
    expect(readFileSync(join(cwd, 'a.md'), 'utf8')).toContain('| early | ✗ 2/3 | ✓ 3/3 |');
    const { matrix } = resultIn(join(cwd, 'a'));
    expect(matrix?.columns.map(({ agent, passed }) => [agent, passed])).toEqual([
      ['lazy', 3],
      ['honest', 5],
    ]);
    await rehearsal(cwd, 'run', '--agent', 'lazy', '--agent', 'honest', '--filter', 'id!=odd', '--out', 'b');
    expect(resultIn(join(cwd, 'b')).matrix).toEqual(matrix);
  });

  test('a list that cannot be used is told with its place', async () => {
    const cwd = project();
    writeFileSync(join(cwd, 'matrix.yaml'), 'agent: [lazy]\n');
    expect((await rehearsal(cwd, 'run', '--matrix', 'matrix.yaml')).err).toMatchInlineSnapshot(`
      "the matrix cannot be used:
      matrix.yaml:1:1: agent: unknown key \`agent\`
        Known keys: \`agents\`.
        Hint: did you mean \`agents\`?
      "
    `);
    expect((await rehearsal(cwd, 'run', '--agent', 'lazy', '--agent', 'layz')).err).toMatchInlineSnapshot(`
      "unknown agent \`layz\`
      the config has no agent \`layz\`; known are \`lazy\`, \`honest\`
        Hint: did you mean \`lazy\`?
      "
    `);
    expect((await rehearsal(cwd, 'run', '--agent', 'lazy', '--agent', 'lazy')).code).toBe(2);
  });
});

test('flags that contradict each other are refused by name', async () => {
  const cwd = project();
  const refused = await Promise.all(
    [
      ['--last-failed', '--only', 'failed'],
      ['--last-failed', '--trials', '2'],
      ['--only', 'failed', '--trial', '2'],
      ['--last-failed', '--matrix', 'x.yaml'],
      ['--from', 'x'],
      ['--matrix', 'x.yaml', '--agent', 'lazy'],
    ].map(async (flags) => {
      const { code, err } = await rehearsal(cwd, 'run', ...flags);
      return `${code} ${err.split('\n')[0]}`;
    }),
  );
  expect(`\n${refused.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    2 \`--last-failed\` and \`--only\` contradict each other: leave one of them out
    2 \`--last-failed\` and \`--trials\` contradict each other: leave one of them out
    2 \`--only\` and \`--trial\` contradict each other: leave one of them out
    2 \`--last-failed\` and \`--matrix\` contradict each other: leave one of them out
    2 \`--from\` says of which run \`--last-failed\` or \`--only\` takes sessions, and neither is given
    2 \`--matrix\` and \`--agent\` contradict each other: leave one of them out
    "
  `);
});
