import { describe, expect, test } from 'vitest';
import { type Random, randomFrom } from '../../src/domain/values/random.ts';
import { clusteredMean } from '../../src/statistics/clustered-mean.ts';

/** Pass or fail of `trials` trials for each of `scenarios` scenarios, whose true rates lie around `rate`. */
function suite(random: Random, { scenarios, trials, rate }: { scenarios: number; trials: number; rate: number }) {
  return Array.from({ length: scenarios }, () => {
    const own = rate + (random.next() - 0.5) * 0.4;
    return Array.from({ length: trials }, () => (random.next() < own ? 1 : 0));
  });
}

describe('a mean over scenarios', () => {
  test('each scenario counts alike, however many trials it had', () => {
    expect(clusteredMean([[1, 1, 1, 1, 1, 1], [0]], { seed: 1 })?.mean).toBe(0.5);
  });

  test('the true mean lies inside a nominal 95 % interval in 93 to 97 of 100 suites, each of 30 scenarios', () => {
    const random = randomFrom(2026);
    const suites = 2_000;
    let covered = 0;
    for (let index = 0; index < suites; index += 1) {
      const rate = 0.25 + 0.5 * random.next();
      const found = clusteredMean(suite(random, { scenarios: 30, trials: 4, rate }), { seed: index, resamples: 600 });
      if (found?.interval !== undefined && found.interval.low <= rate && rate <= found.interval.high) covered += 1;
    }
    expect((covered / suites) * 100).toBeGreaterThanOrEqual(93);
    expect((covered / suites) * 100).toBeLessThanOrEqual(97);
  });

  test('trials that only repeat each other make the interval no narrower', () => {
    const once = [[1], [0], [1], [1], [0], [1], [0], [0], [1], [1]];
    const repeated = once.map(([value]) => Array.from({ length: 50 }, () => value as number));
    expect(clusteredMean(repeated, { seed: 3 })).toEqual(clusteredMean(once, { seed: 3 }));
  });

  test('a difference of nothing is seldom called one, and a large one always', () => {
    const random = randomFrom(11);
    const tell = (shift: number): number => {
      let told = 0;
      for (let round = 0; round < 300; round += 1) {
        const pairs = Array.from({ length: 40 }, () => [random.next() - 0.5 + shift]);
        const { pValue = 1 } = clusteredMean(pairs, { seed: round, resamples: 400 }) ?? {};
        if (pValue < 0.05) told += 1;
      }
      return told;
    };
    expect(tell(0)).toBeLessThanOrEqual(25);
    expect(tell(0.3)).toBeGreaterThanOrEqual(299);
  });

  test('the same seed gives the same interval, another seed nearly the same', () => {
    const values = suite(randomFrom(4), { scenarios: 40, trials: 2, rate: 0.6 });
    const [a, b, c] = [1, 1, 2].map((seed) => clusteredMean(values, { seed }));
    expect(a).toEqual(b);
    expect(a?.interval).not.toEqual(c?.interval);
    expect(a?.interval?.low).toBeCloseTo(c?.interval?.low ?? 0, 1);
  });

  test('where nothing tells how far another sample might lie, there is no interval', () => {
    expect(clusteredMean([[0.7, 0.9]], { seed: 1 })).toEqual({ mean: 0.8, clusters: 1 });
    expect(clusteredMean([[1], [1, 1], [1]], { seed: 1 })).toEqual({ mean: 1, clusters: 3 });
    expect(clusteredMean([[], []], { seed: 1 })).toBeUndefined();
    expect(clusteredMean([[], [1], [0]], { seed: 1 })).toMatchObject({ mean: 0.5, clusters: 2 });
  });

  test('what is no number, no confidence or no count of samples is refused', () => {
    expect(() => clusteredMean([[Number.NaN]], { seed: 1 })).toThrow(RangeError);
    expect(() => clusteredMean([[1], [0]], { seed: 1, confidence: 1 })).toThrow(RangeError);
    expect(() => clusteredMean([[1], [0]], { seed: 1, resamples: 0 })).toThrow(RangeError);
  });
});
