import { describe, expect, test } from 'vitest';
import { grounded } from '../../../../src/scorers/grounding/grounding-scorers.ts';
import { agent, call, result, started, toolOf, transcriptOf, user } from '../../../fixtures/transcripts.ts';
import { scoreWith } from '../score-with.ts';

const desk = started({ tools: [toolOf('get_booking', 'read'), toolOf('list_bookings', 'read')] });
const FIRST = {
  booking_id: 'B-4410',
  email: 'kim@example.com',
  status: 'not_shipped',
  total: '49.90',
  address: '12 Elm Street, Leeds',
  starts_on: '2026-02-03',
  item: 'Blue Lamp',
};
const SECOND = {
  booking_id: 'B-4411',
  email: 'lou@example.com',
  status: 'delivered',
  total: '18.50',
  address: '7 Oak Road, York',
  starts_on: '2026-01-10',
  item: 'Red Chair',
};
type Parts = ReturnType<typeof user>[];
const apart: Parts = [
  user('How are my bookings B-4410 and B-4411?'),
  call('get_booking', { booking_id: 'B-4410' }),
  result(FIRST),
  call('get_booking', { booking_id: 'B-4411' }),
  result(SECOND),
];
const listed: Parts = [user('My bookings?'), call('list_bookings', { phone: '555' }), result([FIRST, SECOND])];

function wrongIn(...parts: Parts): { quote: string | undefined; pointers: (string | undefined)[] }[] {
  const outcome = scoreWith(grounded, transcriptOf(desk, ...parts));
  if (outcome.status !== 'scored') return [];
  return outcome.findings.map(({ evidence: [span, ...records] }) => ({
    quote: span?.quote,
    pointers: records.map(({ pointer }) => pointer),
  }));
}

describe.each([
  ['records of two calls', apart],
  ['records of one list', listed],
] as const)('in %s', (_, read) => {
  test.each([
    ['Booking B-4410 costs 18.50 EUR and booking B-4411 costs 49.90 EUR.', ['18.50 EUR', '49.90 EUR']],
    ['Booking B-4410 goes to 7 Oak Road, York.', ['7 Oak Road, York']],
    ['Booking B-4410: Red Chair, 49.90 EUR.', ['Red Chair']],
    ['- B-4410: 18.50 EUR\n- B-4411: 49.90 EUR', ['18.50 EUR', '49.90 EUR']],
    ['**B-4410**\n- Item: Red Chair\n\n**B-4411**\n- Item: Blue Lamp', ['Red Chair', 'Blue Lamp']],
    ['- Booking: B-4410\n- Item: Red Chair', ['Red Chair']],
    ['Booking B-4410 is on file. It starts on 2026-01-10.', ['2026-01-10']],
    ['B-4410 belongs to lou@example.com.', ['lou@example.com']],
    ['The booking of kim@example.com costs 18.50 EUR.', ['18.50 EUR']],
    ['The Red Chair costs 49.90 EUR.', ['49.90 EUR']],
    ['Red Chair (booking B-4410) is on file.', ['Red Chair (booking B-4410']],
    ['订单 B-4410 的收货地址是 7 Oak Road, York，总额 18.50 元。', ['7 Oak Road, York', '18.50 元']],
    ['B-4410 的商品是 Red Chair。', ['Red Chair']],
    ['| Booking | Item |\n|---|---|\n| B-4410 | Red Chair |\n| B-4411 | Blue Lamp |', ['Red Chair', 'Blue Lamp']],
  ])('`%s` swaps', (answer, quotes) => {
    const wrong = wrongIn(...read, agent(answer));
    expect(wrong.map(({ quote }) => quote)).toEqual(quotes);
    for (const { pointers } of wrong) expect(pointers.length).toBeGreaterThanOrEqual(2);
  });

  test.each([
    'Booking B-4410 (Blue Lamp, 49.90 EUR) goes to 12 Elm Street, Leeds. B-4411 (Red Chair, 18.50 EUR) was delivered.',
    'The bookings B-4410 and B-4411 cost 49.90 EUR and 18.50 EUR, 68.40 EUR in total.',
    'B-4410 costs 31.40 EUR more than B-4411.',
    'Your Blue Lamp (B-4410) starts on February 3; the Red Chair was delivered.',
    'Would B-4410 or the Red Chair suit you better?',
    'B-4410 is not the Red Chair.',
    '- Blue Lamp: 49.90 EUR\n- Red Chair: 18.50 EUR',
    'B-4410 的商品是 Blue Lamp，B-4411 的商品是 Red Chair。',
  ])('`%s` does not', (answer) => {
    expect(wrongIn(...read, agent(answer))).toEqual([]);
  });
});

describe('the record that was looked up last', () => {
  const turns: Parts = [
    user('B-4410?'),
    call('get_booking', { booking_id: 'B-4410' }),
    result(FIRST),
    agent('It costs 49.90 EUR.'),
    user('And B-4411?'),
    call('get_booking', { booking_id: 'B-4411' }),
    result(SECOND),
  ];
  test.each(['It costs 49.90 EUR.', 'It goes to 12 Elm Street, Leeds.', '总额是 49.90 元。'])(
    'is what `%s` speaks of, in this turn and the next',
    (answer) => {
      expect(wrongIn(...turns, agent(answer))).toHaveLength(1);
      expect(wrongIn(...turns, agent('Fine.'), user('How so?'), agent(answer))).toHaveLength(1);
    },
  );

  test('is not, once the user has named another', () => {
    expect(wrongIn(...turns, agent('Fine.'), user('And B-4410 again?'), agent('It costs 49.90 EUR.'))).toEqual([]);
    expect(wrongIn(...turns, agent('It costs 18.50 EUR.'))).toEqual([]);
  });
});

test('a name of which all values belong to another record is itself wrong', () => {
  const answer = 'Booking B-4410 costs 18.50 EUR and starts on 2026-01-10.';
  expect(wrongIn(...apart, agent(answer)).map(({ quote }) => quote)).toEqual(['B-4410', '18.50 EUR', '2026-01-10']);
});
