import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startProvider } from './start-provider.ts';
import { CALLS, OPEN, SESSIONS } from './talk.ts';

/**
 * Somebody else's program (`PROGRAM`: `sessions.mjs` or `client.mjs`) against the same provider. It is told what to do by
 * the arguments and the environment that it knows, and prints its own figures as one line of JSON.
 */
const { PROGRAM = '', WAIT_MS = '0' } = process.env;
const { port, stop } = await startProvider();
const path = fileURLToPath(new URL(`./foreign/${PROGRAM}`, import.meta.url));
const count = SESSIONS * CALLS;
// Our process only waits, so the provider is free to answer.
const done = spawnSync(process.execPath, [path, 'openai', String(OPEN), String(count)], {
  env: { ...process.env, PORT: String(port), S: String(SESSIONS), C: String(OPEN), LAT: WAIT_MS },
  encoding: 'utf8',
});
stop();
if (done.status !== 0) throw new Error(`${PROGRAM} ended with ${done.status}: ${done.stderr}`);
type Figures = { wall?: number; cpuS?: number; rps?: number; cpuMsPerReq?: number; rssMb: number };
const figures = JSON.parse(done.stdout.trim().split('\n').at(-1) ?? '') as Figures;
const { rps = 1, cpuMsPerReq = 0, wall = count / rps, cpuS = (cpuMsPerReq * count) / 1000, rssMb } = figures;
process.stdout.write(`${JSON.stringify({ name: PROGRAM, count, wall, cpu: cpuS, peakMb: rssMb })}\n`);
