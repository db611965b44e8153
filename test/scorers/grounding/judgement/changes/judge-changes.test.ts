import { expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

type GroundingEvidence = Parameters<typeof checkGrounding>[0]['evidence'][number];

function lockers(
  second: Record<string, unknown>,
  order: 'as before' | 'turned round' = 'as before',
): GroundingEvidence[] {
  const first = { locker: 'Elder', no: 'LK-81', state: 'rented', deposit: 45, floor: 'Basement', heated: true };
  const other = { locker: 'Maple', no: 'LK-82', state: 'vacant', deposit: 70, floor: 'Attic', heated: true };
  const fresh = [{ ...first, ...second }, other];
  const call = { kind: 'tool_result' as const, name: 'list_lockers', args: { site: 'Quay' } };
  return [
    { ...call, content: { lockers: [first, other] } },
    { ...call, content: { lockers: order === 'as before' ? fresh : fresh.reverse() } },
  ];
}

function stale(answer: string, evidence: GroundingEvidence[]): readonly string[] {
  return checkGrounding({ answer, evidence })
    .claims.filter(({ reason, verdict }) => reason === 'stale' && verdict === 'contradicted')
    .map(({ text }) => text);
}

test('a state that a later read of the record replaced is stale', () => {
  expect(stale('Locker Elder is rented at the moment.', lockers({ state: 'suspended' }))).toEqual(['rented']);
});

test('another word for the old state is stale where the new state excludes it', () => {
  const read = (state: string): GroundingEvidence => ({
    kind: 'tool_result',
    name: 'get_claim',
    args: { id: 'Q-7' },
    content: { id: 'Q-7', state },
  });
  expect(stale('Q-7 is pending.', [read('under_review'), read('refused')])).toEqual(['pending']);
  expect(stale('Q-7 is pending.', [read('under_review'), read('processing')])).toEqual([]);
});

test('the state of a record that did not change is not stale beside one that did', () => {
  expect(stale('Locker Elder is suspended, locker Maple is vacant.', lockers({ state: 'suspended' }))).toEqual([]);
});

test('a list that came back in another order changed nothing', () => {
  expect(stale('Locker Maple is vacant and Elder is rented.', lockers({}, 'turned round'))).toEqual([]);
});

test('a change is told with what was and what is', () => {
  expect(stale('Locker Elder was rented and is suspended now.', lockers({ state: 'suspended' }))).toEqual([]);
});

test('a place and a flag of the record are stale as states are', () => {
  expect(stale('Locker Elder stands in the Basement.', lockers({ floor: 'Ground' }))).toEqual(['Basement']);
  expect(stale('Locker Elder is heated.', lockers({ heated: false }))).toEqual(['heated']);
  expect(stale('Locker Maple is heated.', lockers({ heated: false }))).toEqual([]);
});

test('an old amount that another record holds too is stale in its own record', () => {
  const evidence = [
    ...lockers({ deposit: 55 }),
    { kind: 'tool_result' as const, name: 'get_fee', content: { fee: 45 } },
  ];
  expect(stale('Locker Elder: deposit 45.', evidence)).toEqual(['45']);
});

test('中文状态再次查询后已变，仍按旧状态说即为过时', () => {
  const read = (first: string): GroundingEvidence => ({
    kind: 'tool_result',
    name: '查询车位',
    args: { 小区: '枫林' },
    content: {
      车位: [
        { 编号: 'CW-11', 位置: '东门', 状态: first },
        { 编号: 'CW-12', 位置: '西门', 状态: '空闲' },
      ],
    },
  });
  expect(stale('CW-11目前已出租。', [read('已出租'), read('维修中')])).toEqual(['出租']);
});
