import { expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

const rooms = {
  kind: 'tool_result' as const,
  name: 'list_studios',
  args: { building: 'Mill' },
  content: {
    studios: [
      { id: 'ST-5', label: 'Studio amber', rent: 310, places: 6, currency: 'EUR' },
      { id: 'ST-6', label: 'Studio cobalt', rent: 455, places: 9, currency: 'EUR' },
      { id: 'ST-7', label: 'Studio umber', rent: 620, places: 14, currency: 'EUR' },
    ],
  },
};

function wrong(answer: string, ...more: Parameters<typeof checkGrounding>[0]['evidence']): readonly string[] {
  return checkGrounding({ answer, evidence: [rooms, ...more] })
    .claims.filter(({ verdict }) => verdict === 'contradicted')
    .map(({ text, reason }) => `${text} ${reason}`);
}

test('a value behind a name that is told in part belongs to that record', () => {
  expect(wrong('The amber studio costs 455 EUR a month.')).toEqual(['455 EUR wrong_record']);
  expect(wrong('The amber studio costs 310 EUR a month.')).toEqual([]);
});

test('a comparison and a value before its name are no mistakes', () => {
  expect(wrong('The amber studio is cheaper than the cobalt one at 455 EUR.')).toEqual([]);
  expect(wrong('You pay 310 EUR for Studio amber and 455 EUR for Studio cobalt.')).toEqual([]);
});

test('a value that another result holds too may be told of that', () => {
  const quote = { kind: 'tool_result' as const, name: 'get_quote', content: { offer: 455, currency: 'EUR' } };
  expect(wrong('For the amber studio we were offered 455 EUR.', quote)).toEqual([]);
});

test('a value told of two names together, and a number inside a longer text, are no mistakes', () => {
  const stalls = {
    kind: 'tool_result' as const,
    name: 'list_stalls',
    content: {
      stalls: [
        { name: 'Stall linden', fee: 31, address: '27 Quarry Lane' },
        { name: 'Stall hazel', fee: 44, address: '58 Tanner Row' },
      ],
    },
  };
  expect(wrong('The umber and amber studios together: 455 EUR.', stalls)).toEqual([]);
  expect(wrong('I move Stall hazel to 27 Heron Street.', stalls)).toEqual([]);
});
