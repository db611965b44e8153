import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../src/domain/values/random.ts';
import { mcnemarTest } from '../../src/statistics/mcnemar-test.ts';

describe('the exact test of McNemar', () => {
  test.each([
    // 2 × (1/2)^5, 2 × (1 + 6) / 2^6, 2 × (1 + 10 + 45) / 2^10: by hand.
    { lost: 5, won: 0, p: 0.0625 },
    { lost: 0, won: 6, p: 0.03125 },
    { lost: 5, won: 1, p: 0.21875 },
    { lost: 8, won: 2, p: 0.109375 },
    { lost: 0, won: 0, p: 1 },
    { lost: 3, won: 3, p: 1 },
  ])('$lost lost and $won won has p = $p', ({ lost, won, p }) => {
    expect(mcnemarTest(lost, won)).toBeCloseTo(p, 12);
  });

  test('both ways are alike, and one more on the larger side is never more likely', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(400), (lost, won) => {
        const p = mcnemarTest(lost, won);
        expect(p).toBe(mcnemarTest(won, lost));
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        if (lost >= won) expect(mcnemarTest(lost + 1, won)).toBeLessThanOrEqual(p + 1e-12);
      }),
    );
  });

  test('thousands of pairs neither overflow nor vanish', () => {
    expect(mcnemarTest(5_000, 5_000)).toBe(1);
    expect(mcnemarTest(5_300, 4_700)).toBeCloseTo(2.1e-9, 9);
    expect(mcnemarTest(20_000, 0)).toBeGreaterThanOrEqual(0);
  });

  test('two runs of one agent differ in at most 5 of 100 cases', () => {
    const random = randomFrom(7);
    let told = 0;
    for (let suite = 0; suite < 1_000; suite += 1) {
      let [lost, won] = [0, 0];
      for (let pair = 0; pair < 200; pair += 1) {
        const [before, after] = [random.next() < 0.8, random.next() < 0.8];
        if (before && !after) lost += 1;
        if (!before && after) won += 1;
      }
      if (mcnemarTest(lost, won) < 0.05) told += 1;
    }
    expect(told).toBeLessThanOrEqual(50);
    expect(told).toBeGreaterThan(10);
  });

  test.each([
    [-1, 2],
    [1.5, 2],
    [Number.NaN, 0],
  ])('%d lost and %d won is refused', (lost, won) => {
    expect(() => mcnemarTest(lost, won)).toThrow(RangeError);
  });
});
