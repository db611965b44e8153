import { describe, expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

const KENNELS = {
  kennels: [
    { kennel_id: 'KN-204', keeper: 'Bruna Falk', yard: 'North Gate', colour: 'teal', fee: 41.5, opens: '2026-07-02' },
    { kennel_id: 'KN-377', keeper: 'Ove Lindt', yard: 'Mill Lane', colour: 'amber', fee: 63.2, opens: '2026-07-09' },
    { kennel_id: 'KN-518', keeper: 'Pia Roth', yard: 'Harbour Row', colour: 'ivory', fee: 87.9, opens: '2026-07-16' },
  ],
};
const STALLS = [
  { 摊位号: 'T-31', 摊主: '罗青禾', 街道: '枫桥街', 租金: 410 },
  { 摊位号: 'T-58', 摊主: '苗一舟', 街道: '柳荫巷', 租金: 655 },
  { 摊位号: 'T-77', 摊主: '唐景山', 街道: '石门路', 租金: 930 },
];

function strangersIn(content: unknown, answer: string, said = 'What do you have?'): string[] {
  const { claims } = checkGrounding({
    evidence: [
      { kind: 'user', content: said },
      { kind: 'tool_result', name: 'list_kennels', content: content as never },
    ],
    answer,
  });
  return claims.filter(({ reason }) => reason === 'wrong_record').map(({ text }) => text);
}

describe('what belongs to another record', () => {
  test.each([
    ['a text beside the name', 'KN-204 lies at Mill Lane.', 'Mill Lane'],
    [
      'a text between values of one record, which is not named',
      'The fee is 41.50, the colour is teal, and it lies at Mill Lane.',
      'Mill Lane',
    ],
    ['a name before what is told of it', '- KN-377: keeper Pia Roth, yard Harbour Row, 87.90', 'KN-377'],
    ['a day', 'KN-518 (ivory, Harbour Row) opens on 9 July 2026.', '9 July 2026'],
    ['a field in the line below', '**KN-377**\n- Keeper: Bruna Falk', 'Bruna Falk'],
  ])('is found: %s', (_, answer, stranger) => {
    expect(strangersIn(KENNELS, answer).join()).toContain(stranger);
  });

  test.each([
    ['T-31在柳荫巷。', '柳荫巷'],
    ['T-77的摊主是罗青禾，租金930元。', '罗青禾'],
  ])('is found in %j', (answer, stranger) => {
    expect(strangersIn(STALLS, answer).join()).toContain(stranger);
  });

  test('is found of the record that the user named', () => {
    expect(strangersIn(KENNELS, 'The yard is Mill Lane.', 'Where is the yard of KN-204?').join()).toContain(
      'Mill Lane',
    );
  });
});

describe('nothing is strange', () => {
  test.each([
    'KN-204 lies at North Gate and costs 41.50.',
    'KN-204 costs 41.50, KN-377 costs 63.20 and KN-518 costs 87.90.',
    '41.50 for KN-204, 63.20 for KN-377, 87.90 for KN-518.',
    'We have yards at North Gate, Mill Lane and Harbour Row.',
    'KN-204 and KN-377 are kept by Bruna Falk and Ove Lindt.',
    'KN-204 is not at Mill Lane.',
    'Shall I move KN-204 to Mill Lane?',
    'KN-204 is teal; Mill Lane is where KN-377 lies.',
    '| Kennel | Yard | Fee |\n|---|---|---|\n| KN-204 | North Gate | 41.50 |\n| KN-377 | Mill Lane | 63.20 |',
    '**KN-377**\n- Keeper: Ove Lindt\n\n**KN-518**\n- Keeper: Pia Roth',
  ])('in %j', (answer) => {
    expect(strangersIn(KENNELS, answer)).toEqual([]);
  });

  test.each(['T-31在枫桥街，T-58在柳荫巷。', '租金410元的是罗青禾的摊位，655元的是苗一舟的。'])('in %j', (answer) => {
    expect(strangersIn(STALLS, answer)).toEqual([]);
  });
});

test('a stranger is told with what stands in its place', () => {
  const { claims } = checkGrounding({
    evidence: [{ kind: 'tool_result', name: 'list_kennels', content: KENNELS }],
    answer: 'The teal one costs 41.50 and lies at Harbour Row.',
  });
  const [claim] = claims.filter(({ reason }) => reason === 'wrong_record');
  expect(claim?.nearest).toMatchObject({ text: 'North Gate', pointer: '/kennels/0/yard' });
});
