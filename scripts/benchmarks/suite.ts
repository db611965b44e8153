import { planRun } from '../../src/runs/plan-run.ts';
import { runSuite } from '../../src/runs/run-suite.ts';
import { systemClock } from '../../src/runs/system-clock.ts';
import { scoreTranscript } from '../../src/scorers/score-transcript.ts';
import { agent, scenario, scripted, strictCheck, world } from './parts.ts';
import { report } from './workload.ts';

/** A whole run of `SESSIONS` sessions with `OPEN` of them at a time; nothing is stored. */
const count = Number(process.env.SESSIONS ?? 2000);
const concurrency = Number(process.env.OPEN ?? 8);
const clock = systemClock();
const common = { variant: 'default', user: scripted(1), agent, world, scorers: strictCheck(1), gate: {} };
const sessions = planRun([{ ...common, scenario }], { seed: 0, trials: count });
const cpu = process.cpuUsage();
const begin = process.hrtime.bigint();
const run = await runSuite({
  id: 'bench',
  seed: 0,
  sessions,
  concurrency,
  clock,
  signal: new AbortController().signal,
  reporter: { name: 'none' },
  score: ({ transcript }, scorers) => scoreTranscript(transcript, scorers, { scenario }),
  groundingOf: () => [],
});
clock.stop();
if (run.totals.passed !== count) throw new Error(`only ${run.totals.passed} of ${count} sessions passed`);
report(`${count} sessions, ${concurrency} open`, { count, cpu, begin });
