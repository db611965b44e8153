import { describe, expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

const looms = [
  { loom_id: 'L-1', maker: 'Ahlgren', width_cm: 90, price: 640, built: '2019-04-02', portable: true },
  { loom_id: 'L-2', maker: 'Brandt', width_cm: 120, price: 880, built: '2011-11-20', portable: false },
  { loom_id: 'L-3', maker: 'Cassel', width_cm: 60, price: 310, built: '2022-01-15', portable: true },
];
const extremes = (answer: string, content: unknown = looms) =>
  checkGrounding({ evidence: [{ kind: 'tool_result', name: 'list_looms', content }], answer })
    .claims.filter(({ kind }) => kind === 'extreme')
    .map(({ verdict, text, nearest }) => `${verdict} ${text}${nearest === undefined ? '' : ` < ${nearest.text}`}`);

describe('a superlative is held against the records that it compares', () => {
  test.each([
    ['The cheapest is the Cassel.', ['supported cheapest']],
    ['The cheapest is the Brandt.', ['contradicted Brandt < 310']],
    ['Ahlgren makes the widest of them.', ['contradicted Ahlgren < 120']],
    ['Of the three, L-2 is the oldest.', ['supported oldest']],
    ['L-3 was built earliest.', ['contradicted L-3 < 2011-11-20']],
    ['The second most expensive one is the Ahlgren.', ['supported second most expensive']],
    ['The second most expensive one is the Cassel.', ['contradicted Cassel < 880']],
    ['No loom is cheaper than the Brandt.', ['contradicted Brandt < 310']],
    ['The Brandt costs more than any other.', ['supported more than any']],
    ['The Ahlgren is not the cheapest.', ['supported cheapest']],
    ['The Cassel is not the cheapest.', ['contradicted Cassel < 310']],
    ['最便宜的是Cassel。', ['supported 最便宜']],
    ['最便宜的是Brandt。', ['contradicted Brandt < 310']],
    ['第二贵的是Ahlgren。', ['supported 第二贵']],
  ])('%s', (answer, expected) => {
    expect(extremes(answer)).toEqual(expected);
  });
});

test('what the sentence narrows down is compared with its like alone', () => {
  expect(extremes('The widest portable loom is the Ahlgren.')).toEqual(['supported widest']);
  expect(extremes('The widest portable loom is the Cassel.')).toEqual(['contradicted Cassel < 90']);
});

test('among records named beside it, the one that stands alone is meant', () => {
  expect(extremes('Among Ahlgren and Cassel, the most expensive is Ahlgren.')).toEqual(['supported most expensive']);
  expect(extremes('Among Ahlgren and Cassel, the most expensive is Cassel.')).toEqual(['contradicted Cassel < 640']);
});

test.each([
  'At least the Brandt is free.',
  'You get the Brandt at the latest on Friday.',
  'Is the Brandt the cheapest?',
  'The Brandt is the loveliest.',
  '最近Brandt有货。',
])('%s compares nothing that is known', (answer) => {
  expect(extremes(answer)).toEqual([]);
});

test('a word that two records share names neither', () => {
  const shared = [
    { name: 'Oak bench', price: 40 },
    { name: 'Oak table', price: 90 },
  ];
  expect(extremes('The cheapest is the oak one.', shared)).toEqual([]);
  expect(extremes('The cheapest is the table.', shared)).toEqual(['contradicted table < 40']);
});
