import * as nodeFs from 'node:fs';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planEntry } from '../../src/cli/plan-file.ts';
import { finishedSessions } from '../../src/cli/resume/finished-sessions.ts';
import type { RunWriter } from '../../src/domain/contracts/run-store.ts';
import { StoreError } from '../../src/domain/errors.ts';
import { sessionPath } from '../../src/domain/transcript/session-key.ts';
import type { RunResult } from '../../src/domain/verdicts/run-result.ts';
import type { StoredPlan } from '../../src/domain/verdicts/stored-plan.ts';
import { planRun, type RunnableScenario } from '../../src/runs/plan-run.ts';
import { rebuildRun } from '../../src/runs/rebuild-run.ts';
import { runSuite } from '../../src/runs/run-suite.ts';
import { directoryStore } from '../../src/store/directory-store.ts';
import type { FileSystem } from '../../src/store/file-system.ts';
import { noRedactor, scoreOf } from '../fixtures/results.ts';
import { agentOf, manualClock, scenarioOf, userOf, worldOf } from '../fixtures/session-parts.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const world = worldOf({ list: { run: () => 'x'.repeat(70_000) } });
const agent = agentOf(async function* (_message, tools) {
  await tools.call('list', {});
  yield { type: 'text', text: 'Here.' };
});
const runnable = (id: string): RunnableScenario => ({
  scenario: scenarioOf({ id, title: id }),
  variant: 'default',
  user: userOf('All?', 'Again?'),
  ...{ agent, world, scorers: [], gate: {} },
});
const sessions = planRun([runnable('a'), runnable('b')], { seed: 0, trials: 2 });
const plan: StoredPlan = {
  ...{
    version: 1,
    id: 'run',
    seed: 0,
    startedAt: '2026-01-15T09:00:00.000Z',
    from: '',
    wanted: [],
    options: {},
    gate: {},
  },
  sessions: sessions.map(planEntry),
};
const readers = { groundingOf: () => [] };

test('[F42] a disk that is full at any write ends the run with its path, loses nothing, and lets the run go on later', async () => {
  const whole = masked(await run({ root: temporaryFolder(), fs: nodeFs }));
  const counting = failingFrom(Number.POSITIVE_INFINITY, 'ENOSPC');
  await run({ root: temporaryFolder(), fs: counting.fs });
  const writes = counting.count();
  expect(writes).toBeGreaterThan(30);
  for (let first = 1; first <= writes; first += 1) {
    const root = temporaryFolder();
    const error = await run({ root, fs: failingFrom(first, 'ENOSPC').fs }).catch((thrown: unknown) => thrown);
    expect(error, `write ${first}`).toBeInstanceOf(StoreError);
    expect((error as StoreError).path.startsWith(root), `write ${first}`).toBe(true);
    const store = directoryStore({ root, redactor: noRedactor });
    const finished = await listOf(store, 'finished');
    const again = masked(await run({ root, fs: nodeFs }));
    expect(again, `write ${first}`).toEqual(whole);
    // What was committed before is what it was.
    expect((await listOf(store, 'finished')).slice(0, finished.length).length).toBe(finished.length);
    expect(readdirSync(join(root, 'run')).sort()).toEqual(['blobs', 'plan.json', 'run.json', 'sessions']);
  }
}, 120_000);

test.each(['EACCES', 'EROFS', 'EMFILE', 'EIO'])(
  '[F43] %s in the middle of a run ends it with the path',
  async (code) => {
    for (const first of [1, 9, 17, 26]) {
      const root = temporaryFolder();
      const error = await run({ root, fs: failingFrom(first, code).fs }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StoreError);
      expect(String(error)).toContain(`(${code})`);
    }
  },
);

test('[F43] a directory that is deleted in the middle of a run ends it with the path', async () => {
  const root = temporaryFolder();
  let writes = 0;
  const writeSync: FileSystem['writeSync'] = (fd, bytes, offset) => {
    writes += 1;
    if (writes === 12) rmSync(join(root, 'run'), { recursive: true });
    return nodeFs.writeSync(fd, bytes, offset);
  };
  const error = await run({ root, fs: { ...nodeFs, writeSync } }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreError);
  expect(String(error)).toContain('it does not exist (ENOENT)');
});

test('[C8] the result of a run is rebuilt from its plan and its journal alone', async () => {
  const root = temporaryFolder();
  const kept = await run({ root, fs: nodeFs });
  rmSync(join(root, 'run/run.json'));
  const store = directoryStore({ root, redactor: noRedactor });
  const rebuilt = await rebuildRun(await store.readPlan('run'), store.findSessions('run'), readers);
  expect(rebuilt.gate.status).toBe('interrupted');
  expect(masked({ ...rebuilt, gate: kept.gate })).toEqual(masked(kept));
});

/** Begins the run, or goes on with it where it has begun. */
async function run({ root, fs }: { root: string; fs: FileSystem }): Promise<RunResult> {
  const store = directoryStore({ root, redactor: noRedactor, fs, now: () => 0 });
  const state = await store.stateOf('run');
  let writer: RunWriter | undefined;
  try {
    writer = state === 'none' ? await store.createRun('run', plan) : await store.reopenRun('run');
    return await runSuite({
      ...{ id: 'run', seed: 0, sessions, writer, ...readers },
      concurrency: 1,
      clock: manualClock(),
      signal: new AbortController().signal,
      reporter: { name: 'none' },
      score: async () => ({ scores: [scoreOf('said')] }),
      resumed:
        state === 'none'
          ? undefined
          : {
              startedAt: plan.startedAt,
              planned: plan.sessions,
              finished: () =>
                finishedSessions(store.findSessions('run'), {
                  planned: plan.sessions,
                  runnable: new Set(sessions.map(({ key }) => sessionPath(key))),
                  onCounted() {},
                  onNote() {},
                }),
            },
    });
  } finally {
    writer?.release();
  }
}

/** A disk on which every change fails from the `first` on. */
function failingFrom(first: number, code: string): { fs: FileSystem; count(): number } {
  let changes = 0;
  const refusal = (): Error => Object.assign(new Error(`${code}: refused`), { code });
  const change = (): void => {
    changes += 1;
    if (changes >= first) throw refusal();
  };
  const fs: FileSystem = {
    ...nodeFs,
    openSync(path, flags) {
      if (flags !== 'r') change();
      return nodeFs.openSync(path, flags);
    },
    writeSync(fd, bytes, offset) {
      change();
      return nodeFs.writeSync(fd, bytes, offset);
    },
    mkdirSync(path) {
      change();
      return nodeFs.mkdirSync(path);
    },
    renameSync(from, to) {
      change();
      nodeFs.renameSync(from, to);
    },
    fdatasync(fd, done) {
      changes += 1;
      if (changes >= first) done(refusal());
      else nodeFs.fdatasync(fd, done);
    },
  };
  return { fs, count: () => changes };
}

async function listOf(store: ReturnType<typeof directoryStore>, wanted: 'finished' | 'unfinished'): Promise<string[]> {
  if ((await store.stateOf('run')) === 'none') return [];
  const paths: string[] = [];
  try {
    for await (const { key, status } of store.findSessions('run')) if (status === wanted) paths.push(sessionPath(key));
  } catch (error) {
    // Nothing began: the folder of the sessions is the first thing after the plan.
    if (!String(error).includes('does not exist')) throw error;
  }
  return paths;
}

function masked(run: RunResult): unknown {
  return JSON.parse(
    JSON.stringify(run, (key, value: unknown) => (key === 'durationMs' || key === 'startedAt' ? 0 : value)),
  );
}
