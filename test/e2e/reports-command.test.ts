import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkJsonSchema } from '../../src/domain/json-schema/check-json-schema.ts';
import { matchJsonSchema } from '../../src/domain/json-schema/match-json-schema.ts';
import type { JsonValue } from '../../src/domain/values/json-value.ts';
import { RunReport } from '../../src/domain/verdicts/run-report.ts';
import { configWith, HONEST, orderScenario, rehearsal } from '../fixtures/command.ts';
import { filesBelow, projectFolder } from '../fixtures/project-folder.ts';

/** Tells the status in the first trial of a session's run, and nothing in the others. */
const FLAKY =
  "globalThis.played = (globalThis.played ?? 0) + 1; return globalThis.played % 2 === 1 ? 'It is delivered.' : 'No idea.';";

const failing = (id: string): string =>
  orderScenario({ id, checks: '- { type: said, id: tells, text: shipped tomorrow }' });

function failingProject(count: number): string {
  const scenarios = Array.from({ length: count }, (_, index) => `s-${String(index).padStart(2, '0')}`);
  return projectFolder({
    'rehearsal.config.mjs': configWith(HONEST),
    ...Object.fromEntries(scenarios.map((id) => [`scenarios/${id}.yaml`, failing(id)])),
  });
}

describe('reports of a run', () => {
  test('[C3] `--junit` holds a failure, an error and a flaky pass, each with its stored session', async () => {
    const root = projectFolder({
      'rehearsal.config.mjs': configWith(FLAKY),
      'scenarios/flaky.yaml': orderScenario({ id: 'flaky', more: 'trials: 2\ngate: { minPassRate: 0.5 }\n' }),
    });
    const { code } = await rehearsal(root, ['run', '-c', '1', '--junit', 'out/j.xml', '--out', 'kept']);
    expect(code).toBe(0);
    const xml = readFileSync(join(root, 'out/j.xml'), 'utf8');
    expect(
      xml
        .match(/<(?:testsuites|testcase|flakyFailure|failure|error)\b[^>]*>/g)
        ?.map((tag) => tag.replace(/ time="[^"]*"/, '')),
    ).toEqual([
      '<testsuites name="rehearsal" tests="1" failures="0" errors="0" skipped="0">',
      '<testcase name="flaky" classname="flaky" file="scenarios/flaky.yaml" line="15">',
      '<flakyFailure message="trial 1: the agent did not say &quot;delivered&quot;; closest is in turn 0: &quot;No idea.&quot;" type="said:0">',
    ]);
    expect(xml.match(/\[\[ATTACHMENT\|.*?\]\]/g)).toEqual([
      '[[ATTACHMENT|kept/sessions/flaky/default/0.jsonl]]',
      '[[ATTACHMENT|kept/sessions/flaky/default/1.jsonl]]',
    ]);
  });

  test('[C4] of 30 failures ten are errors at the lines of their checks, and the last one counts the rest', async () => {
    const root = failingProject(30);
    const { code, out } = await rehearsal(root, ['run', '-q'], {
      env: { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: root },
    });
    expect(code).toBe(1);
    const errors = out.split('\n').filter((line) => line.startsWith('::error'));
    expect(errors.map((line) => /file=(.*?),line=(\d+)/.exec(line)?.slice(1))).toEqual(
      Array.from({ length: 10 }, (_, index) => [`scenarios/s-0${index}.yaml`, '15']),
    );
    expect(errors.at(-1)).toMatch(/%0A… and 20 more scenarios did not pass, not shown here$/);
  });

  test('annotations are silent elsewhere, and with `--no-annotations`', async () => {
    const root = failingProject(1);
    const there = { GITHUB_ACTIONS: 'true' };
    const outs = [
      await rehearsal(root, ['run'], { env: {} }),
      await rehearsal(root, ['run', '--no-annotations'], { env: there }),
    ];
    expect(outs.map(({ out }) => out.includes('::error'))).toEqual([false, false]);
  });

  test('with `--json` a document is all that stands on standard output, under GitHub Actions too', async () => {
    const root = failingProject(1);
    const { out, err } = await rehearsal(root, ['run', '--json'], { env: { GITHUB_ACTIONS: 'true' } });
    expect(JSON.parse(out)).toMatchObject({ totals: { failed: 1 } });
    expect(err).toContain('::error file=scenarios/s-00.yaml,line=15,');
  });

  test('[F67] while sessions run, the runner takes nothing that agents print for a command', async () => {
    const printing = "console.log('::add-mask::x'); console.error('##[error]y'); return 'No idea.';";
    const root = projectFolder({ 'rehearsal.config.mjs': configWith(printing), 'scenarios/a.yaml': failing('a') });
    const { err, out } = await rehearsal(root, ['run', '--json'], { env: { GITHUB_ACTIONS: 'true' } });
    const lines = err.split('\n');
    const token = /^::stop-commands::([0-9a-f]{32})$/.exec(lines.find((line) => line.startsWith('::stop-')) ?? '')?.[1];
    const [from, to] = [lines.indexOf(`::stop-commands::${token}`), lines.indexOf(`::${token}::`)];
    for (const printed of ['::add-mask::x', '##[error]y']) {
      expect(lines.indexOf(printed)).toBeGreaterThan(from);
      expect(lines.indexOf(printed)).toBeLessThan(to);
    }
    expect(lines.findIndex((line) => line.startsWith('::error'))).toBeGreaterThan(to);
    expect(out.startsWith('{')).toBe(true);
  });

  test('[C5] the summary of a job is added to what the step wrote, and stays below 1,000,000 bytes', async () => {
    const wordy = "return '```\\n| 価格 | <b> @octocat\\n'.repeat(100);";
    const root = projectFolder({
      'rehearsal.config.mjs': configWith(wordy),
      'scenarios/a.yaml': failing('a'),
      's.md': `${'x'.repeat(880_000)}\n`,
    });
    const { code } = await rehearsal(root, ['run', '-n', '300', '-q'], { env: { GITHUB_STEP_SUMMARY: 's.md' } });
    expect(code).toBe(1);
    const summary = readFileSync(join(root, 's.md'), 'utf8');
    expect(statSync(join(root, 's.md')).size).toBeLessThan(1_000_000);
    expect(summary).toContain('\n<!-- rehearsal -->\n### ✗ gate lost\n');
    expect(summary).toMatch(/\d+ of 300 sessions that did not pass are not told here in full\. All of it is in /);
  });

  test('a summary that cannot be written is a warning, since nobody asked for it', async () => {
    const root = projectFolder({
      'rehearsal.config.mjs': configWith(HONEST),
      'scenarios/a.yaml': orderScenario({ id: 'a' }),
    });
    const { code, err } = await rehearsal(root, ['run'], { env: { GITHUB_STEP_SUMMARY: 'nowhere/s.md' } });
    expect(code).toBe(0);
    expect(err).toMatch(/^warning: the summary of the job was not written: ENOENT/);
  });

  test('a report that cannot be written is exit 4 with the path; the run and the other reports are kept', async () => {
    const root = projectFolder({
      'rehearsal.config.mjs': configWith(HONEST),
      'scenarios/a.yaml': orderScenario({ id: 'a' }),
    });
    mkdirSync(join(root, 'taken'));
    const args = ['run', '--out', 'kept', '--junit', 'taken', '--csv', 'rows/c.csv', '--markdown', 'm.md'];
    const { code, err, out } = await rehearsal(root, args);
    expect({ code, err }).toEqual({
      code: 4,
      err: `\`--junit\`: cannot write \`${join(root, 'taken')}\`: it is a folder (EISDIR)\n`,
    });
    expect(out).toContain('gate met');
    expect(filesBelow(root).filter((name) => !/^(?:kept\/sessions|scenarios)/.test(name))).toEqual(
      expect.arrayContaining(['kept/run.json', 'm.md', 'rows/c.csv']),
    );
    expect(filesBelow(root).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('two reports of one name, and one without, are refused before anything runs', async () => {
    const root = failingProject(1);
    const same = await rehearsal(root, ['run', '--junit', 'a.xml', '--csv', './a.xml']);
    const empty = await rehearsal(root, ['run', '--markdown', '']);
    expect([same.code, same.err]).toEqual([2, '`--junit` and `--csv` name the same file, `./a.xml`\n']);
    expect([empty.code, empty.err]).toEqual([2, '`--markdown` is empty: name a file, or leave it out\n']);
  });

  test('without a store, failures are told all the same', async () => {
    const root = failingProject(2);
    await rehearsal(root, ['run', '--no-store', '--junit', 'j.xml', '--markdown', 'm.md']);
    expect(readFileSync(join(root, 'j.xml'), 'utf8')).toContain('agent    Order A-1001 is delivered.');
    expect(readFileSync(join(root, 'm.md'), 'utf8')).toContain('agent    Order A-1001 is delivered.');
  });

  test('[F69] no report holds a secret', async () => {
    const root = projectFolder({
      'rehearsal.config.mjs': configWith("return 'The key is ' + process.env.SHOP_API_KEY;"),
      'scenarios/a.yaml': failing('a'),
    });
    const env = { SHOP_API_KEY: 'canary-7f3a9c', GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: 's.md' };
    const { out, err } = await rehearsal(root, ['run', '--no-store', '--junit', 'j', '--csv', 'c', '--markdown', 'm'], {
      env,
    });
    const texts = ['j', 'c', 'm', 's.md'].map((name) => readFileSync(join(root, name), 'utf8'));
    for (const text of [...texts, out, err]) {
      expect(text).not.toContain('canary-7f3a9c');
      expect(text.length === 0 || text === err || text.includes('[redacted]')).toBe(true);
    }
  });
});

describe('`rehearsal report`', () => {
  test('tells the newest run as it was told, and writes the same reports', async () => {
    const root = failingProject(3);
    const ran = await rehearsal(root, ['run', '--junit', 'a/j.xml', '--csv', 'a/c.csv', '--markdown', 'a/m.md']);
    const told = await rehearsal(root, ['report', '--junit', 'b/j.xml', '--csv', 'b/c.csv', '--markdown', 'b/m.md']);
    expect({ code: told.code, err: told.err }).toEqual({ code: 0, err: '' });
    expect(told.out).toBe(ran.out);
    for (const name of ['j.xml', 'c.csv', 'm.md']) {
      expect(readFileSync(join(root, 'b', name), 'utf8')).toBe(readFileSync(join(root, 'a', name), 'utf8'));
    }
  });

  test('`--json` prints the document of the run, by its name or its folder', async () => {
    const root = failingProject(1);
    const ran = await rehearsal(root, ['run', '--json']);
    const { id } = JSON.parse(ran.out) as { id: string };
    const byName = await rehearsal(root, ['report', id, '--json']);
    const byFolder = await rehearsal(root, ['report', `.rehearsal/runs/${id}`, '--json']);
    expect([byName.out, byFolder.out]).toEqual([ran.out, ran.out]);
  });

  test('the document of a run fits the published schema', async () => {
    const flaky = orderScenario({ id: 'flaky', more: 'trials: 2\ngate: { minPassRate: 0.5 }\n' });
    const root = projectFolder({
      'rehearsal.config.mjs': configWith(FLAKY),
      'scenarios/flaky.yaml': flaky,
      'scenarios/failing.yaml': failing('failing'),
    });
    const { out } = await rehearsal(root, ['run', 'scenarios/flaky.yaml', 'scenarios/failing.yaml', '--json']);
    const schema = JSON.parse(
      readFileSync(new URL('../../schemas/report.v1.schema.json', import.meta.url), 'utf8'),
    ) as JsonValue;
    const { patterns } = checkJsonSchema(schema, '');
    expect(matchJsonSchema(JSON.parse(out) as JsonValue, schema, patterns)).toEqual([]);
    expect(RunReport.safeParse(JSON.parse(out)).error?.issues ?? []).toEqual([]);
  });

  test('a run that is not there is named with those that are', async () => {
    const root = failingProject(1);
    const none = await rehearsal(root, ['report']);
    expect([none.code, none.err]).toEqual([
      2,
      'there is no finished run in `.rehearsal/runs`: run some scenarios first, or name the folder of a run\n',
    ]);
    const { id } = JSON.parse((await rehearsal(root, ['run', '--json'])).out) as { id: string };
    const unknown = await rehearsal(root, ['report', 'some-run']);
    expect(unknown.code).toBe(2);
    expect(unknown.err).toContain(`The newest are \`${id}\`.`);
  });

  test('a report that cannot be written is exit 4', async () => {
    const root = failingProject(1);
    await rehearsal(root, ['run']);
    writeFileSync(join(root, 'file'), '');
    const { code, err } = await rehearsal(root, ['report', '-q', '--csv', 'file/c.csv']);
    expect([code, err.startsWith('`--csv`: cannot create')]).toEqual([4, true]);
  });
});
