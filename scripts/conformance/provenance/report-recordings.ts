import { forTerminal } from '../../../src/domain/display/terminal.ts';
import { type Detection, type MeasuredLeaf, measureDetection, measureLeaves } from './measure-recordings.ts';
import { readRecordings } from './recorded-session.ts';

/** Of all values of a careful agent, at most this share may be flagged. */
const mostFlagged = 0.006;
/** A model this small invents values; what is flagged of it is right. */
const inventive = /\b7b\b/i;

/** Prints what is said of recorded conversations, and how often a value of another one is found out. */
export function measureRecordings(
  folder: string,
  { write, showsFlags }: { write: (text: string) => void; showsFlags: boolean },
): number {
  const leaves = measureLeaves(readRecordings(folder));
  write(`${table(['agent', 'values', 'flagged', 'share', 'in conversations'], agentRows(leaves))}\n\n`);
  write(`${table(['verdict', 'values', 'share'], verdictRows(leaves))}\n\n`);
  const detection = measureDetection(leaves);
  write(`${table(['swapped', 'values', 'held anyway', 'flagged', 'weak'], detection.map(detectionRow))}\n\n`);
  const careful = leaves.filter(({ session }) => !inventive.test(session.agent));
  const flagged = careful.filter(isFlagged);
  if (showsFlags) for (const leaf of leaves.filter(isFlagged)) write(`${flagLine(leaf)}\n`);
  const isFew = flagged.length <= mostFlagged * careful.length;
  const names = `${flagged.length} of ${careful.length} values of all agents but the smallest are flagged`;
  write(`${names} (${share(flagged.length, careful.length)}), ${isFew ? 'at most' : 'more than'} 0.6 %\n`);
  return isFew && leaves.length > 0 ? 0 : 1;
}

function isFlagged({ verdict }: MeasuredLeaf): boolean {
  return verdict.verdict === 'ungrounded';
}

function agentRows(leaves: readonly MeasuredLeaf[]): string[][] {
  const agents = [...new Set(leaves.map(({ session }) => session.agent))];
  return agents.map((agent) => {
    const own = leaves.filter(({ session }) => session.agent === agent);
    const flagged = own.filter(isFlagged);
    const conversations = new Set(flagged.map(({ session }) => session)).size;
    return [
      agent,
      String(own.length),
      String(flagged.length),
      share(flagged.length, own.length),
      String(conversations),
    ];
  });
}

function verdictRows(leaves: readonly MeasuredLeaf[]): string[][] {
  const counts = new Map<string, number>();
  for (const { verdict } of leaves) {
    const from =
      verdict.verdict === 'grounded' ? (verdict.parts[0]?.[0]?.kind ?? '') : 'why' in verdict ? verdict.why : '';
    const name = `${verdict.verdict} ${from}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => [name, String(count), share(count, leaves.length)]);
}

function detectionRow({ kind, swapped, collides, flagged, weak }: Detection): string[] {
  const open = swapped - collides;
  return [kind, String(swapped), String(collides), share(flagged, open), share(weak, open)];
}

function flagLine({ session, tool, pointer, value, verdict }: MeasuredLeaf): string {
  const why = verdict.verdict === 'ungrounded' ? `${verdict.why} ${verdict.quote}` : '';
  return forTerminal(`${session.id} ${tool} ${pointer} ${JSON.stringify(value)}: ${why}`, { newlines: 'escape' });
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(2)} %`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map((cell) => forTerminal(cell, { newlines: 'escape' })));
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
