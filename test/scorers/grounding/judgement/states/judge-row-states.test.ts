import { expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

const KENNEL = {
  kind: 'tool_result' as const,
  name: 'list_stays',
  content: {
    stays: [
      { pet: 'Biscuit', run: 'R-14', status: 'waitlisted', heated: false },
      { pet: 'Mallow', run: 'R-22', status: 'confirmed', heated: true },
      { pet: 'Pickle', run: 'R-31', status: 'cancelled', heated: true },
    ],
  },
};

function wrongStates(
  answer: string,
  evidence = [KENNEL] as unknown[],
  language: 'en' | 'zh' = 'en',
): readonly string[] {
  const { claims } = checkGrounding({ evidence, answer, language } as Parameters<typeof checkGrounding>[0]);
  return claims.flatMap(({ verdict, reason, text }) =>
    verdict === 'contradicted' && (reason === 'status_mismatch' || reason === 'polarity') ? [text] : [],
  );
}

test.each([
  ['Biscuit is firmly confirmed for the weekend.', 'confirmed'],
  ['- Mallow: provisional', 'provisional'],
  ['Pickle is confirmed.', 'confirmed'],
  ['Mallow is not confirmed.', 'is not confirmed'],
])('the state of the record that is named decides `%s`', (answer, told) => {
  expect(wrongStates(answer)).toEqual([told]);
});

test.each([
  'Biscuit is on the waiting list, and Mallow is confirmed.',
  'Mallow is no longer provisional.',
  'Biscuit will be confirmed once a run is free.',
  'If Pickle is confirmed again, I will tell you.',
  'Pickle was called off.',
])('what the records say or leave open is no lie: `%s`', (answer) => {
  expect(wrongStates(answer)).toEqual([]);
});

test('a state in Chinese is held against the record before it', () => {
  const lockers = {
    kind: 'tool_result',
    name: '查询储物柜',
    content: {
      储物柜: [
        { 位置: '东门', 状态: '维修中' },
        { 位置: '西门', 状态: '空闲' },
      ],
    },
  };
  expect(wrongStates('东门的储物柜可用，现在空闲。', [lockers], 'zh').length).toBeGreaterThan(0);
  expect(wrongStates('西门的还空着，东门的在维修。', [lockers], 'zh')).toEqual([]);
});

test('a later write about the record leaves its old state open', () => {
  const confirm = { kind: 'tool_result', name: 'confirm_stay', args: { run: 'R-14' }, content: { ok: true } };
  expect(wrongStates('Biscuit (R-14) is confirmed.', [KENNEL, confirm])).toEqual([]);
});
