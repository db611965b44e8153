import { expect, test } from 'vitest';
import { checkGrounding } from '../../../../src/scorers/grounding/check/check-grounding.ts';

const evidence = [
  { kind: 'user' as const, content: 'What does my kennel stay include?' },
  {
    kind: 'tool_result' as const,
    name: 'get_stay',
    args: { stay: 'KN-64' },
    content: {
      stay: 'KN-64',
      walks: 6,
      deposit: 31,
      locker: 17,
      pickup_until: '2026-04-19',
      meals: { dogs: 2, trays: 9 },
    },
  },
];

/** Findings of an answer, as `text reason`. */
function findings(answer: string): string[] {
  return checkGrounding({ evidence, answer })
    .claims.filter(({ verdict }) => verdict === 'contradicted')
    .map(({ text, reason, nearest }) => `${text} ${reason} ${nearest?.text}`);
}

test.each([
  ['Your stay has 9 walks.', '9 value_mismatch 6'],
  ['Your stay has walks: 17', '17 value_mismatch 6'],
  ['You have locker 9 for your things.', '9 value_mismatch 17'],
])('the field named beside a value decides, wherever else the value stands: `%s`', (answer, line) => {
  expect(findings(answer)).toEqual([line]);
});

test.each([
  'Your stay has 6 walks.',
  'You have locker 17.',
  'Only 2 of the walks are left.',
  'There are 2 more walks to be had.',
  'About 9 walks are usual.',
  'There are not 9 walks in it.',
])('a rest, a share, a denial and the value itself are left alone: `%s`', (answer) => {
  expect(findings(answer)).toEqual([]);
});

test('a total over several such fields is not held against one of them', () => {
  const groups = [
    { group: 'north', hens: 40 },
    { group: 'south', hens: 52 },
  ];
  const told = [{ kind: 'tool_result' as const, name: 'list_groups', content: { groups } }];
  const { claims } = checkGrounding({ evidence: told, answer: 'The farm has 92 hens.' });
  expect(claims.filter(({ verdict }) => verdict === 'contradicted')).toEqual([]);
});
