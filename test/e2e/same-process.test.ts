import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { configWith, HONEST, orderScenario, rehearsal } from '../fixtures/command.ts';
import { filesBelow, projectFolder } from '../fixtures/project-folder.ts';

type Stored = { startedAt: string; sessions: { key: { scenario: string }; verdict: string; endReason: string }[] };

const verdictsOf = ({ sessions }: Stored) =>
  Object.fromEntries(sessions.map(({ key, verdict, endReason }) => [key.scenario, `${verdict} ${endReason}`]));

describe('an agent that spoils the process it runs in', () => {
  const spoil = `
    process.stdout.write('{"printed":"by the agent"}\\n');
    console.log('and a line');
    process.chdir('/');
    for (const name of Object.keys(process.env)) delete process.env[name];
    globalThis.setTimeout = () => 0;
    globalThis.setInterval = () => 0;
    globalThis.clearTimeout = () => {};
    performance.now = () => 0;
    Date.now = () => 0;
    globalThis.Date = class extends Date { constructor() { super(0); } };
  `;
  const files = {
    'rehearsal.config.mjs': configWith(
      `console.log('a turn'); if (messages.at(-1).content === 'hang') await new Promise(() => {}); if (messages.at(-1).content === 'spoil') { ${spoil} } ${HONEST}`,
      "...(console.log('the config was read'), {}),",
    ),
    'scenarios/a-spoils.yaml': orderScenario({ id: 'a-spoils' }).replace('Where is order A-1001?', 'spoil'),
    'scenarios/b-comes-later.yaml': orderScenario({ id: 'b-comes-later' }),
    'scenarios/c-hangs.yaml': orderScenario({ id: 'c-hangs', more: 'limits: { turnTimeoutMs: 300 }\n' }).replace(
      'Where is order A-1001?',
      'hang',
    ),
  };
  const expected = { 'a-spoils': 'passed user_done', 'b-comes-later': 'passed user_done', 'c-hangs': 'failed timeout' };

  test('[F29] leaves the document, the deadlines and the folder of the run as they should be', async () => {
    const root = projectFolder(files);
    const { code, out, err } = await rehearsal(root, ['run', '--json', '--out', 'results', '--concurrency', '1']);
    const document = JSON.parse(out) as Stored;
    expect({ code, ...verdictsOf(document) }).toEqual({ code: 1, ...expected });
    expect(err).toContain('{"printed":"by the agent"}');
    expect(filesBelow(root).filter((name) => name.startsWith('results'))).toEqual([
      'results/plan.json',
      'results/run.json',
      'results/sessions/a-spoils/default/0.jsonl',
      'results/sessions/b-comes-later/default/0.jsonl',
      'results/sessions/c-hangs/default/0.jsonl',
    ]);
    const run = JSON.parse(readFileSync(join(root, 'results/run.json'), 'utf8')) as Stored;
    expect(verdictsOf(run)).toEqual(expected);
    expect(Date.parse(run.startedAt)).toBeGreaterThan(Date.parse('2020-01-01'));
  });

  test('[F29] prints nothing between the lines of the report, and a folder of its own is still found', async () => {
    const root = projectFolder(files);
    const { out } = await rehearsal(root, ['run', '--report', 'terminal', 'grounding', '--concurrency', '1']);
    expect(out).not.toMatch(/by the agent|and a line|a turn|the config was read/);
    expect(out).toMatch(/✓ a-spoils/);
    expect(filesBelow(root).filter((name) => /^\.rehearsal\/runs\/[^/]+\/run\.json$/.test(name))).toHaveLength(1);
  });

  test('[F29] a config that prints leaves the list that was asked for alone', async () => {
    const { code, out, err } = await rehearsal(projectFolder(files), ['list', '--json']);
    expect(code).toBe(0);
    expect((JSON.parse(out) as { id: string }[]).map(({ id }) => id)).toEqual(Object.keys(expected));
    expect(err).toBe('the config was read\n');
  });
});

describe('a reader who has seen enough', () => {
  const scenarios = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `scenarios/s${index}.yaml`,
      orderScenario({ id: `s${index}` }).replace('title: Where', `title: ${'Where '.repeat(600)}`),
    ]),
  );
  const project = () => projectFolder({ 'rehearsal.config.mjs': configWith(HONEST), ...scenarios });

  test('[F40] `list` whose output is closed after its first piece ends without a crash', async () => {
    expect(await closedEarly(project(), ['list'])).toEqual({ code: 0, err: '' });
  });

  test('[F40] `run` whose output is closed after its first piece goes on, stores what it did and ends as it would', async () => {
    const root = project();
    expect(await closedEarly(root, ['run', '--out', 'results', '--report', 'terminal', 'json'])).toMatchObject({
      code: 0,
    });
    expect(await closedEarly(root, ['run', '--out', 'again', '--verbose'])).toEqual({ code: 0, err: '' });
    const run = JSON.parse(readFileSync(join(root, 'again/run.json'), 'utf8')) as { totals: object };
    expect(run.totals).toEqual({ sessions: 40, passed: 40, failed: 0, invalid: 0 });
  });
});

/** Runs the built command, and closes its standard output when the first piece has come. */
function closedEarly(cwd: string, args: readonly string[]): Promise<{ code: number | null; err: string }> {
  const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args], {
      cwd,
      env: { PATH: process.env.PATH, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let err = '';
    child.stdout.once('data', () => child.stdout.destroy());
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, err }));
  });
}
