import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomFrom } from '../../src/domain/values/random.ts';
import { SESSIONS_OF_A_TRIAL, writeCrashProject } from './crash-project.ts';
import { killAndResume, momentOf, runWhole } from './kill-and-resume.ts';

/**
 * Kills a run of 200 sessions at 200 seeded moments and goes on with it each time: nothing that was finished may be lost or
 * run twice, and the result has to be that of a run which nobody killed. `KILLS`, `TRIALS` and `SEED` change the numbers.
 */
async function main(): Promise<number> {
  const { KILLS = '200', TRIALS = '40', SEED = '0' } = process.env;
  const root = mkdtempSync(join(tmpdir(), 'rehearsal-crash-'));
  const planned = Number(TRIALS) * SESSIONS_OF_A_TRIAL;
  const random = randomFrom(Number(SEED));
  let bad = 0;
  let killed = 0;
  try {
    writeCrashProject(root, { trials: Number(TRIALS) });
    const whole = await runWhole(root, 'whole');
    for (let kill = 0; kill < Number(KILLS); kill += 1) {
      const moment = momentOf(() => random.next(), planned);
      const { faults, committed, wasKilled } = await killAndResume(root, { folder: 'out', moment, whole, planned });
      rmSync(join(root, 'out'), { recursive: true, force: true });
      killed += wasKilled ? 1 : 0;
      bad += faults.length > 0 ? 1 : 0;
      const what = wasKilled ? `killed after ${committed} of ${planned}` : 'was over before the kill';
      process.stdout.write(`${kill + 1}: ${what}${faults.length === 0 ? ', identical' : `: ${faults.join('; ')}`}\n`);
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  process.stdout.write(`${Number(KILLS) - bad} of ${KILLS} identical, ${killed} of them killed on their way\n`);
  return bad === 0 ? 0 : 1;
}

process.exitCode = await main();
