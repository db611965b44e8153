import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import type { RunResult } from '../../src/domain/verdicts/run-result.ts';
import { orderScenario, writeFiles } from '../fixtures/command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** Counts in the environment how often the agent was opened. */
const CONFIG = `
export default {
  agents: {
    mine: { name: 'mine', adapter: 'function', fixed: [], toolCallsVisible: true, open: async () => {
      process.env.OPENED = String(Number(process.env.OPENED ?? 0) + 1);
      return { reply: async function* () { yield { type: 'text', text: 'It was delivered.' }; } };
    } },
  },
};`;

const SCORER = `
export const brief = {
  type: 'brief',
  summary: 'No answer has more than two words.',
  stages: ['generation'],
  metrics: [],
  schema: { safeParse: (value) => ({ success: true, data: value }), parse: (value) => value },
  create: () => [{
    stage: 'generation',
    needs: { toolCalls: false },
    deterministic: true,
    score: () => ({ status: 'scored', value: 0.25, passed: false, reason: 'it talks', findings: [], metrics: {}, turns: [] }),
  }],
};`;

async function command(root: string, args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const code = await runCommandLine(args, {
    cwd: root,
    env: {},
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    isTty: false,
    columns: 110,
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

async function storedRun(): Promise<string> {
  const root = temporaryFolder();
  writeFiles(root, {
    'package.json': '{}',
    'rehearsal.config.mjs': CONFIG,
    'scenarios/order.yaml': orderScenario(),
    'brief.mjs': SCORER,
    'empty.mjs': 'export const nothing = 1;',
  });
  process.env.OPENED = '0';
  await command(root, ['run', '--trials', '2', '--out', 'old', '-q']);
  return root;
}

const read = (root: string, run: string): RunResult =>
  JSON.parse(readFileSync(join(root, run, 'run.json'), 'utf8')) as RunResult;

describe('rehearsal rescore', () => {
  test('the same checks give the same scores, and no agent is asked', async () => {
    const root = await storedRun();
    expect(process.env.OPENED).toBe('2');
    const { code, out } = await command(root, ['rescore', 'old', '--out', 'new', '-q']);
    expect(process.env.OPENED).toBe('2');
    expect(read(root, 'new').sessions.map(({ scores }) => scores)).toEqual(
      read(root, 'old').sessions.map(({ scores }) => scores),
    );
    expect(out).toContain('scenarios  1 the same');
    expect(code).toBe(0);
  });

  test('a check that was changed decides anew, what changed is told, and the old scores stay', async () => {
    const root = await storedRun();
    const before = readFileSync(join(root, 'old/run.json'), 'utf8');
    writeFileSync(join(root, 'scenarios/order.yaml'), orderScenario({ checks: '- { type: said, text: refunded }' }));
    const { code, out } = await command(root, ['rescore', 'old', '--out', 'new', '-q']);
    expect(out).toContain('order  2/2 → 0/2 passed');
    expect(code).toBe(1);
    expect(readFileSync(join(root, 'old/run.json'), 'utf8')).toBe(before);
    expect(read(root, 'new').totals).toMatchObject({ failed: 2 });
  });

  test('[C12] a new scorer is asked besides the others', async () => {
    const root = await storedRun();
    const { code } = await command(root, ['rescore', 'old', '--scorer', 'brief.mjs', '--out', 'new', '-q']);
    const scorers = read(root, 'new').sessions.map(({ scores }) => scores.map(({ scorer }) => scorer));
    expect(scorers).toEqual([
      ['said', 'brief'],
      ['said', 'brief'],
    ]);
    expect(code).toBe(1);
    expect(process.env.OPENED).toBe('2');
  });

  test('a transcript is the same after it was scored anew', async () => {
    const root = await storedRun();
    await command(root, ['rescore', 'old', '--out', 'new', '-q']);
    const events = (run: string): unknown[] =>
      readFileSync(join(root, run, 'sessions/order/default/1.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .slice(0, -1);
    expect(events('new')).toEqual(events('old'));
  });

  test('a scenario that is gone is said, and a run of which nothing is left is refused', async () => {
    const root = await storedRun();
    writeFileSync(join(root, 'scenarios/order.yaml'), orderScenario({ id: 'order' }).replace('id: order', 'id: other'));
    const { code, err } = await command(root, ['rescore', 'old', '--no-store']);
    expect(code).toBe(2);
    expect(err).toMatch(/order/);
  });

  test.each([
    [['rescore', 'nothing'], 'there is no finished run `nothing`'],
    [['rescore', 'old', '--scorer', 'nothing.mjs'], 'there is no file `nothing.mjs`'],
    [['rescore', 'old', '--scorer', 'empty.mjs'], 'exports no scorer'],
  ])('%j is refused with the reason', async (args, reason) => {
    const { code, err } = await command(await storedRun(), args);
    expect(err).toContain(reason);
    expect(code).toBe(2);
  });
});
