import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Somebody else's program on the same pairs (`PROGRAM`, in the folder `PEERS` with its packages). It plays all modes and
 * prints a line of figures for each; only that of `MODE` is passed on.
 */
const { PROGRAM = '', PEERS = '', MODE = 'strict' } = process.env;
type Figures = { name: string; n: number; wall: number; cpu: number; rssMb: number };

console.log = (line: unknown) => {
  if (typeof line !== 'string' || !line.startsWith('@@')) return;
  const { name, n: count, wall, cpu, rssMb: peakMb } = JSON.parse(line.slice(2)) as Figures;
  if (name.endsWith(`/${MODE}`)) process.stdout.write(`${JSON.stringify({ name, count, wall, cpu, peakMb })}\n`);
};
await import(pathToFileURL(join(PEERS, PROGRAM)).href);
