import { describe, expect, test } from 'vitest';
import { holmCorrection } from '../../src/statistics/holm-correction.ts';

describe('the correction of Holm', () => {
  test('the smallest value counts as often as there are questions, and each next one time less', () => {
    const corrected = holmCorrection([0.01, 0.04, 0.03, 0.005]);
    expect(corrected.map((value) => Number(value.toFixed(6)))).toEqual([0.03, 0.06, 0.06, 0.02]);
  });

  test('a single question is left as it is, and none gives none', () => {
    expect(holmCorrection([0.2])).toEqual([0.2]);
    expect(holmCorrection([])).toEqual([]);
  });

  test('nothing becomes more than certain', () => {
    expect(holmCorrection([0.6, 0.9, 0.7])).toEqual([1, 1, 1]);
  });

  test.each([[1.2], [-0.1], [Number.NaN]])('%d is refused', (value) => {
    expect(() => holmCorrection([0.1, value])).toThrow(RangeError);
  });
});
