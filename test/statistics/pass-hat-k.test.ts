import { expect, test } from 'vitest';
import { passAtK, passHatK } from '../../src/statistics/pass-hat-k.ts';

test('pass^k is the share of draws of k trials that all passed', () => {
  expect([1, 2, 3, 4].map((k) => passHatK(3, 4, k))).toEqual([0.75, 0.5, 0.25, 0]);
  expect(passHatK(4, 4, 4)).toBe(1);
});

test('pass@k is the share of draws of k trials with at least one that passed', () => {
  expect([1, 2, 3, 4].map((k) => passAtK(1, 4, k))).toEqual([0.25, 0.5, 0.75, 1]);
  expect(passAtK(0, 4, 4)).toBe(0);
});

test('both agree with counting all draws', () => {
  for (let passes = 0; passes <= 6; passes += 1) {
    for (let k = 1; k <= 6; k += 1) {
      const draws = drawsOf([0, 1, 2, 3, 4, 5], k);
      const all = draws.filter((draw) => draw.every((trial) => trial < passes)).length / draws.length;
      const any = draws.filter((draw) => draw.some((trial) => trial < passes)).length / draws.length;
      expect(passHatK(passes, 6, k)).toBeCloseTo(all, 12);
      expect(passAtK(passes, 6, k)).toBeCloseTo(any, 12);
    }
  }
});

test('the last digit is that of the closed form', () => {
  // 6/10, 4/10 and 9/10; 184756/10272278170 is C(20, 10) / C(40, 10) times its own inverse below.
  expect([passHatK(4, 5, 2), passHatK(4, 5, 3), passAtK(2, 5, 2)]).toEqual([0.6, 0.4, 0.7]);
  expect(passAtK(3, 5, 2)).toBe(0.9);
  expect(passHatK(20, 40, 10)).toBe(184_756 / 847_660_528);
  expect(passHatK(999, 1_000, 100)).toBe(0.9);
  expect(passAtK(1, 1_000, 100)).toBe(0.1);
});

test('many trials do not overflow', () => {
  expect(passHatK(50_000, 100_000, 3)).toBeCloseTo(0.125, 3);
});

test('counts that make no sense are refused', () => {
  expect(() => passHatK(5, 4, 1)).toThrow(RangeError);
  expect(() => passAtK(1, 4, 5)).toThrowErrorMatchingInlineSnapshot(
    `[RangeError: 1 of 4 passed, 5 drawn: whole numbers are needed, with 0 <= passes <= trials and 1 <= k <= trials.]`,
  );
  expect(() => passHatK(1, 4, 0)).toThrow(RangeError);
  expect(() => passHatK(0.5, 4, 1)).toThrow(RangeError);
});

function drawsOf(trials: readonly number[], k: number): number[][] {
  if (k === 0) return [[]];
  return trials.flatMap((trial, index) => drawsOf(trials.slice(index + 1), k - 1).map((rest) => [trial, ...rest]));
}
