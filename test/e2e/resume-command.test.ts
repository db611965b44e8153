import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { configWith, orderScenario, rehearsal, writeFiles } from '../fixtures/command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** Waits in scenario `b` as long as a file `hold` is there, and writes down each session that begins. */
const HOLDING = `const { existsSync, appendFileSync } = await import('node:fs');
appendFileSync('begun.txt', messages.at(-1).content + ' ');
while (messages.at(-1).content.endsWith(' b') && existsSync('hold')) await new Promise((r) => setTimeout(r, 20));
return 'It is delivered.';`;

const scenario = (id: string, checks?: string): string =>
  orderScenario({ id, ...(checks === undefined ? {} : { checks }) }).replace('Where is order A-1001?', `of ${id}`);

type Kill = 'SIGKILL' | 'SIGINT';

function project(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(root, 'node_modules'));
  writeFiles(root, { 'rehearsal.config.mjs': configWith(HOLDING), ...files });
  return root;
}

/** A project of three scenarios whose run was stopped in the second one. */
async function stopped(kill: Kill, args: readonly string[] = []): Promise<string> {
  const scenarios = ['a', 'b', 'c'].map((id) => [`scenarios/${id}.yaml`, scenario(id)]);
  const root = project({ hold: '', ...Object.fromEntries(scenarios) });
  let sent = false;
  await rehearsal(root, ['run', '--concurrency', '1', ...args], {
    onOutput(text, send) {
      if (sent || !/✓ a\b/.test(text)) return;
      sent = true;
      const wait = setInterval(() => {
        if (!begun(root).includes('of b')) return;
        clearInterval(wait);
        send(kill);
      }, 10);
    },
  });
  rmSync(join(root, 'hold'));
  return root;
}

const begun = (root: string): string =>
  existsSync(join(root, 'begun.txt')) ? readFileSync(join(root, 'begun.txt'), 'utf8') : '';
const runFolder = (root: string): string =>
  join(root, '.rehearsal/runs', String(readdirSync(join(root, '.rehearsal/runs'))[0]));
const resultIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as {
    totals: unknown;
    gate: { status: string };
    missing: string[];
  };
const steady = (text: string): string =>
  text
    .replaceAll(/process \d+/g, 'process PID')
    .replaceAll(/`[^`]*\.rehearsal\/runs\/[^`]*`/g, '`RUN`')
    .replaceAll(/\d{4}-\d\d-\d\dt[0-9a-f-]+/g, 'ID');

test('[C8] after kill -9 the newest run goes on with what was not finished', async () => {
  const root = await stopped('SIGKILL');
  const { code, err } = await rehearsal(root, ['run', '--resume']);
  expect(code).toBe(0);
  expect(begun(root)).toBe('of a of b of b of c ');
  expect(resultIn(runFolder(root))).toMatchObject({
    totals: { sessions: 3, passed: 3 },
    gate: { status: 'met' },
    missing: [],
  });
  expect(steady(err)).toMatchInlineSnapshot(`
    "\`RUN\` was locked by process PID, which is gone; the lock was taken over
    b/default/0: the outcome is missing: the session was stopped before its end; it runs again
    going on with 3 sessions: 1 done, 1 stopped on the way, 0 changed, 1 not begun
    "
  `);
  expect(readdirSync(runFolder(root)).sort()).toEqual(['plan.json', 'run.json', 'sessions']);
});

test('[C8] a run that was told to write to a folder goes on from there, and is told again when nothing is left', async () => {
  const root = await stopped('SIGKILL', ['--out', 'results']);
  const first = await rehearsal(root, ['run', '--resume', 'results/']);
  const again = await rehearsal(root, ['run', '--out', 'results', '--resume']);
  expect([first.code, again.code]).toEqual([0, 0]);
  expect(again.out.replace(/ in .* s$/m, '')).toBe(first.out.replace(/ in .* s$/m, ''));
  expect(steady(again.err)).toBe('run `ID` is finished: nothing is left to run, and it is told again\n');
  expect(begun(root)).toBe('of a of b of b of c ');
});

test('[C17] after Ctrl-C what was cut off runs again, and the run comes to its end', async () => {
  const root = await stopped('SIGINT');
  const folder = runFolder(root);
  expect(resultIn(folder)).toMatchObject({ gate: { status: 'interrupted' }, missing: ['c/default/0'] });
  const { code, err } = await rehearsal(root, ['run', '--resume']);
  expect(code).toBe(0);
  expect(resultIn(folder)).toMatchObject({ totals: { sessions: 3, passed: 3 }, gate: { status: 'met' } });
  expect(err).toContain('b/default/0: it was interrupted; it runs again');
  expect(readdirSync(join(folder, 'sessions/b/default')).sort()).toEqual(['0.jsonl', '0.set-aside-1.jsonl']);
});

test('a finished session of a scenario that changed runs again, one that is gone is kept, and both are said', async () => {
  const root = await stopped('SIGKILL');
  writeFileSync(join(root, 'scenarios/a.yaml'), scenario('a', '- { type: said, text: It is }'));
  const changed = await rehearsal(root, ['run', '--resume']);
  expect(begun(root)).toBe('of a of b of a of b of c ');
  expect(changed.err).toContain('a/default/0: the scenario changed since; it runs again');
  expect(changed.code).toBe(0);

  const other = await stopped('SIGKILL');
  rmSync(join(other, 'scenarios/a.yaml'));
  rmSync(join(other, 'scenarios/c.yaml'));
  const gone = await rehearsal(other, ['run', '--resume']);
  expect(begun(other)).toBe('of a of b of b ');
  expect(gone.err).toContain('the scenario `a` is gone; what it came to is kept');
  // What did not run and cannot run any more makes no green run.
  expect(gone.code).toBe(3);
  expect(resultIn(runFolder(other))).toMatchObject({ totals: { sessions: 2, passed: 2 }, missing: ['c/default/0'] });
});

test('damage in a stored session is an error with file and line, and nothing runs', async () => {
  const root = await stopped('SIGKILL', ['--out', 'results']);
  const file = join(root, 'results/sessions/a/default/0.jsonl');
  writeFileSync(file, readFileSync(file, 'utf8').replace('It is delivered.', 'It is lost......'));
  const { code, err } = await rehearsal(root, ['run', '--resume', 'results']);
  expect(code).toBe(2);
  expect(err).toMatch(
    /results\/sessions\/a\/default\/0\.jsonl:\d+:1: checksum [0-9a-f]{8} where [0-9a-f]{8} was written/,
  );
  expect(begun(root)).toBe('of a of b ');
});

test.each<[string, string[], string]>([
  ['a scenario', ['run', 'a', '--resume=x'], '`--resume` runs what the run set out to run; leave `a` out'],
  [
    'another seed',
    ['run', '--resume', '--seed', '4'],
    '`--resume` goes on as the run began, and `--seed` would change it: leave it out',
  ],
  [
    'no store',
    ['run', '--resume', '--no-store'],
    '`--no-store` and `--resume` contradict each other: leave one of them out',
  ],
  [
    'two runs',
    ['run', '--resume', 'x', '--out', 'y'],
    '`--out` and `--resume <run>` both name a run: leave one of them out',
  ],
  [
    'a run that is not there',
    ['run', '--resume', 'x'],
    'there is no run `x`: neither in `.rehearsal/runs` nor as a folder.',
  ],
  [
    'a folder without a plan',
    ['run', '--resume', 'scenarios'],
    '`scenarios` holds no run that could be gone on with: there is no `plan.json` in it. Runs of older versions, and those that were stopped before they began, have none.',
  ],
  [
    'nothing to go on with',
    ['run', '--resume'],
    'nothing is left to go on with: no run in `.rehearsal/runs` was stopped before its end. Name one to have it told again: `rehearsal run --resume <id>`.',
  ],
])('%s is refused with --resume', async (_, args, message) => {
  const root = project({ 'scenarios/a.yaml': scenario('a') });
  const { code, err } = await rehearsal(root, args);
  expect({ code, err }).toEqual({ code: 2, err: `${message}\n` });
});

test('[F44] of eight commands at once on one folder one runs and seven are refused; on one root all run', async () => {
  const root = project({ 'scenarios/a.yaml': scenario('a') });
  const onFolder = await Promise.all(Array.from({ length: 8 }, () => rehearsal(root, ['run', '--out', 'results'])));
  expect(onFolder.map(({ code }) => code).sort()).toEqual([0, 2, 2, 2, 2, 2, 2, 2]);
  const onRoot = await Promise.all(Array.from({ length: 8 }, () => rehearsal(root, ['run'])));
  expect(onRoot.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 0));
  expect(readdirSync(join(root, '.rehearsal/runs')).length).toBe(8);
}, 120_000);
