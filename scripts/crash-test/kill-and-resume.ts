import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSession } from '../../src/store/read-session.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** When a run is killed: as soon as its agent has begun so many sessions, and a moment later. */
export type Moment = { opened: number; pauseMs: number };

export type Killed = {
  /** What is wrong; empty when nothing is. */
  faults: string[];
  /** Sessions that were committed when the process was killed. */
  committed: number;
  /** Whether the process was still there to be killed. */
  wasKilled: boolean;
};

/** What a run comes to that nobody kills. */
export type Whole = { code: number | null; result: string };

/** A whole run without interruption: its result, with what differs between any two runs masked. */
export async function runWhole(root: string, folder: string): Promise<Whole> {
  rmSync(join(root, 'opened.txt'), { force: true });
  const code = await ended(start(root, ['run', '--out', folder]));
  return { code, result: masked(join(root, folder)) };
}

/** Kills a run, goes on with it, and holds the outcome against a whole run. */
export async function killAndResume(
  root: string,
  { folder, moment, whole, planned }: { folder: string; moment: Moment; whole: Whole; planned: number },
): Promise<Killed> {
  const counter = join(root, 'opened.txt');
  const out = join(root, folder);
  rmSync(counter, { force: true });
  const child = start(root, ['run', '--out', folder]);
  const wasKilled = await killAt(child, counter, moment);
  const committed = await committedIn(out);
  const before = countsIn(counter);
  const code = await ended(
    start(root, existsSync(join(out, 'plan.json')) ? ['run', '--resume', folder] : ['run', '--out', folder]),
  );
  const after = countsIn(counter);
  const faults: string[] = [];
  if (code !== whole.code) faults.push(`exit code ${code} instead of ${whole.code}`);
  for (const path of committed) {
    if (after.get(path) !== before.get(path)) faults.push(`${path} was finished and ran again`);
  }
  if (after.size !== planned) faults.push(`${after.size} sessions ran of ${planned}`);
  for (const [path, count] of after) {
    const most = (before.get(path) ?? 0) + (committed.has(path) ? 0 : 1);
    if (count > most) faults.push(`${path} ran ${count} times`);
  }
  const stored = await committedIn(out);
  if (stored.size !== planned) faults.push(`${stored.size} sessions are stored of ${planned}`);
  if (existsSync(join(out, '.lock'))) faults.push('the lock is left');
  if (masked(out) !== whole.result) faults.push('the result differs from that of a whole run');
  return { faults, committed: committed.size, wasKilled };
}

/** A seeded moment of a run of so many sessions; some lie before its first session and some in its reports. */
export function momentOf(random: () => number, sessions: number): Moment {
  return { opened: Math.floor(random() * (sessions + 2)), pauseMs: Math.floor(random() * 12) };
}

function start(root: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [main, ...args, '--quiet', '--concurrency', '6'], {
    cwd: root,
    env: { PATH: process.env.PATH, NO_COLOR: '1' },
    stdio: 'ignore',
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}

async function killAt(child: ChildProcess, counter: string, { opened, pauseMs }: Moment): Promise<boolean> {
  let isOver = false;
  const over = ended(child).then(() => {
    isOver = true;
  });
  const begun = (): number => (existsSync(counter) ? lineCount(counter) : 0);
  while (!isOver && begun() < opened) await pause(1);
  await pause(pauseMs);
  const wasKilled = !isOver;
  child.kill('SIGKILL');
  await over;
  return wasKilled;
}

/** Paths of the sessions whose file ends with an outcome. */
async function committedIn(out: string): Promise<Set<string>> {
  const sessions = join(out, 'sessions');
  if (!existsSync(sessions)) return new Set();
  const files = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\/\d+\.jsonl$/.test(name),
  );
  const paths = new Set<string>();
  for (const file of files) {
    const { status } = await readSession(join(sessions, file));
    if (status === 'finished') paths.add(file.replace(/\.jsonl$/, ''));
  }
  return paths;
}

function countsIn(counter: string): Map<string, number> {
  const counts = new Map<string, number>();
  if (!existsSync(counter)) return counts;
  for (const line of readFileSync(counter, 'utf8').split('\n')) {
    const [path = ''] = line.split(' ');
    if (path !== '') counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return counts;
}

function lineCount(file: string): number {
  return statSync(file).size === 0 ? 0 : readFileSync(file, 'utf8').split('\n').length - 1;
}

/** The stored result without its name and its times. */
function masked(out: string): string {
  if (!existsSync(join(out, 'run.json'))) return 'no result';
  const run = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as { id: string; notes: string[] };
  // On a busy machine a process stands still now and then: a matter of time, too.
  const notes = run.notes.filter((note) => !note.includes('stopped every other session for'));
  return JSON.stringify({ ...run, notes }, (key, value: unknown) => (TIMES.includes(key) ? 0 : value), 1).replaceAll(
    run.id,
    'RUN',
  );
}

const TIMES: readonly string[] = ['startedAt', 'durationMs'];

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
