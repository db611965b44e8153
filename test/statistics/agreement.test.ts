import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Random, randomFrom } from '../../src/domain/values/random.ts';
import {
  type AgreementTable,
  balancedAccuracy,
  balancedAccuracyInterval,
  sensitivity,
  specificity,
} from '../../src/statistics/agreement-table.ts';
import { bootstrapInterval, resample } from '../../src/statistics/bootstrap-interval.ts';
import { cohensKappa } from '../../src/statistics/cohens-kappa.ts';
import { kappaInterval, kappaOf } from '../../src/statistics/kappa-interval.ts';

const table = (
  truePositives: number,
  falseNegatives: number,
  falsePositives: number,
  trueNegatives: number,
): AgreementTable => ({
  truePositives,
  falseNegatives,
  falsePositives,
  trueNegatives,
});
const anyTable = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40), fc.nat(40)).map((counts) => table(...counts));

describe('Cohen’s kappa', () => {
  test('is what Cohen 1960 found for two clinicians and three kinds of patients', () => {
    const percent = [
      [25, 13, 12],
      [12, 2, 16],
      [3, 15, 2],
    ];
    expect(cohensKappa(percent)).toBeCloseTo(-0.092, 3);
  });

  test('is what Fleiss found for a hundred diagnoses', () => {
    const diagnoses = [
      [75, 1, 4],
      [5, 4, 1],
      [0, 0, 10],
    ];
    expect(cohensKappa(diagnoses)).toBeCloseTo(0.676, 3);
  });

  test('is 0.4 for the usual example of fifty proposals', () => {
    expect(
      cohensKappa([
        [20, 5],
        [10, 15],
      ]),
    ).toBeCloseTo(0.4, 12);
  });

  test('is 1 for full agreement, -1 for full disagreement of equal halves, and 0 for chance', () => {
    expect(
      cohensKappa([
        [5, 0],
        [0, 9],
      ]),
    ).toBe(1);
    expect(
      cohensKappa([
        [0, 5],
        [5, 0],
      ]),
    ).toBe(-1);
    expect(
      cohensKappa([
        [4, 4],
        [4, 4],
      ]),
    ).toBe(0);
  });

  test('cannot be told where chance alone would agree on everything', () => {
    expect(
      cohensKappa([
        [7, 0],
        [0, 0],
      ]),
    ).toBeUndefined();
    expect(cohensKappa([])).toBeUndefined();
  });

  test('refuses what is no square table of counts', () => {
    expect(() => cohensKappa([[1, 2]])).toThrow(RangeError);
    expect(() =>
      cohensKappa([
        [1, -2],
        [0, 1],
      ]),
    ).toThrow(RangeError);
    expect(() =>
      cohensKappa([
        [1, Number.NaN],
        [0, 1],
      ]),
    ).toThrow(RangeError);
  });
});

describe('rates', () => {
  test('sensitivity and specificity each look at one class, and balanced accuracy at both', () => {
    // Two in three of 30 diseased found, 91 in 100 of 2,000 healthy spared.
    const screening = table(20, 10, 180, 1820);
    expect(sensitivity(screening)).toBeCloseTo(0.667, 3);
    expect(specificity(screening)).toBeCloseTo(0.91, 12);
    expect(balancedAccuracy(screening)).toBeCloseTo(0.788, 3);
  });

  test('guessing is worth one half, however uneven the classes are', () => {
    expect(balancedAccuracy(table(90, 0, 10, 0))).toBe(0.5);
  });

  test('an empty class leaves them unsaid', () => {
    expect(sensitivity(table(0, 0, 1, 1))).toBeUndefined();
    expect(balancedAccuracy(table(3, 1, 0, 0))).toBeUndefined();
    expect(balancedAccuracyInterval(table(3, 1, 0, 0))).toBeUndefined();
    expect(kappaInterval(table(3, 1, 0, 0), { seed: 1 })).toBeUndefined();
  });
});

describe('the interval of balanced accuracy', () => {
  test('is half of what Newcombe 1998 gives for the difference of 56 in 70 and 48 in 80, moved by one', () => {
    const { low, high } = balancedAccuracyInterval(table(56, 14, 48, 32)) ?? { low: 0, high: 0 };
    expect(low * 2 - 1).toBeCloseTo(0.0524, 4);
    expect(high * 2 - 1).toBeCloseTo(0.3339, 4);
  });

  test('holds the value, and is open for a table without a mistake', () => {
    fc.assert(
      fc.property(anyTable, (one) => {
        const value = balancedAccuracy(one);
        const interval = balancedAccuracyInterval(one);
        if (value === undefined || interval === undefined) return;
        expect(interval.low).toBeLessThanOrEqual(value);
        expect(interval.high).toBeGreaterThanOrEqual(value);
        expect(interval.high - interval.low).toBeGreaterThan(0);
      }),
    );
  });
});

describe('the bootstrap', () => {
  const halves = Array.from({ length: 20 }, (_, index) => index % 2);
  const mean = (items: readonly number[]) => items.reduce((sum, item) => sum + item, 0) / items.length;
  const drawMean = (random: Random) => mean(resample(halves, random));

  test('comes to the quantiles of the binomial distribution where those are the truth: 6 and 14 of 20', () => {
    expect(bootstrapInterval(drawMean, { seed: 1, resamples: 20_000 })).toEqual({ low: 0.3, high: 0.7 });
  });

  test('is the same for the same seed, and narrower for less confidence', () => {
    const narrow = bootstrapInterval(drawMean, { seed: 7, confidence: 0.5 });
    expect(bootstrapInterval(drawMean, { seed: 7, confidence: 0.5 })).toEqual(narrow);
    expect(narrow?.low).toBeGreaterThan(bootstrapInterval(drawMean, { seed: 7 })?.low ?? 1);
  });

  test('says nothing when most samples say nothing', () => {
    expect(bootstrapInterval((random) => (random.next() < 0.7 ? undefined : 1), { seed: 1 })).toBeUndefined();
    expect(bootstrapInterval((random) => (random.next() < 0.2 ? undefined : 1), { seed: 1 })).toEqual({
      low: 1,
      high: 1,
    });
  });

  test('refuses a confidence or a number of samples that are none', () => {
    expect(() => bootstrapInterval(() => 1, { seed: 1, confidence: 1 })).toThrow(RangeError);
    expect(() => bootstrapInterval(() => 1, { seed: 1, resamples: 0 })).toThrow(RangeError);
  });
});

describe('the interval of kappa', () => {
  test('is open for ten answers of each kind without a mistake', () => {
    const interval = kappaInterval(table(10, 0, 0, 10), { seed: 1 });
    expect(interval?.high).toBe(1);
    expect(interval?.low).toBeLessThan(0.85);
  });

  test('narrows with the number of labels', () => {
    const width = (times: number) => {
      const { low = 0, high = 0 } =
        kappaInterval(table(18 * times, 2 * times, 3 * times, 17 * times), { seed: 3 }) ?? {};
      return high - low;
    };
    expect(width(16)).toBeLessThan(width(1) / 3);
  });

  test('holds the true kappa in about nineteen of twenty studies', () => {
    const random = randomFrom(11);
    const count = (trials: number, chance: number) =>
      Array.from({ length: trials }, () => random.next()).filter((one) => one < chance).length;
    const truth = kappaOf(table(32, 8, 2, 18)) ?? 0;
    let held = 0;
    for (let study = 0; study < 200; study += 1) {
      const [found, spared] = [count(40, 0.8), count(20, 0.9)];
      const interval = kappaInterval(table(found, 40 - found, 20 - spared, spared), { seed: study, resamples: 300 });
      if (interval !== undefined && interval.low <= truth && truth <= interval.high) held += 1;
    }
    expect(held).toBeGreaterThan(182);
    expect(held).toBeLessThan(200);
  });
});
