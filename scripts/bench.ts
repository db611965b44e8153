import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';

/**
 * What Rehearsal costs, as ratios to a bare loop that does the same work in the same round. Machines drift: read the
 * ratios. `ROUNDS=7 npm run bench` takes more rounds; words after `--` take only the tables whose name holds one of them.
 * `PEERS=<folder>` adds other people's programs: a `sessions.mjs` and a `client.mjs` for the tables over HTTP, and
 * `score-*.mjs`, which are told `COUNT`, for those of trajectories.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const root = fileURLToPath(new URL('..', import.meta.url));
const programs = join(root, '.bench');
const only = process.argv.slice(2);
const TRAJECTORY_PROGRAMS = ['floor', 'compare', 'foreign', 'sizes'];
const HTTP_PROGRAMS = ['provider', 'bare-client', 'our-model', 'our-sessions', 'foreign'];

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
  entry: Object.fromEntries([
    ...['bare-loop', 'scripted', 'machine', 'suite', 'policies'].map((name) => [name, `scripts/benchmarks/${name}.ts`]),
    ...HTTP_PROGRAMS.map((name) => [name, `scripts/benchmarks/http/${name}.ts`]),
    ['grounding-answers', 'scripts/benchmarks/grounding/answers.ts'],
    ...TRAJECTORY_PROGRAMS.map((name) => [`trajectory-${name}`, `scripts/benchmarks/trajectory/${name}.ts`]),
  ]),
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

console.log(`node ${process.version}, ${cpus().length} cores, ${ROUNDS} rounds`);
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
table('policies over a session of 10,000 events', [
  program('policies', '1 rule', { RULES: '1' }),
  program('policies', '10 rules', { RULES: '10' }),
  program('policies', '50 rules', { RULES: '50' }),
]);
table('peak memory', [
  program('suite', '200 sessions', { SESSIONS: '200' }),
  program('suite', '2000 sessions', { SESSIONS: '2000' }),
  program('suite', '20000 sessions', { SESSIONS: '20000' }),
]);
// Many calls: the engine compiles what runs often, and that takes as long as some thousands of them.
const fast = { SESSIONS: '1024', OPEN: '64' };
table('calls of a model over HTTP, 64 sessions at once, no wait', [
  program('bare-client', 'openai, its own fetch', fast),
  program('our-model', 'openaiModel', fast),
  program('our-sessions', 'whole sessions', fast),
  ...foreign('client.mjs', fast),
]);
const slow = { SESSIONS: '256', OPEN: '64', WAIT_MS: '200' };
const ideal = (256 / 64) * 18 * 0.2;
table('256 sessions over HTTP, 64 at once, 18 calls of 200 ms each', [
  { ...program('bare-client', 'p-limit and openai', slow), ideal },
  { ...program('our-sessions', 'whole sessions', slow), ideal },
  // Once the engine has compiled what runs often.
  { ...program('bare-client', 'p-limit and openai, warm', { ...slow, WARM_UP: '64' }), ideal },
  { ...program('our-sessions', 'whole sessions, warm', { ...slow, WARM_UP: '64' }), ideal },
  ...foreign('sessions.mjs', slow).map((row) => ({ ...row, ideal })),
]);
for (const MODE of ['strict', 'unordered', 'superset']) {
  table(`trajectories of 12 calls, ${MODE}`, [
    program('trajectory-floor', 'floor: parse and compare', { MODE }),
    program('trajectory-compare', 'compareCalls', { MODE }),
    ...foreignScorers(MODE),
  ]);
}
table('trajectories of which little fits', [
  ...['40', '300', '1000'].map((SIZE) => program('trajectory-sizes', `${SIZE} against ${SIZE}, in order`, { SIZE })),
  ...['40', '300'].map((SIZE) =>
    program('trajectory-sizes', `${SIZE} against ${SIZE}, any order`, { SIZE, ORDER: 'any' }),
  ),
  program('trajectory-sizes', '300, any order, one tool, no argument right', { SIZE: '300', ORDER: 'any', TOOLS: '1' }),
  program('trajectory-sizes', '1000, in order, one tool, no argument right', { SIZE: '1000', TOOLS: '1' }),
  ...['40', '300', '1000'].map((SIZE) =>
    program('trajectory-sizes', `${SIZE}, in order, and what differs in words`, { SIZE, EXPLAIN: '1' }),
  ),
]);
// Linear in the evidence: the ratios of CPU follow those of the sizes. A result is read up to 200 KB, and 1 MB is cut there.
table('grounding of an answer, by kilobytes of evidence', [
  ...['1', '14', '50', '200', '1024'].map((KB) =>
    program('grounding-answers', `${KB} KB`, { KB, COUNT: Number(KB) < 50 ? '100' : '10' }),
  ),
]);
commandTable();
rmSync(programs, { recursive: true, force: true });

/** Somebody else's program, where `PEERS` holds it; a copy beside ours finds the same packages. */
function foreign(file: string, env: Record<string, string>): Program[] {
  const { PEERS } = process.env;
  if (PEERS === undefined || !existsSync(join(PEERS, file))) return [];
  mkdirSync(join(programs, 'foreign'), { recursive: true });
  copyFileSync(join(PEERS, file), join(programs, 'foreign', file));
  return [program('foreign', `peer: ${file}`, { PROGRAM: file, ...env })];
}

/** Other people's programs on the same pairs, where `PEERS` holds them with their packages. */
function foreignScorers(MODE: string): Program[] {
  const { PEERS } = process.env;
  if (PEERS === undefined) return [];
  const files = readdirSync(PEERS).filter((file) => /^score-(?!data|floor).*\.mjs$/.test(file));
  return files.map((PROGRAM) => program('trajectory-foreign', `peer: ${PROGRAM}`, { PROGRAM, PEERS, MODE }));
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

/** How many processes wanted to run in the last minute: with more than there are cores, walls are worth little. */
function load(): string {
  return loadavg()[0]?.toFixed(1) ?? '?';
}

type Taken = { sample: Sample; base: Sample };

function table(title: string, rows: readonly Program[]): void {
  if (only.length > 0 && !only.some((word) => title.includes(word))) return;
  const loadBefore = load();
  const taken: Taken[][] = rows.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    let base: Sample | undefined;
    for (const [index, row] of rows.entries()) {
      const sample = runProgram(row);
      base ??= sample;
      taken[index]?.push({ sample, base });
    }
  }
  console.log(`\n${title} (load ${loadBefore} before, ${load()} after)`);
  console.table(Object.fromEntries(rows.map((row, index) => [row.name, figuresOf(row, taken[index] ?? [])])));
}

/** Ratios are taken within a round, where both had the same machine, and then their median. */
function figuresOf({ ideal = 0 }: Program, taken: readonly Taken[]): Record<string, string | number> {
  const middle = (figure: (one: Taken) => number): number => median(taken.map(figure));
  const cpuEach = ({ cpu, count }: Sample): number => cpu / count;
  const pace = ({ count, wall }: Sample): number => count / wall;
  return {
    'CPU, ratio to the first row': middle(({ sample, base }) => cpuEach(sample) / cpuEach(base)).toFixed(2),
    'pace, ratio to the first row': middle(({ sample, base }) => pace(sample) / pace(base)).toFixed(2),
    ...(ideal > 0 ? { 'wall, ratio to the ideal': middle(({ sample }) => sample.wall / ideal).toFixed(3) } : {}),
    'CPU ms each': middle(({ sample }) => cpuEach(sample) * 1000).toFixed(3),
    'each second (wall)': Math.round(middle(({ sample }) => pace(sample))),
    'peak MB': Math.round(middle(({ sample }) => sample.peakMb)),
  };
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
