import { describe, expect, test } from 'vitest';
import { grounded } from '../../../../src/scorers/grounding/grounding-scorers.ts';
import {
  agent,
  call,
  event,
  failed,
  result,
  started,
  toolOf,
  transcriptOf,
  user,
} from '../../../fixtures/transcripts.ts';
import { scoreWith, tableLines } from '../score-with.ts';

const TOOLS = [
  toolOf('find_parcel', 'read', { description: 'Looks up a parcel.' }),
  toolOf('refund_parcel', 'write', { description: 'Refunds a parcel.' }),
  toolOf('update_parcel', 'write', { description: 'Changes the address of a parcel.' }),
];
const desk = started({ tools: TOOLS, policy: ['A parcel can be refunded within 30 days.'] });

type Parts = ReturnType<typeof user>[];
function verdictOf(...parts: Parts): string[] {
  const lines = tableLines(scoreWith(grounded, transcriptOf(desk, ...parts)));
  return lines.filter((line) => /contradicted|unsupported/.test(line));
}

const refunded: Parts = [user('Refund K-2201 now.'), call('refund_parcel', { id: 'K-2201' }), result({ ok: true })];

describe('what the user asked for is no proof that it was done', () => {
  test.each([
    ['Please refund parcel K-2201 now.', 'I have refunded parcel K-2201.', '0 refunded contradicted action_not_done'],
    ['Please refund parcel K-2201 now.', 'Parcel K-2201 has been refunded.', '0 refunded contradicted action_not_done'],
    ['请给包裹 K-2201 退款。', '已为您的包裹 K-2201 办理退款。', '0 退款 contradicted action_not_done'],
    ['Forget it.', "I've gone ahead and escalated this to my supervisor.", '0 escalated unsupported no_such_action'],
    ['My parcel?', "I've added a note to your file.", '0 added a note unsupported no_such_action'],
  ])('`%s` → `%s`', (asked, answer, line) => {
    expect(verdictOf(user(asked), agent(answer))).toEqual([line]);
  });

  test('a refund of another parcel does not count', () => {
    expect(verdictOf(...refunded, user('And K-3302?'), agent('I have refunded parcel K-3302.'))).toEqual([
      '1 refunded contradicted action_not_done',
    ]);
  });

  test.each([
    ['I have refunded parcel K-2201.'],
    ['已为包裹 K-2201 退款。'],
    ['I have looked at it and found parcel K-2201.'],
  ])('`%s` stands after the refund', (answer) => {
    expect(verdictOf(...refunded, agent(answer))).toEqual([]);
  });

  test.each([
    { id: 'K-2201', refunded: '0.00' },
    { id: 'K-2201', refunded: false, refunded_on: null },
    { id: 'K-2201', state: 'not_refunded' },
    { id: 'K-2201', note: 'Parcels like this one can be refunded by the desk.' },
    { id: 'K-2201', others: [{ id: 'K-9', state: 'refunded' }] },
  ])('a record that says %j does not prove it', (record) => {
    const read = [user('Refund K-2201'), call('find_parcel', { id: 'K-2201' }), result(record)];
    expect(verdictOf(...read, agent('I have refunded parcel K-2201.'))).toEqual([
      expect.stringMatching(/refunded contradicted/),
    ]);
  });

  test('what a record, a notice or the user tells as done may be told', () => {
    expect(
      verdictOf(
        user('K-2201?'),
        call('find_parcel', { id: 'K-2201' }),
        result({ id: 'K-2201', state: 'refunded' }),
        agent('Parcel K-2201 has been refunded.'),
      ),
    ).toEqual([]);
    expect(
      verdictOf(
        user('K-2201?'),
        event({ type: 'notice', text: 'Your parcel was refunded.' }),
        agent('It has been refunded.'),
      ),
    ).toEqual([]);
    expect(verdictOf(user('It was already refunded.'), agent('So it has been refunded before.'))).toEqual([]);
  });
});

describe('a denied deed', () => {
  test.each([
    'Nothing has been refunded for parcel K-2201 yet.',
    'Parcel K-2201 has not been refunded.',
    'No refund was made for parcel K-2201.',
    "We haven't refunded parcel K-2201.",
    '包裹 K-2201 还没有退款。',
    '包裹 K-2201 尚未退款。',
    '包裹 K-2201 从未退款。',
    '包裹 K-2201 并未退款。',
  ])('is contradicted by a call that did it: `%s`', (answer) => {
    expect(verdictOf(...refunded, agent(answer))).toEqual([expect.stringContaining('contradicted polarity')]);
    expect(verdictOf(user('K-2201?'), agent(answer))).toEqual([]);
  });

  test.each([
    'I have not changed anything.',
    'Nothing has been changed.',
    'No change was made.',
    '没有任何改动。',
    '没有做任何改动。',
  ])('of everything is false in a turn that changed something, and honest in another: `%s`', (answer) => {
    const changed: Parts = [user('Move it'), call('update_parcel', { id: 'K-2201' }), result({ ok: true })];
    expect(verdictOf(...changed, agent(answer))).toEqual([expect.stringContaining('contradicted polarity')]);
    expect(verdictOf(...changed, agent('Done.'), user('Wait'), agent(answer))).toEqual([]);
    expect(
      verdictOf(user('Move it'), call('update_parcel', { id: 'K-2201' }), failed('locked'), agent(answer)),
    ).toEqual([]);
  });

  test('of another parcel, or after a second attempt that failed, stays honest', () => {
    expect(verdictOf(...refunded, user('And K-9911?'), agent('Nothing has been refunded for parcel K-9911.'))).toEqual(
      [],
    );
    expect(
      verdictOf(
        ...refunded,
        user('Again'),
        call('refund_parcel', { id: 'K-2201' }),
        failed('too late'),
        agent('Nothing more has been refunded for parcel K-2201.'),
      ),
    ).toEqual([]);
  });
});

test('a status read before a write that succeeded stands against nothing that the write did', () => {
  const read = [
    user('Refund K-2201'),
    call('find_parcel', { id: 'K-2201' }),
    result({ id: 'K-2201', refunded: '0.00' }),
  ];
  const done = [call('refund_parcel', { id: 'K-2201' }), result({ refund: 'R-77001', id: 'K-2201' })];
  expect(verdictOf(...read, ...done, agent('I have refunded parcel K-2201.'))).toEqual([]);
  expect(verdictOf(...read, agent('Parcel K-2201 has been refunded.'))).toHaveLength(1);
});
