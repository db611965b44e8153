import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wilsonInterval } from '../../src/statistics/wilson-interval.ts';

describe('the interval of a share', () => {
  test.each([
    { successes: 81, trials: 263, low: 0.2553, high: 0.3662 },
    { successes: 15, trials: 148, low: 0.0624, high: 0.1605 },
    { successes: 0, trials: 20, low: 0, high: 0.1611 },
    { successes: 1, trials: 29, low: 0.0061, high: 0.1718 },
  ])('$successes of $trials is as Newcombe published it in 1998, method 3', ({ successes, trials, low, high }) => {
    const interval = wilsonInterval(successes, trials);
    expect([interval.low.toFixed(4), interval.high.toFixed(4)]).toEqual([low.toFixed(4), high.toFixed(4)]);
  });

  test('four of five leaves room from 38 to 96 per cent', () => {
    const { low, high } = wilsonInterval(4, 5);
    expect([Math.round(low * 100), Math.round(high * 100)]).toEqual([38, 96]);
  });

  test.each([
    { confidence: 0.5, z: 0.6744897501960817 },
    { confidence: 0.9, z: 1.6448536269514722 },
    { confidence: 0.95, z: 1.959963984540054 },
    { confidence: 0.99, z: 2.5758293035489004 },
    { confidence: 0.999, z: 3.2905267314918945 },
  ])('a confidence of $confidence rests on the quantile $z', ({ confidence, z }) => {
    // With no success the upper end is z² / (n + z²), which gives z back.
    const { high } = wilsonInterval(0, 10, { confidence });
    expect(Math.sqrt((10 * high) / (1 - high))).toBeCloseTo(z, 12);
  });

  test('no trial says nothing', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });

  test('an interval holds the share that was seen, stays within 0 and 1, and mirrors that of the failures', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 0, max: 2000 }), (trials, drawn) => {
        const successes = drawn % (trials + 1);
        const { low, high } = wilsonInterval(successes, trials);
        const mirrored = wilsonInterval(trials - successes, trials);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(successes / trials);
        expect(high).toBeGreaterThanOrEqual(successes / trials);
        expect(mirrored.low).toBeCloseTo(1 - high, 12);
      }),
    );
  });

  test.each([
    [-1, 5],
    [6, 5],
    [0.5, 5],
    [Number.NaN, 5],
    [1, Number.POSITIVE_INFINITY],
  ])('%d of %d is refused', (successes, trials) => {
    expect(() => wilsonInterval(successes, trials)).toThrow(RangeError);
  });

  test.each([0, 1, 95, Number.NaN])('a confidence of %d is refused', (confidence) => {
    expect(() => wilsonInterval(4, 5, { confidence })).toThrow(
      `A confidence lies between 0 and 1, and ${confidence} does not.`,
    );
  });
});
