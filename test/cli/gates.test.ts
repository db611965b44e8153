import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import type { RunResult } from '../../src/domain/verdicts/run-result.ts';
import { orderScenario, writeFiles } from '../fixtures/command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** Answers well but for the first `misses` sessions of each run; the module stays loaded from one run to the next. */
const CONFIG = `
export default {
  agents: {
    mine: { name: 'mine', adapter: 'function', fixed: [], toolCallsVisible: true, open: async () => {
      const left = Number(process.env.MISSES);
      process.env.MISSES = String(left - 1);
      const isMiss = left > 0;
      return { reply: async function* () { yield { type: 'text', text: isMiss ? 'No idea.' : 'It was delivered.' }; } };
    } },
  },
};`;

type Project = { misses?: number; config?: string; scenario?: string; root?: string };

async function run(
  args: readonly string[],
  { misses = 0, config = CONFIG, scenario = orderScenario(), root = temporaryFolder() }: Project = {},
): Promise<{ code: number; out: string; err: string; root: string }> {
  writeFiles(root, { 'package.json': '{}', 'rehearsal.config.mjs': config, 'scenarios/order.yaml': scenario });
  const said = { out: '', err: '' };
  process.env.MISSES = String(misses);
  const code = await runCommandLine(['run', '-c', '1', ...args], {
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
  return { code, ...said, root };
}

describe('gates of a run on the command line', () => {
  test('[C10] the trials tell the chances of the next ones', async () => {
    const { code, out } = await run(['--repeat', '5', '--min-scenario-pass-rate', '0.8', '--no-store'], { misses: 1 });
    expect(out).toContain(
      'trials   pass^2 60 %, pass^3 40 %, pass^5 0 %; pass@2 100 %, pass@3 100 %, pass@5 100 % (mean over 1 scenario)',
    );
    expect(out).toContain('gate met');
    expect(code).toBe(0);
  });

  test('a share of all sessions stands in for that of each scenario', async () => {
    const wanted = ['--repeat', '4', '--no-store', '--min-pass-rate'];
    expect((await run([...wanted, '0.75'], { misses: 1 })).code).toBe(0);
    const { code, out } = await run([...wanted, '0.8'], { misses: 1 });
    expect(out).toContain('gate lost: run: 3 of 4 sessions passed, and 80 % must');
    expect(code).toBe(1);
  });

  test('a flaky scenario loses the run where that is asked', async () => {
    const { code, out } = await run(['--repeat', '2', '--min-pass-rate', '0.5', '--fail-on', 'flaky', '--no-store'], {
      misses: 1,
    });
    expect(out).toContain('gate lost: flaky: order');
    expect(code).toBe(1);
  });

  test('a mean that no session has is lost, and one that cannot be read is refused before anything runs', async () => {
    const { code, out } = await run(['--min-score', 'grounded=0.9', '--no-store']);
    expect(out).toContain('no session has a value of `grounded`, which must be 0.9');
    expect(code).toBe(1);
    const refused = await run(['--min-score', 'grounded', '--no-store']);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('such as `grounded=0.9`');
  });

  test('the gates of scenario and config count, the flag before the config', async () => {
    const scenario = orderScenario({ more: 'trials: 4\ngate: { passHatK: { trials: 2, min: 0.6 } }' });
    const { code, out } = await run(['--no-store'], { misses: 1, scenario });
    expect(out).toContain('gate lost: order: pass^2 is 50 %, and 60 % is the least');
    expect(code).toBe(1);
    const config = CONFIG.replace('agents:', 'runGate: { minPassRate: 0.5 }, agents:');
    expect((await run(['--repeat', '2', '--no-store'], { misses: 1, config })).code).toBe(0);
    expect((await run(['--repeat', '2', '--no-store', '--min-pass-rate', '0.9'], { misses: 1, config })).code).toBe(1);
  });
});

describe('[C11] a baseline', () => {
  test('what passed before and fails now loses the run, with the reason in the stored result', async () => {
    const { root } = await run(['--out', 'main']);
    const { code, out } = await run(['--baseline', 'main', '--deterministic', '--out', 'now', '--json'], {
      misses: 1,
      root,
    });
    expect(code).toBe(1);
    const { gate } = JSON.parse(out) as RunResult;
    expect(gate.reasons.join('\n')).toMatch(/1 regression against .*: order/);
  });

  test('a live session that changed once is told as noise, and its own gate still decides', async () => {
    const { root } = await run(['--out', 'main']);
    const { code, out } = await run(['--baseline', 'main/run.json', '--no-store'], { misses: 1, root });
    expect(out).toContain('noise (1)\n  order  1/1 → 0/1 passed  (one trial cannot tell)');
    expect(out).toContain('gate lost: 1 scenario failed: order');
    expect(code).toBe(1);
  });

  test.each([
    [['--baseline', 'nothing-here'], 'there is no finished run `nothing-here`'],
    [['--baseline', 'main', '--tolerance', 'sayd=0.1'], 'Did you mean `said`?'],
    [['--tolerance', '0.1'], '`--tolerance` says how `--baseline` is compared, which is not given'],
  ])('%j is refused before anything runs', async (args, reason) => {
    const { root } = await run(['--out', 'main']);
    const { code, out, err } = await run([...args, '--no-store'], { root });
    expect(err).toContain(reason);
    expect(out).toBe('');
    expect(code).toBe(2);
  });
});
