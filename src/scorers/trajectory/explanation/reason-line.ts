import type { Deviation } from './deviation.ts';

/** As many faults are told in words as fit here; the first always is. */
const ROOM = 160;

/**
 * All failures in one line, such as `missing refund(order_id="A-1"); closest #7 refund(order_id="A-2")`: the first in
 * words, more while there is room, the rest counted. Empty without failures. Not yet safe to show.
 */
export function reasonLine(deviations: readonly Deviation[]): string {
  const failures = deviations.filter(({ finding }) => finding.severity === 'failure');
  let line = '';
  let told = 0;
  for (const { brief } of failures) {
    const next = line === '' ? brief : `${line}; ${brief}`;
    if (told > 0 && next.length > ROOM) break;
    line = next;
    told += 1;
  }
  const rest = failures.slice(told);
  return rest.length === 0 ? line : `${line}; also ${countNouns(rest)}`;
}

/** `2 missing calls, 1 wrong argument`. */
function countNouns(deviations: readonly Deviation[]): string {
  const counts = new Map<string, { count: number; noun: Deviation['noun'] }>();
  for (const { noun } of deviations) {
    const known = counts.get(noun[0]) ?? { count: 0, noun };
    known.count += 1;
    counts.set(noun[0], known);
  }
  return [...counts.values()].map(({ count, noun }) => `${count} ${count === 1 ? noun[0] : noun[1]}`).join(', ');
}
