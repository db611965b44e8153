import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';

/**
 * What Rehearsal costs, as ratios to a bare loop that does the same work in the same round. Machines drift: read the
 * ratios. `ROUNDS=7 npm run bench` takes more rounds; a word after `--` takes only the tables whose name holds it.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const root = fileURLToPath(new URL('..', import.meta.url));
const programs = join(root, '.bench');
const only = process.argv.slice(2);

type Sample = { wall: number; cpu: number; peakMb: number; count: number };
/** `ideal` is the time in seconds that the work would take if the program itself took none. */
type Program = { name: string; argv: readonly string[]; env?: Record<string, string>; expect?: number; ideal?: number };

const CONFIG = `import { functionAgent } from 'rehearsal';
export default { agents: { desk: functionAgent(async (_messages, { tools }) => {
  const { status } = await tools.lookup_order({ order_id: 'A-1001' });
  return \`Order A-1001 is \${status}.\`;
}) } };
`;
const SCENARIO = `id: one
title: Where is my order?
user:
  - Where is order A-1001?
world:
  tools:
    - name: lookup_order
      description: Looks up an order.
      parameters: { order_id: { type: string } }
      answers: [{ result: { order_id: A-1001, status: delivered } }]
expect:
  - type: calls
    calls: [{ tool: lookup_order, arguments: { order_id: A-1001 } }]
  - type: said
    text: delivered
`;

await build({
  cwd: root,
  config: false,
  entry: ['scripts/benchmarks/{bare-loop,scripted,machine,suite,loopback}.ts'],
  outDir: programs,
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: false,
  logLevel: 'silent',
});
const program = (file: string, name: string, env: Record<string, string> = {}): Program => ({
  name,
  argv: [join(programs, `${file}.js`)],
  env,
});

console.log(`node ${process.version}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${ROUNDS} rounds`);
table('one session after the other: 6 turns, 12 calls, full transcript, strict check', [
  program('bare-loop', 'bare loop'),
  program('scripted', 'scripted user'),
  program('machine', 'machine user'),
]);
table('the same for 10,000 sessions, where starting up weighs less', [
  program('bare-loop', 'bare loop', { SESSIONS: '10000' }),
  program('scripted', 'scripted user', { SESSIONS: '10000' }),
  program('machine', 'machine user', { SESSIONS: '10000' }),
]);
table('sessions at the same time', [
  program('suite', '1 open', { SESSIONS: '2000', OPEN: '1' }),
  program('suite', '100 open', { SESSIONS: '2000', OPEN: '100' }),
  program('suite', '2000 open', { SESSIONS: '2000', OPEN: '2000' }),
]);
table('peak memory', [
  program('suite', '200 sessions', { SESSIONS: '200' }),
  program('suite', '2000 sessions', { SESSIONS: '2000' }),
  program('suite', '20000 sessions', { SESSIONS: '20000' }),
]);
table('calls of a model over HTTP, 64 at once, no wait: the bare client with its own fetch, and ours', [
  loopback('bare', { SESSIONS: '512', CALLS: '12', OPEN: '64', WAIT_MS: '0' }),
  loopback('ours', { SESSIONS: '512', CALLS: '12', OPEN: '64', WAIT_MS: '0' }),
]);
table('256 sessions of 18 calls over HTTP, 64 at once, 200 ms a call', [
  loopback('bare', { SESSIONS: '256', CALLS: '18', OPEN: '64', WAIT_MS: '200' }),
  loopback('ours', { SESSIONS: '256', CALLS: '18', OPEN: '64', WAIT_MS: '200' }),
]);
commandTable();
rmSync(programs, { recursive: true, force: true });

/** A client against a provider on this machine. */
function loopback(client: 'bare' | 'ours', work: Record<'SESSIONS' | 'CALLS' | 'OPEN' | 'WAIT_MS', string>): Program {
  const ideal =
    (Math.ceil(Number(work.SESSIONS) / Number(work.OPEN)) * Number(work.CALLS) * Number(work.WAIT_MS)) / 1000;
  return { ...program('loopback', `${client} client`, { CLIENT: client, ...work }), ideal };
}

/** Whole processes of the command, against an empty one. */
function commandTable(): void {
  const folder = join(tmpdir(), `rehearsal-bench-${process.pid}`);
  mkdirSync(join(folder, 'scenarios'), { recursive: true });
  mkdirSync(join(folder, 'bad'), { recursive: true });
  writeFileSync(join(folder, 'rehearsal.config.js'), CONFIG);
  writeFileSync(join(folder, 'scenarios/one.yaml'), SCENARIO);
  writeFileSync(join(folder, 'bad/bad.yaml'), SCENARIO.replace('title:', 'titel:'));
  const main = join(root, 'dist/cli/main.js');
  const command = (name: string, args: readonly string[], expect = 0): Program => ({
    name,
    argv: [main, ...args],
    env: { FOLDER: folder },
    expect,
  });
  table('the command, as whole processes', [
    { name: 'node -e 0', argv: ['-e', '0'] },
    command('rehearsal --version', ['--version']),
    command('rehearsal run, 1 scripted scenario', ['run', 'scenarios/one.yaml', '--no-store']),
    command('rehearsal run, a bad file refused', ['run', 'bad/bad.yaml'], 2),
  ]);
  rmSync(folder, { recursive: true, force: true });
}

function table(title: string, rows: readonly Program[]): void {
  if (only.length > 0 && !only.some((word) => title.includes(word))) return;
  const samples = new Map<string, { sample: Sample; ratio: number }[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    let base: Sample | undefined;
    for (const row of rows) {
      const sample = runProgram(row);
      base ??= sample;
      const ratio = sample.cpu / sample.count / (base.cpu / base.count);
      samples.set(row.name, [...(samples.get(row.name) ?? []), { sample, ratio }]);
    }
  }
  console.log(`\n${title}`);
  console.table(
    Object.fromEntries(
      [...samples].map(([name, taken]) => [
        name,
        {
          'CPU, ratio to the first row': median(taken.map(({ ratio }) => ratio)).toFixed(2),
          'CPU ms each': median(taken.map(({ sample }) => (sample.cpu / sample.count) * 1000)).toFixed(3),
          'each second (wall)': Math.round(median(taken.map(({ sample }) => sample.count / sample.wall))),
          'peak MB': Math.round(median(taken.map(({ sample }) => sample.peakMb))),
          ...overIdeal(
            taken.map(({ sample }) => sample.wall),
            rows.find((row) => row.name === name)?.ideal,
          ),
        },
      ]),
    ),
  );
}

function overIdeal(walls: readonly number[], ideal = 0): Record<string, string> {
  return ideal > 0 ? { 'wall, ratio to the ideal': (median(walls) / ideal).toFixed(3) } : {};
}

/** The program's own figures where it prints them, else those of the whole process. */
function runProgram({ name, argv, env = {}, expect = 0 }: Program): Sample {
  const { FOLDER: cwd = root, ...more } = env;
  const begin = process.hrtime.bigint();
  const done = spawnSync('/usr/bin/time', ['-f', '@%U %S %M', process.execPath, ...argv], {
    cwd,
    env: { ...process.env, ...more, FORCE_COLOR: '0' },
    encoding: 'utf8',
  });
  const wall = Number(process.hrtime.bigint() - begin) / 1e9;
  if (done.error !== undefined) throw new Error(`/usr/bin/time is needed (Debian: time): ${done.error.message}`);
  const [, user, system, peak] = /@([\d.]+) ([\d.]+) (\d+)/.exec(done.stderr) ?? [];
  if (done.status !== expect || user === undefined)
    throw new Error(`${name} ended with ${done.status}:\n${done.stdout}${done.stderr}`);
  const line = done.stdout.split('\n').find((text) => text.startsWith('{"name"'));
  if (line !== undefined) return JSON.parse(line) as Sample;
  return { count: 1, wall, cpu: Number(user) + Number(system), peakMb: Number(peak) / 1024 };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
