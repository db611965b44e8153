import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkRehearsalCommand } from '../docs/check-commands.ts';
import { orderScenario, writeFiles } from '../fixtures/command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const recipe = (name: string): string => join(root, 'examples/ci', name);

type GithubJob = { if?: string; 'continue-on-error'?: boolean; steps: { run?: string; uses?: string; env?: object }[] };
type GitlabJob = { script?: string[]; allow_failure?: boolean; rules?: unknown[]; variables?: object };

/** Words of each call of the command in a text of the shell; a backslash at the end of a line joins it to the next. */
function callsIn(text: string): string[][] {
  const lines = text.replaceAll(/\\\n\s*/g, '').split('\n');
  return lines.flatMap((line) => {
    const [, call] = /npx rehearsal (.*?)(?: \|\| .*)?$/.exec(line) ?? [];
    return call === undefined ? [] : [call.replaceAll('"', '').split(/\s+/)];
  });
}

describe('recipes for build servers', () => {
  test('every command in them is one of the command line', () => {
    for (const name of ['github.yml', 'gitlab.yml', 'rehearse.sh']) {
      const calls = callsIn(readFileSync(recipe(name), 'utf8'));
      expect(calls, name).toHaveLength(2);
      expect(calls.map(checkRehearsalCommand), name).toEqual([undefined, undefined]);
    }
  });

  test('on GitHub the offline job blocks without a key, and the live job informs and shows no key to a fork', () => {
    const { jobs, permissions } = parse(readFileSync(recipe('github.yml'), 'utf8')) as {
      jobs: Record<'offline' | 'live', GithubJob>;
      permissions: object;
    };
    expect(permissions).toEqual({ contents: 'read' });
    expect(jobs.offline['continue-on-error']).toBeUndefined();
    expect(JSON.stringify(jobs.offline)).not.toContain('secrets.');
    expect(jobs.live['continue-on-error']).toBe(true);
    expect(jobs.live.if).toContain('head.repo.full_name == github.repository');
  });

  test('on GitLab the offline job blocks, and the live job may fail', () => {
    const jobs = parse(readFileSync(recipe('gitlab.yml'), 'utf8')) as Record<string, GitlabJob>;
    expect(jobs['rehearsal-offline']?.allow_failure).toBeUndefined();
    expect(jobs['rehearsal-offline']?.variables).toEqual({ REHEARSAL_BLOCK_NET: '1' });
    expect(jobs['rehearsal-live']?.allow_failure).toBe(true);
    expect(jobs['rehearsal-live']?.rules).toHaveLength(2);
  });

  const play = (answer: string): { code: number | null; out: string; folder: string } => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      'package.json': '{"type":"module"}',
      'rehearsal.config.mjs': `export default { agents: { mine: { name: 'mine', adapter: 'function', fixed: [], toolCallsVisible: true, open: async () => ({ reply: async function* () { yield { type: 'text', text: '${answer}' }; } }) } } };`,
      'scenarios/order.yaml': orderScenario(),
    });
    copyFileSync(recipe('rehearse.sh'), join(folder, 'rehearse.sh'));
    mkdirSync(join(folder, 'bin'));
    const shim = join(folder, 'bin/npx');
    writeFileSync(shim, `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, 'dist/cli/main.js')}" "$@"\n`);
    chmodSync(shim, 0o755);
    const { status, stdout } = spawnSync('bash', ['rehearse.sh', 'kept'], {
      cwd: folder,
      env: { PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}` },
      encoding: 'utf8',
      timeout: 50_000,
    });
    return { code: status, out: stdout, folder };
  };

  test('the shell recipe runs, ends with the code of the offline run, and keeps run and report', () => {
    const good = play('It was delivered.');
    expect(good.out).toContain('gate met');
    expect(good.out).toContain('the live scenarios were not run');
    expect(good.code).toBe(0);
    for (const kept of ['kept/offline/run.json', 'kept/offline.xml'])
      expect(existsSync(join(good.folder, kept))).toBe(true);
    expect(play('No idea.').code).toBe(1);
  });
});
