import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SESSIONS_OF_A_TRIAL, writeCrashProject } from '../../scripts/crash-test/crash-project.ts';
import { killAndResume, momentOf, runWhole } from '../../scripts/crash-test/kill-and-resume.ts';
import { randomFrom } from '../../src/domain/values/random.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('[F41] a run that was killed at any of twelve moments goes on: nothing finished is lost or run twice, the result is the same', async () => {
  const root = temporaryFolder();
  const trials = 8;
  const planned = trials * SESSIONS_OF_A_TRIAL;
  writeCrashProject(root, { trials });
  const whole = await runWhole(root, 'whole');
  const random = randomFrom(7);
  let killed = 0;
  for (let kill = 0; kill < 12; kill += 1) {
    const moment = momentOf(() => random.next(), planned);
    const outcome = await killAndResume(root, { folder: 'out', moment, whole, planned });
    expect(outcome.faults, `killed after ${outcome.committed} sessions`).toEqual([]);
    killed += outcome.wasKilled ? 1 : 0;
    rmSync(join(root, 'out'), { recursive: true });
  }
  expect(killed).toBeGreaterThan(6);
}, 300_000);
