import fc from 'fast-check';
import { expect, test } from 'vitest';
import { confusionShares } from '../../src/statistics/confusion-table.ts';

test('recall is counted along a line, precision down a column', () => {
  const counts = [
    [3, 1, 0, 1],
    [2, 4, 0, 0],
  ];
  expect(confusionShares(counts)).toEqual([
    { recall: { right: 3, of: 5 }, precision: { right: 3, of: 5 } },
    { recall: { right: 4, of: 6 }, precision: { right: 4, of: 5 } },
  ]);
});

test('a column that is left out counts nowhere', () => {
  expect(confusionShares([[3, 1, 6]], { leftOut: [2] })).toEqual([
    { recall: { right: 3, of: 4 }, precision: { right: 3, of: 3 } },
  ]);
});

test('a line without its own column is refused', () => {
  expect(() => confusionShares([[1], [1]])).toThrow(RangeError);
});

test('what is right is never more than what it is a part of', () => {
  const table = fc
    .integer({ min: 1, max: 5 })
    .chain((lines) =>
      fc.array(fc.array(fc.nat(9), { minLength: lines, maxLength: lines }), { minLength: lines, maxLength: lines }),
    );
  fc.assert(
    fc.property(table, (counts) => {
      const shares = confusionShares(counts);
      for (const { recall, precision } of shares) {
        expect(recall.right).toBeLessThanOrEqual(recall.of);
        expect(precision.right).toBeLessThanOrEqual(precision.of);
      }
      const all = counts.flat().reduce((sum, count) => sum + count, 0);
      expect(shares.reduce((sum, { recall }) => sum + recall.of, 0)).toBe(all);
      expect(shares.reduce((sum, { precision }) => sum + precision.of, 0)).toBe(all);
    }),
    { numRuns: 500 },
  );
});
