import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insideOf, overlapping } from '../../../../src/scorers/grounding/claims/spans.ts';

const span = fc
  .tuple(fc.nat(30), fc.integer({ min: 1, max: 12 }))
  .map(([start, length]) => ({ start, end: start + length }));
const spans = fc.array(span, { maxLength: 20 }).map((all) => all.toSorted((a, b) => a.start - b.start));

test('the spans inside of another one, as if each were looked at', () => {
  fc.assert(
    fc.property(spans, span, (all, outer) => {
      const wanted = all.filter(({ start, end }) => start >= outer.start && end <= outer.end);
      expect(insideOf(all)(outer)).toEqual(wanted);
    }),
  );
});

test('the spans that share a place with another one, as if each were looked at', () => {
  fc.assert(
    fc.property(spans, span, (all, other) => {
      const wanted = all.filter(({ start, end }) => start < other.end && other.start < end);
      expect(overlapping(all)(other)).toEqual(wanted);
    }),
  );
});
