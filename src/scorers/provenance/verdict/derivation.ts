import { keyOfNumber, type SeenNumber } from '../index/evidence.ts';
import { known, type LeafContext } from './leaf-context.ts';

/** More numbers than this in sight explain anything. */
const mostNumbers = 400;
/** Larger numbers are ids, not amounts. */
const largest = 1e7;
/** A count that nobody had to say. */
const mostTimes = 9;

/**
 * The numbers that were seen and that a number follows from: a sum, a difference or a product of two, all of one kind in
 * one result, a small multiple, the same for several, a share, an amount in cents. Undefined when it follows from none.
 */
export function derivationOf(value: number, context: LeafContext): readonly SeenNumber[] | undefined {
  const wanted = Math.abs(value);
  const numbers = distinct(context);
  const byKey = new Map(numbers.map((one) => [keyOfNumber(one.value), one]));
  const at = (other: number): SeenNumber | undefined => byKey.get(keyOfNumber(other));
  for (const one of numbers) {
    const other = at(wanted - one.value) ?? at(wanted + one.value) ?? at(one.value - wanted);
    if (other !== undefined && one.value !== 0) return [one, other];
    const times = one.value === 0 ? Number.NaN : wanted / one.value;
    if (isWhole(times) && times >= 2 && times <= mostTimes) return [one];
    const count = isWhole(times) && times > mostTimes ? at(times) : undefined;
    if (count !== undefined) return [one, count];
    if (times === 100 && isAmount(context.key)) return [one];
  }
  return sumOfKind(wanted, context) ?? shareOf(wanted, numbers) ?? severalDifferences(wanted, numbers, at);
}

/** Each amount once, the newest first. */
function distinct(context: LeafContext): SeenNumber[] {
  const accepts = known(context);
  const found = new Map<number, SeenNumber>();
  for (const one of context.evidence.numbers().toReversed()) {
    if (one.value > largest || found.has(one.value) || !accepts(one.source)) continue;
    found.set(one.value, one);
    if (found.size >= mostNumbers) break;
  }
  return [...found.values()];
}

/** All numbers under one key of one result, or three of them. */
function sumOfKind(wanted: number, context: LeafContext): readonly SeenNumber[] | undefined {
  const accepts = known(context);
  const groups = new Map<string, SeenNumber[]>();
  for (const one of context.evidence.numbers()) {
    if (one.spot.key === undefined || one.value > largest || !accepts(one.source)) continue;
    const name = `${one.source.seq} ${one.spot.key}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    if (
      isSame(
        wanted,
        group.reduce((sum, { value }) => sum + value, 0),
      )
    )
      return group;
    const three = group.length <= 40 ? threeOf(wanted, group) : undefined;
    if (three !== undefined) return three;
  }
  return undefined;
}

function threeOf(wanted: number, group: readonly SeenNumber[]): readonly SeenNumber[] | undefined {
  for (const [first, a] of group.entries()) {
    for (const [second, b] of group.entries()) {
      if (second <= first) continue;
      const third = group.find((c, index) => index > second && isSame(a.value + b.value + c.value, wanted));
      if (third !== undefined) return [a, b, third];
    }
  }
  return undefined;
}

function shareOf(wanted: number, numbers: readonly SeenNumber[]): readonly SeenNumber[] | undefined {
  for (const share of numbers) {
    if (!share.isPercent) continue;
    const rate = share.value / 100;
    const whole = numbers.find(({ value }) =>
      [rate, 1 - rate, 1 + rate].some((part) => Math.abs(value * part - wanted) <= 0.0051),
    );
    if (whole !== undefined) return [whole, share];
  }
  return undefined;
}

/** The same difference for several: a dearer fare for three passengers. */
function severalDifferences(
  wanted: number,
  numbers: readonly SeenNumber[],
  at: (value: number) => SeenNumber | undefined,
): readonly SeenNumber[] | undefined {
  for (let count = 2; count < 10; count += 1) {
    for (const one of numbers) {
      const other = at(one.value + wanted / count) ?? at(wanted / count - one.value);
      if (other !== undefined && one.value !== 0) return [one, other];
    }
  }
  return undefined;
}

/** Sums of money are often sent in cents. */
function isAmount(key: string): boolean {
  return /amount|price|total|cents?|minor|fee|cost|refund/i.test(key);
}

function isSame(a: number, b: number): boolean {
  return keyOfNumber(a) === keyOfNumber(b);
}

function isWhole(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value - Math.round(value)) < 1e-9;
}
