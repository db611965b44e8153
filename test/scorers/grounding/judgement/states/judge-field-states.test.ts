import { describe, expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

type Evidence = Parameters<typeof checkGrounding>[0]['evidence'];

const berths: Evidence = [
  {
    kind: 'tool_result',
    name: 'list_berths',
    args: { marina: 'south' },
    content: {
      berths: [
        { berth: 'QB-11', status: 'moored', shore_power: true, covered: false },
        { berth: 'QB-12', status: 'vacated', shore_power: false, covered: true },
        { berth: 'QB-14', status: 'suspended', shore_power: false, covered: false },
      ],
    },
  },
];
const wrong = (answer: string): readonly string[] =>
  checkGrounding({ evidence: berths, answer }).claims.flatMap(({ verdict, kind, text }) =>
    verdict === 'contradicted' && kind === 'status' ? [text] : [],
  );

describe('a state that a record does not have is contradicted by its own field', () => {
  test.each([
    ['QB-11 is vacated.', 'vacated'],
    ['- QB-12: moored', 'moored'],
    ['QB-11 is not moored.', 'is not moored'],
    ['QB-14 is active again.', 'active'],
    ['QB-11 is covered.', 'covered'],
    ['QB-12 is not covered.', 'is not covered'],
  ])('`%s`', (answer, text) => {
    expect(wrong(answer)).toEqual([text]);
  });
});

describe('what agrees, or does not speak of the record, is left alone', () => {
  test.each([
    ['QB-11 is moored.'],
    ['QB-12 is vacated, QB-11 is moored.'],
    ['QB-11 can be vacated.'],
    ['Once QB-11 is vacated, it is yours.'],
    ['QB-14 is on hold.'],
    ['Is QB-11 vacated?'],
    ['QB-12 is covered.'],
    ['QB-11 is not covered.'],
  ])('`%s`', (answer) => {
    expect(wrong(answer)).toEqual([]);
  });
});
