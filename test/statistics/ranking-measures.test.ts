import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ndcgAt, precisionAt, recallAt, reciprocalRankAt } from '../../src/statistics/ranking-measures.ts';

const all = (ranking: readonly string[], grades: ReadonlyMap<string, number>, k: number) => ({
  recall: recallAt(ranking, grades, k),
  precision: precisionAt(ranking, grades, k),
  mrr: reciprocalRankAt(ranking, grades, k),
  ndcg: ndcgAt(ranking, grades, k),
});
const binary = (...ids: readonly string[]): Map<string, number> => new Map(ids.map((id) => [id, 1]));

test('[S2.25] a known ranking has the recall, precision and reciprocal rank that were computed by hand', () => {
  const { recall, precision, mrr, ndcg } = all(['x', 'a', 'b', 'y'], binary('a', 'b', 'c'), 3);
  expect(recall).toBeCloseTo(2 / 3, 12);
  expect(precision).toBeCloseTo(2 / 3, 12);
  expect(mrr).toBe(0.5);
  // (1/log2(3) + 1/log2(4)) / (1 + 1/log2(3) + 1/log2(4)), in which log2(3) = 1.58496250
  expect(ndcg).toBeCloseTo(0.5307212739772434, 12);
});

test('grades count as they are: the classic example of six documents', () => {
  // Gains 3 2 3 0 1 2; DCG = 3 + 2/1.58496 + 3/2 + 0 + 1/2.58496 + 2/2.80735 = 6.861127
  // Best order 3 3 2 2 1; IDCG = 3 + 3/1.58496 + 2/2 + 2/2.32193 + 1/2.58496 = 7.140995
  const grades = new Map(Object.entries({ d1: 3, d2: 2, d3: 3, d4: 0, d5: 1, d6: 2 }));
  expect(ndcgAt(['d1', 'd2', 'd3', 'd4', 'd5', 'd6'], grades, 6)).toBeCloseTo(
    6.861126688593501 / 7.140995184095699,
    12,
  );
  expect(recallAt(['d4', 'd1'], grades, 2)).toBe(1 / 5);
});

test('a short ranking is no perfect one: precision divides by k', () => {
  expect(all(['a'], binary('a'), 3)).toEqual({ recall: 1, precision: 1 / 3, mrr: 1, ndcg: 1 });
  expect(all([], binary('a'), 3)).toEqual({ recall: 0, precision: 0, mrr: 0, ndcg: 0 });
});

test('what stands below k counts nowhere', () => {
  expect(all(['x', 'y', 'a'], binary('a'), 2)).toEqual({ recall: 0, precision: 0, mrr: 0, ndcg: 0 });
});

test('without anything relevant, or without a place, there is nothing to measure', () => {
  expect(() => recallAt(['a'], new Map([['a', 0]]), 1)).toThrow(RangeError);
  expect(() => ndcgAt(['a'], new Map(), 1)).toThrow(RangeError);
  expect(() => precisionAt(['a'], binary('a'), 0)).toThrow(RangeError);
  expect(() => reciprocalRankAt(['a'], binary('a'), 1.5)).toThrow(RangeError);
});

const ids = Array.from({ length: 12 }, (_, index) => `d${index}`);
const question = fc.record({
  ranking: fc.shuffledSubarray(ids),
  grades: fc
    .shuffledSubarray(ids, { minLength: 1 })
    .chain((relevant) => fc.tuple(...relevant.map((id) => fc.tuple(fc.constant(id), fc.integer({ min: 1, max: 5 })))))
    .map((entries) => new Map(entries)),
  k: fc.integer({ min: 1, max: 15 }),
});

describe('for every ranking', () => {
  test('each measure lies from 0 to 1', () => {
    fc.assert(
      fc.property(question, ({ ranking, grades, k }) => {
        for (const value of Object.values(all(ranking, grades, k))) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('one more relevant document at the end lowers nothing', () => {
    fc.assert(
      fc.property(question, ({ ranking, grades, k }) => {
        const missing = [...grades.keys()].find((id) => !ranking.includes(id));
        fc.pre(missing !== undefined);
        const before = all(ranking, grades, k);
        const after = all([...ranking, missing as string], grades, k);
        for (const measure of ['recall', 'precision', 'mrr', 'ndcg'] as const) {
          expect(after[measure]).toBeGreaterThanOrEqual(before[measure]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('a larger k never lowers recall, and no order beats the one by grade', () => {
    fc.assert(
      fc.property(question, ({ ranking, grades, k }) => {
        expect(recallAt(ranking, grades, k + 1)).toBeGreaterThanOrEqual(recallAt(ranking, grades, k));
        const best = [...grades].sort(([, a], [, b]) => b - a).map(([id]) => id);
        expect(ndcgAt(best, grades, k)).toBe(1);
        const sorted = ranking.toSorted((a, b) => (grades.get(b) ?? 0) - (grades.get(a) ?? 0));
        expect(ndcgAt(sorted, grades, k)).toBeGreaterThanOrEqual(ndcgAt(ranking, grades, k) - 1e-12);
      }),
      { numRuns: 2000 },
    );
  });

  test('moving a relevant document up by one place lowers neither MRR nor nDCG', () => {
    fc.assert(
      fc.property(question, fc.nat(), ({ ranking, grades, k }, pick) => {
        const places = ranking.flatMap((id, index) =>
          index > 0 && grades.has(id) && !grades.has(ranking[index - 1] as string) ? [index] : [],
        );
        fc.pre(places.length > 0);
        const at = places[pick % places.length] as number;
        const moved = ranking.with(at - 1, ranking[at] as string).with(at, ranking[at - 1] as string);
        expect(reciprocalRankAt(moved, grades, k)).toBeGreaterThanOrEqual(reciprocalRankAt(ranking, grades, k));
        expect(ndcgAt(moved, grades, k)).toBeGreaterThanOrEqual(ndcgAt(ranking, grades, k) - 1e-12);
      }),
      { numRuns: 1000 },
    );
  });
});
