import { expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

const MILL = {
  kind: 'tool_result' as const,
  name: 'list_lots',
  content: {
    lots: [
      { lot: 'MX-41', grain: 'spelt', status: 'milled' },
      { lot: 'MX-57', grain: 'rye', status: 'available' },
    ],
  },
};

test.each([
  ['Lot MX-57 is not currently available.', 'is not currently available'],
  ["Lot MX-57 isn't available.", "isn't available"],
])('the span of a denied state begins with its negation: `%s`', (answer, span) => {
  const { claims } = checkGrounding({ evidence: [MILL], answer });
  const wrong = claims.filter(({ verdict }) => verdict === 'contradicted');
  expect(wrong.map(({ text }) => text)).toEqual([span]);
  expect(wrong.map(({ start, end }) => answer.slice(start, end))).toEqual([span]);
});

test('a negation of another clause stays out of the span', () => {
  const answer = 'It is not oats, lot MX-41 is available.';
  const { claims } = checkGrounding({ evidence: [MILL], answer });
  expect(claims.filter(({ verdict }) => verdict === 'contradicted').map(({ text }) => text)).toEqual(['available']);
});
