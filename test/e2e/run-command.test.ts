import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { configWith, HONEST, orderScenario, rehearsal, writeFiles } from '../fixtures/command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

function project(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  // What a project has installed beside Rehearsal, such as zod.
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(root, 'node_modules'));
  writeFiles(root, { 'rehearsal.config.mjs': configWith(HONEST), ...files });
  return root;
}

const filesBelow = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();

describe('exit codes', () => {
  const brokenJudge = `scorers: [defineScorer({ type: 'broken-judge', summary: 'Throws.', stages: ['generation'], metrics: [], schema: z.strictObject({}),
    create: () => [{ stage: 'generation', needs: { toolCalls: false }, deterministic: true, score: () => { throw new Error('the judge is down'); } }] })],`;

  test('[C1] 0 when it passes, 1 when it fails, 3 when a judge broke, 2 when there is no such file', async () => {
    const root = project({
      'rehearsal.config.mjs': configWith(HONEST, brokenJudge),
      'pass.yaml': orderScenario({ id: 'pass' }),
      'fail.yaml': orderScenario({ id: 'fail', checks: '- { type: said, text: shipped tomorrow }' }),
      'broken-judge.yaml': orderScenario({ id: 'broken-judge', checks: '- { type: broken-judge }' }),
    });
    const codes = [];
    for (const file of ['pass.yaml', 'fail.yaml', 'broken-judge.yaml', 'nosuch.yaml'])
      codes.push((await rehearsal(root, ['run', file, '--no-store'])).code);
    expect(codes).toEqual([0, 1, 3, 2]);
  });

  test('[S2.17] a TypeError in a tool of the world makes the session invalid, not failed, and the agent is told', async () => {
    const root = project({
      'rehearsal.config.mjs': `import { functionAgent, defineTool, defineWorld } from 'rehearsal';
import { z } from 'zod';
const lookup = defineTool({ name: 'lookup_order', description: 'Looks up.', parameters: z.object({ order_id: z.string() }), effect: 'read', run: () => { throw new TypeError('no index'); } });
export default {
  worlds: { shop: defineWorld({ name: 'shop', state: () => ({}), tools: [lookup] }) },
  agents: { desk: functionAgent(async (_messages, { tools }) => { try { await tools.lookup_order({ order_id: 'A-1' }); } catch (error) { return 'Told: ' + error.message; } return 'ok'; }) },
};`,
      'scenarios/crash.yaml':
        'id: crash\ntitle: A crash\nworld: shop\nuser: [Hello]\nexpect: [{ type: said, text: delivered }]\n',
    });
    const { code, out } = await rehearsal(root, ['run', '--json']);
    const [session] = (JSON.parse(out) as { sessions: { verdict: string; file: string }[] }).sessions;
    expect({ code, verdict: session?.verdict }).toEqual({ code: 3, verdict: 'invalid' });
    const [stored] = filesBelow(root).filter((name) => name.endsWith('.jsonl'));
    expect(readFileSync(join(root, stored ?? ''), 'utf8')).toContain('Told: tool crashed: TypeError: no index');
  });

  test('[A4] one crashing agent among ten scenarios: nine pass, one failed with its stack in the stored session', async () => {
    const scenarios = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [
        `scenarios/s${index}.yaml`,
        orderScenario({ id: `s${index}` }).replace('Where is order A-1001?', `Where is order A-1001? ${index}`),
      ]),
    );
    const body = `if (messages.at(-1).content.endsWith(' 4')) throw new RangeError('out of range'); ${HONEST}`;
    const root = project({ 'rehearsal.config.mjs': configWith(body), ...scenarios });
    const { code, out } = await rehearsal(root, ['run', '--json', '--out', 'results']);
    const { totals } = JSON.parse(out) as { totals: unknown };
    expect({ code, totals }).toEqual({ code: 1, totals: { sessions: 10, passed: 9, failed: 1, invalid: 0 } });
    expect(readFileSync(join(root, 'results/sessions/s4/default/0.jsonl'), 'utf8')).toMatch(
      /agent_error.*RangeError: out of range/s,
    );
  });

  test('[F25] an exception that no session could catch makes the run invalid and names the open sessions', async () => {
    const root = project({
      'rehearsal.config.mjs': configWith(
        `setTimeout(() => { throw new Error('later') }, 5); await new Promise((r) => setTimeout(r, 40)); ${HONEST}`,
      ),
      'scenarios/one.yaml': orderScenario({ id: 'one' }),
    });
    const { code, out } = await rehearsal(root, ['run', '--no-store']);
    expect(code).toBe(3);
    expect(out).toMatch(/an exception that no session could catch \(open sessions: one\/default\/0\)/);
  });

  test('[F25] an agent that ends the process does not make the run green', async () => {
    const root = project({
      'rehearsal.config.mjs': configWith('process.exit(0);'),
      'scenarios/one.yaml': orderScenario({ id: 'one' }),
    });
    const { code, err } = await rehearsal(root, ['run', '--no-store']);
    expect(code).toBe(3);
    expect(err).toContain('something in the project called `process.exit`');
    expect(err).toContain('(open sessions: one/default/0)');
  });
});

describe('what a run leaves', () => {
  test('[S3.23] only the folder that was named', async () => {
    const root = project({ 'scenarios/one.yaml': orderScenario({ id: 'one' }) });
    await rehearsal(root, ['run', '--out', 'results']);
    expect(filesBelow(root)).toEqual([
      'rehearsal.config.mjs',
      'results/plan.json',
      'results/run.json',
      'results/sessions/one/default/0.jsonl',
      'scenarios/one.yaml',
    ]);
  });

  test('no secret of the environment', async () => {
    const root = project({
      'rehearsal.config.mjs': configWith("return 'The key is ' + process.env.SERVICE_API_KEY;"),
      'scenarios/one.yaml': orderScenario({ id: 'one' }),
    });
    const { out, err } = await rehearsal(root, ['run', '--out', 'results'], {
      env: { SERVICE_API_KEY: 'canary-7f3a9b2c' },
    });
    const stored = filesBelow(root)
      .filter((name) => name.startsWith('results/'))
      .map((name) => readFileSync(join(root, name), 'utf8'));
    expect([out, err, ...stored].join('\n')).not.toContain('canary-7f3a9b2c');
    expect(stored.join('\n')).toContain('The key is [redacted]');
  });

  test('[C17] after Ctrl-C: what was done, marked as interrupted, and exit code 130', async () => {
    const body = `if (turn === 0 && messages.at(-1).content.includes('slow')) await new Promise((r) => setTimeout(r, 60_000)); ${HONEST}`;
    const root = project({
      'rehearsal.config.mjs': configWith(body),
      'scenarios/a.yaml': orderScenario({ id: 'a' }),
      'scenarios/b.yaml': orderScenario({ id: 'b' }).replace('Where is order A-1001?', 'slow'),
    });
    let sent = false;
    const { code } = await rehearsal(root, ['run', '--out', 'results', '--concurrency', '1'], {
      onOutput(text, kill) {
        if (sent || !/✓ a\b|passed a|a .*1 turn/.test(text)) return;
        sent = true;
        kill('SIGINT');
      },
    });
    const run = JSON.parse(readFileSync(join(root, 'results/run.json'), 'utf8')) as {
      gate: { status: string };
      sessions: { verdict: string; endReason: string }[];
    };
    expect({
      code,
      gate: run.gate.status,
      sessions: run.sessions.map(({ verdict, endReason }) => [verdict, endReason]),
    }).toEqual({
      code: 130,
      gate: 'interrupted',
      sessions: [
        ['passed', 'user_done'],
        ['invalid', 'aborted'],
      ],
    });
  });

  test('[C19] the same bytes twenty times, apart from times', async () => {
    const root = project({
      'scenarios/one.yaml': orderScenario({ id: 'one' }),
      'scenarios/two.yaml': orderScenario({ id: 'two' }),
    });
    const bytes = async (index: number) => {
      await rehearsal(root, ['run', '--out', `run-${index}`, '--concurrency', String((index % 4) + 1)]);
      return ['one', 'two'].map((id) =>
        readFileSync(join(root, `run-${index}/sessions/${id}/default/0.jsonl`), 'utf8')
          .split('\n')
          .filter((line) => !line.includes('"session_outcome"'))
          .join('\n'),
      );
    };
    const runs = await Promise.all(Array.from({ length: 20 }, (_, index) => bytes(index)));
    expect(new Set(runs.map((run) => run.join('\n'))).size).toBe(1);
  });
});

describe('what it prints', () => {
  test('[S1.33] each score says what was held fixed, and a scripted model is a test of the harness', async () => {
    const root = project({
      'rehearsal.config.mjs': `import { chatAgent, scriptedModel } from 'rehearsal';
export default { agents: { desk: chatAgent({ model: scriptedModel([{ calls: [{ name: 'lookup_order', arguments: { order_id: 'A-1001' } }] }, 'Order A-1001 is delivered.']) }) } };`,
      'examples/one.yaml': orderScenario({ id: 'one' }),
    });
    const { code, out } = await rehearsal(root, ['run', 'examples', '--report', 'json', '--no-store']);
    const { sessions } = JSON.parse(out) as { sessions: { scores: { fixed: string[]; quality: string }[] }[] };
    expect(code).toBe(0);
    expect(sessions[0]?.scores.map(({ fixed, quality }) => ({ fixed, quality }))).toEqual([
      { fixed: ['model', 'counterparty', 'tools'], quality: 'harness' },
    ]);
  });

  test('the command that replays a failure, which fails the same way', async () => {
    const root = project({
      'scenarios/one.yaml': orderScenario({ id: 'one', checks: '- { type: said, text: lost }' }),
    });
    const first = await rehearsal(root, ['run', '--no-store', '--seed', '42']);
    const command = /rehearsal (run one .*)/.exec(first.out)?.[1] ?? '';
    expect(command).toBe('run one --trial 0 --seed 42');
    expect((await rehearsal(root, [...command.split(' '), '--no-store'])).code).toBe(1);
  });

  test.each([
    ['an unknown option', ['run', '--sed', '1'], "error: unknown option '--sed'"],
    ['a number that is none', ['run', '--seed', 'x'], 'It must be a whole number.'],
    ['an unknown scenario', ['run', 'ordr'], 'there is no scenario `ordr`'],
    ['an unknown tag', ['run', '--tag', 'refnd'], 'no scenario has the tag `refnd`'],
    ['an unknown agent', ['run', '--agent', 'dsk'], 'the config has no agent `dsk`; known are `desk`'],
    ['an unknown command', ['rn'], "error: unknown command 'rn'"],
  ])('%s is refused with 2 and a sentence', async (_name, args, text) => {
    const root = project({ 'scenarios/order.yaml': orderScenario() });
    const { code, out, err } = await rehearsal(root, args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(text);
  });

  test('hostile words of an agent reach the terminal only as text', async () => {
    const root = project({
      'rehearsal.config.mjs': configWith(
        "return '\\u001b]0;pwn\\u0007\\u001b[2J\\u202Egpj.exe\\r\\n::add-mask::x delivered';",
      ),
      'scenarios/one.yaml': orderScenario({ id: 'one', checks: '- { type: said, text: nothing }' }),
    });
    const { out, err } = await rehearsal(root, ['run', '--no-store', '--verbose']);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]|^::/m);
  });
});

describe('a first project', () => {
  test('is written by `init`, runs at once, has nothing to lint, and is never overwritten', async () => {
    const root = temporaryFolder();
    expect((await rehearsal(root, ['init'])).code).toBe(0);
    const run = await rehearsal(root, ['run', '--no-store']);
    expect({ code: run.code, err: run.err }).toEqual({ code: 0, err: '' });
    const lint = await rehearsal(root, ['lint', '--probe']);
    expect({ code: lint.code, out: lint.out }).toEqual({
      code: 0,
      out: '1 scenario: nothing to mend\n1 scenario withstood three worthless agents\n',
    });
    const again = await rehearsal(root, ['init']);
    expect(again.code).toBe(2);
    expect(again.err).toContain('rehearsal.config.ts');
  });

  test('keeps what runs write out of git, beside what is there, and only once', async () => {
    const ignored = async (text?: string): Promise<string> => {
      const root = temporaryFolder();
      if (text !== undefined) writeFiles(root, { '.gitignore': text });
      expect((await rehearsal(root, ['init'])).code).toBe(0);
      return readFileSync(join(root, '.gitignore'), 'utf8');
    };
    expect(await ignored()).toMatch(/^\.rehearsal\/$/m);
    expect(await ignored('dist\nnode_modules')).toBe('dist\nnode_modules\n.rehearsal/\n');
    expect(await ignored('dist\r\n')).toBe('dist\r\n.rehearsal/\r\n');
    for (const line of ['.rehearsal', '/.rehearsal/', '.rehearsal/**'])
      expect(await ignored(`${line}\ndist\n`)).toBe(`${line}\ndist\n`);
  });

  test('[S1.32] `doctor` finds that everything fits, and `--version` is the package’s', async () => {
    const root = temporaryFolder();
    const doctor = await rehearsal(root, ['doctor']);
    expect(doctor.code).toBe(0);
    expect(doctor.out).toContain('Everything fits.');
    expect((await rehearsal(root, ['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('what reaches outside a session', () => {
  const late = "setTimeout(() => { throw new Error('late boom') }, 0);";

  test('[F25] an exception right at the end is not swallowed', async () => {
    const root = project({
      'rehearsal.config.mjs': configWith(`${late} ${HONEST}`),
      'scenarios/one.yaml': orderScenario({ id: 'one' }),
    });
    const { code, out } = await rehearsal(root, ['run', '--no-store']);
    expect(code).toBe(3);
    expect(out).toContain('late boom');
  });

  test('[F25] ending the process later does not turn a lost gate into a met one', async () => {
    const root = project({
      'rehearsal.config.mjs': configWith("setTimeout(() => process.exit(0), 30); return 'lost';"),
      'scenarios/one.yaml': orderScenario({ id: 'one' }),
    });
    expect((await rehearsal(root, ['run', '--no-store', '--verbose'])).code).not.toBe(0);
  });

  test.each([
    ['ends the process', 'process.exit(0);', 'something in the project called `process.exit`'],
    ['waits for ever', 'await new Promise(() => {});', 'something is awaited that will never come'],
    ['forgets a rejection', "Promise.reject(new Error('cfg'));", 'cfg'],
  ])('a config that %s is wrong usage, for `run` and for `lint`', async (_name, text, said) => {
    const root = project({
      'rehearsal.config.mjs': `${text}\n${configWith(HONEST)}`,
      'scenarios/one.yaml': orderScenario({ id: 'one' }),
    });
    for (const command of ['run', 'lint']) {
      const { code, err } = await rehearsal(root, [command]);
      expect({ command, code }).toEqual({ command, code: 2 });
      expect(err).toContain(said);
    }
  });

  test('a check that waits for ever is unscored after its time, and the run has its result', async () => {
    const waiting = `scorers: [defineScorer({ type: 'broken-judge', summary: 'Waits.', stages: ['generation'], metrics: [], schema: z.strictObject({}),
      create: () => [{ stage: 'generation', needs: { toolCalls: false }, deterministic: false, score: () => new Promise(() => {}) }] })],`;
    const root = project({
      'rehearsal.config.mjs': configWith(HONEST, waiting),
      'scenarios/one.yaml': orderScenario({
        id: 'one',
        checks: '- { type: broken-judge }',
        more: 'limits: { sessionTimeoutMs: 300 }\n',
      }),
    });
    const { code, out } = await rehearsal(root, ['run', '--no-store', '--json']);
    const { sessions } = JSON.parse(out) as { sessions: { verdict: string; scores: { status: string }[] }[] };
    expect({ code, verdict: sessions[0]?.verdict, status: sessions[0]?.scores[0]?.status }).toEqual({
      code: 3,
      verdict: 'invalid',
      status: 'unscored',
    });
  });

  test('[F69] no form of a secret is printed or stored, wherever it comes from', async () => {
    const secret = 'CANARY"tok/en~99xyz';
    const body = `const s = process.env.MY_API_TOKEN; try { await tools.lookup_order({ order_id: s }); } catch {} return JSON.stringify({ said: s });`;
    const root = project({
      'rehearsal.config.mjs': configWith(
        body,
        "reporters: [{ name: 'loud', onRunEnd() { throw new Error('oops ' + process.env.MY_API_TOKEN) } }],",
      ),
      'scenarios/one.yaml': orderScenario({ id: 'one' }),
    });
    const env = { MY_API_TOKEN: secret };
    const printed = await rehearsal(root, ['run', '--no-store', '--json'], { env });
    const stored = await rehearsal(root, ['run', '--out', 'results', '--verbose'], { env });
    const files = filesBelow(root)
      .filter((name) => name.startsWith('results/'))
      .map((name) => readFileSync(join(root, name), 'utf8'));
    const broken = project({
      'rehearsal.config.mjs': "throw new Error('cfg ' + process.env.MY_API_TOKEN);",
      'scenarios/one.yaml': orderScenario({ id: 'one' }),
    });
    const refused = await rehearsal(broken, ['run'], { env });
    const all = [printed.out, printed.err, stored.out, stored.err, ...files, refused.out, refused.err].join('\n');
    expect(all).toContain('[redacted]');
    expect(all).not.toMatch(/CANARY/);
    expect({ printed: printed.code, refused: refused.code }).toEqual({ printed: 1, refused: 2 });
  });

  test('a folder that cannot be made is the disk’s refusal, at once', async () => {
    const root = project({ 'scenarios/one.yaml': orderScenario({ id: 'one' }) });
    const { code, err } = await rehearsal(root, ['run', '--out', '/proc/nothing/here']);
    expect(code).toBe(4);
    expect(err).toContain('/proc/nothing');
  });

  test('escape codes in arguments come back as text', async () => {
    const root = project({ 'scenarios/one.yaml': orderScenario({ id: 'one' }) });
    for (const args of [['\u001b[2J'], ['--\u001b[2J'], ['run', '--seed', '\u001b]0;x\u0007']]) {
      const { out, err } = await rehearsal(root, args);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
      expect(out + err).not.toMatch(/[\u001b\u0007\u009b]/);
    }
  });
});
