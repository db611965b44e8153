import { expect, test } from 'vitest';
import { checkGrounding } from '../../../../src/scorers/grounding/check/check-grounding.ts';

const evidence = [
  {
    kind: 'tool_result' as const,
    name: 'list_groups',
    content: {
      groups: [
        { code: 'CH-7', title: 'Evening Choir', day: 'Monday', starts: '2026-03-09', hall: 'N-26' },
        { code: 'CH-9', title: 'Brass Band', day: 'Thursday', starts: '2026-03-12', hall: 'N-31' },
      ],
    },
  },
];

function findings(answer: string): string[] {
  return checkGrounding({ evidence, answer })
    .claims.filter(({ kind, verdict }) => kind === 'value' && (verdict === 'contradicted' || verdict === 'unsupported'))
    .map(({ text, reason }) => `${text} ${reason}`);
}

test.each([
  ['It starts on Monday, 9 March 2026.', []],
  ['It starts on Tuesday, 9 March 2026.', ['Tuesday value_mismatch']],
  ['It starts on 12 March (Friday).', ['Friday value_mismatch']],
  ['3月12日（周四）开始。', []],
  ['3月12日（周五）开始。', ['周五 value_mismatch']],
])('a weekday is that of the date beside it: `%s`', (answer, expected) => {
  expect(findings(answer)).toEqual(expected);
});

test.each([
  ['Brass Band (CH-9, Thursday) has room.', []],
  ['Brass Band (CH-9, Saturday) has room.', ['Saturday value_mismatch']],
])('a weekday is that of the record: `%s`', (answer, expected) => {
  expect(findings(answer)).toEqual(expected);
});

test.each([
  ['Brass Band meets in N-31.', []],
  ['Brass Band meets in N-13.', ['N-13 not_in_evidence']],
  ['Brass Band meets next to the A-4 motorway.', []],
])('a short key is checked where the evidence has others like it: `%s`', (answer, expected) => {
  expect(findings(answer)).toEqual(expected);
});
