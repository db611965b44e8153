import type { ArgumentDifference } from '../arguments/matcher.ts';
import { pointerName } from './pointer-name.ts';

/** Two long values that begin alike are told from shortly before the place where they part. */
const ALIKE = 40;
const LEAD = 12;

/** A difference for the table: `amount: 99 → expected 49.9`. */
export function leafRemark(difference: ArgumentDifference): string {
  const { expected, actual } = fromWhereTheyPart(difference);
  return `${nameOf(difference.pointer)}: ${actual} → expected ${expected}`;
}

/** A difference as part of a sentence about a call: `` `order_id`: "A-2" instead of "A-1" ``. */
export function leafPhrase(difference: ArgumentDifference): string {
  const { expected, actual } = fromWhereTheyPart(difference);
  const { pointer } = difference;
  return `${pointer === '' ? 'the arguments' : `\`${pointerName(pointer)}\``}: ${actual} instead of ${expected}`;
}

/** A difference in a line: `order_id="A-2", expected "A-1"`. */
export function leafBrief(difference: ArgumentDifference): string {
  const { expected, actual } = fromWhereTheyPart(difference);
  const { pointer } = difference;
  const isAbsent = actual === 'nothing';
  return `${isAbsent ? `no ${nameOf(pointer)}` : `${nameOf(pointer)}=${actual}`}, expected ${expected}`;
}

function nameOf(pointer: string): string {
  return pointer === '' ? 'arguments' : pointerName(pointer);
}

function fromWhereTheyPart({ expected, actual }: ArgumentDifference): { expected: string; actual: string } {
  let same = 0;
  while (same < expected.length && expected[same] === actual[same]) same += 1;
  if (same < ALIKE || same === expected.length) return { expected, actual };
  const start = same - LEAD;
  const isHalf = /[\udc00-\udfff]/.test(expected[start] ?? '');
  const from = isHalf ? start - 1 : start;
  return { expected: `…${expected.slice(from)}`, actual: `…${actual.slice(from)}` };
}
