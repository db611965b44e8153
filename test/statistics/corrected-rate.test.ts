import { expect, test } from 'vitest';
import { correctedRate } from '../../src/statistics/corrected-rate.ts';

test('a rate is corrected for what the test overlooks and for its false alarms', () => {
  // 1,000 answers, 200 of them wrong: 160 are found, and 40 of 800 right ones with them.
  expect(correctedRate(0.2, { sensitivity: 0.8, specificity: 0.95 })).toBeCloseTo(0.2);
  expect(correctedRate(0.16 + 0.04, { sensitivity: 0.8, specificity: 0.95 })).toBeCloseTo(0.2);
  expect(correctedRate(0.44, { sensitivity: 0.8, specificity: 0.8 })).toBeCloseTo(0.4);
});

test('a perfect test needs no correction, and one that guesses gives no rate', () => {
  expect(correctedRate(0.37, { sensitivity: 1, specificity: 1 })).toBeCloseTo(0.37);
  expect(correctedRate(0.37, { sensitivity: 0.5, specificity: 0.5 })).toBeUndefined();
  expect(correctedRate(0.37, { sensitivity: 0.3, specificity: 0.6 })).toBeUndefined();
});

test('fewer alarms than a right answer would give by chance mean none, and more than all mean all', () => {
  expect(correctedRate(0.01, { sensitivity: 0.9, specificity: 0.9 })).toBe(0);
  expect(correctedRate(0.97, { sensitivity: 0.9, specificity: 0.9 })).toBe(1);
});
