import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dealShard } from '../../src/runs/shard.ts';

test('shards are even, and together they are the plan', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 9 }), (size, count) => {
      const plan = Array.from({ length: size }, (_, position) => position);
      const dealt =
        plan.length === 0 ? [] : Array.from({ length: count }, (_, at) => dealShard(plan, { index: at + 1, count }));
      const sizes = dealt.map(({ own }) => own.length);
      expect(Math.max(0, ...sizes) - Math.min(Number.POSITIVE_INFINITY, ...sizes)).toBeLessThanOrEqual(1);
      expect(dealt.flatMap(({ own }) => own).sort((a, b) => a - b)).toEqual(plan);
      for (const { own, others } of dealt) expect([...own, ...others].sort((a, b) => a - b)).toEqual(plan);
    }),
  );
});

test('the trials of one scenario are spread over the shards', () => {
  expect(dealShard(['a/0', 'a/1', 'a/2', 'b/0', 'b/1', 'b/2'], { index: 2, count: 3 }).own).toEqual(['a/1', 'b/1']);
});
