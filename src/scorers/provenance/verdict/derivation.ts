import { keyOfNumber, type SeenNumber } from '../index/evidence.ts';
import { isAmount } from './argument-names.ts';
import { known, type LeafContext } from './leaf-context.ts';

/** More numbers than this in sight explain anything. */
const mostNumbers = 400;
/** Larger numbers are ids, not amounts. */
const largest = 1e7;
/** A count that nobody had to say. */
const mostTimes = 9;

/**
 * The numbers that were seen and that a number follows from: a sum or a difference of two that belong together, all of one
 * kind in one result, an amount a few times or as often as a number says, the same for several, a share, an amount in
 * cents. Undefined when it follows from none.
 */
export function derivationOf(value: number, context: LeafContext): readonly SeenNumber[] | undefined {
  const wanted = Math.abs(value);
  const sight = sightOf(context);
  const { numbers } = sight;
  for (const one of numbers) {
    const pair = partner(one, [wanted - one.value, wanted + one.value, one.value - wanted], sight);
    if (pair !== undefined) return pair;
    if (!isSum(one.value)) continue;
    const times = wanted / one.value;
    if (isWhole(times) && times >= 2 && times <= mostTimes) return [one];
    const [count] = isWhole(times) && times > mostTimes ? (sight.byKey.get(keyOfNumber(times)) ?? []) : [];
    if (count !== undefined) return [one, count];
    // Sums of money are often sent in cents.
    if (times === 100 && isAmount(context.key)) return [one];
  }
  return (
    sumOfKind(wanted, context) ??
    shareOf(wanted, numbers) ??
    fractionOf(wanted, numbers, context) ??
    severalDifferences(wanted, sight)
  );
}

/** All numbers in sight: each amount once, and every place of it. */
type Sight = { numbers: readonly SeenNumber[]; byKey: ReadonlyMap<number, readonly SeenNumber[]> };

/** A small whole number is a count, and two counts make no amount. */
function isSum(value: number): boolean {
  return value > mostTimes || (value > 0 && !isWhole(value));
}

/** The first of these values that stands beside the number in one source, or under the same key of another result. */
function partner(one: SeenNumber, values: readonly number[], { byKey }: Sight): readonly SeenNumber[] | undefined {
  if (one.value === 0) return undefined;
  for (const value of values) {
    for (const other of byKey.get(keyOfNumber(value)) ?? []) {
      const place = (byKey.get(keyOfNumber(one.value)) ?? []).find(
        (same) => same !== other && belongTogether(same, other),
      );
      if (place !== undefined) return [place, other];
    }
  }
  return undefined;
}

function belongTogether(one: SeenNumber, other: SeenNumber): boolean {
  if (one.source === other.source) return one.source.kind !== 'policy';
  return one.spot.key !== undefined && one.spot.key === other.spot.key;
}

/** So many places of one amount are looked at. */
const mostPlaces = 20;

/** Numbers in sight, the newest first, until they are too many. */
function sightOf(context: LeafContext): Sight {
  const accepts = known(context);
  const numbers: SeenNumber[] = [];
  const byKey = new Map<number, SeenNumber[]>();
  const all = context.evidence.numbers();
  for (let index = all.length - 1; index >= 0 && numbers.length < mostNumbers; index -= 1) {
    const one = all[index] as SeenNumber;
    if (one.value > largest || !accepts(one.source)) continue;
    const places = byKey.get(keyOfNumber(one.value));
    if (places === undefined) {
      numbers.push(one);
      byKey.set(keyOfNumber(one.value), [one]);
    } else if (places.length < mostPlaces) places.push(one);
  }
  return { numbers, byKey };
}

/** All numbers under one key of one result, or three of them. */
function sumOfKind(wanted: number, context: LeafContext): readonly SeenNumber[] | undefined {
  const accepts = known(context);
  for (const all of context.evidence.kinds()) {
    const group = accepts((all[0] as SeenNumber).source) ? all.filter(({ value }) => value <= largest) : [];
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

/** A share in words: 40 of "half of the 80 euros". */
function fractionOf(
  wanted: number,
  numbers: readonly SeenNumber[],
  context: LeafContext,
): readonly SeenNumber[] | undefined {
  const accepts = known(context);
  for (const share of context.evidence.fractions()) {
    if (!accepts(share.source)) continue;
    const whole = numbers.find(({ value }) => Math.abs(value * share.value - wanted) <= 0.0051);
    if (whole !== undefined) return [whole, share];
  }
  return undefined;
}

/** The same difference for several: a dearer fare for three passengers. */
function severalDifferences(wanted: number, sight: Sight): readonly SeenNumber[] | undefined {
  for (let count = 2; count <= mostTimes; count += 1) {
    const each = wanted / count;
    for (const one of sight.numbers) {
      const pair = partner(one, [one.value + each, each - one.value], sight);
      if (pair !== undefined) return pair;
    }
  }
  return undefined;
}

function isSame(a: number, b: number): boolean {
  return keyOfNumber(a) === keyOfNumber(b);
}

function isWhole(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value - Math.round(value)) < 1e-9;
}
