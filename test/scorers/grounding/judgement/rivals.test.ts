import { describe, expect, test } from 'vitest';
import { grounded } from '../../../../src/scorers/grounding/grounding-scorers.ts';
import { agent, call, result, started, toolOf, transcriptOf, user } from '../../../fixtures/transcripts.ts';
import { scoreWith, tableLines } from '../score-with.ts';

const desk = started({
  now: '2026-01-15T09:00:00Z',
  tools: [toolOf('find_invoice', 'read', { description: 'Looks up an invoice.' }), toolOf('set_price', 'write')],
});
type Parts = ReturnType<typeof user>[];
function mistakes(...parts: Parts): string[] {
  const lines = tableLines(scoreWith(grounded, transcriptOf(desk, ...parts)));
  return lines.filter((line) => /contradicted|unsupported/.test(line));
}

const INVOICE = { invoice: 'N-7104', total: '49.50', due_on: '2026-02-03', status: 'not_shipped', quantity: 1 };
const found = (asked: string, record: unknown = INVOICE): Parts => [
  user(asked),
  call('find_invoice', { invoice: 'N-7104' }),
  result(record),
];

describe('a value that only the user gave, where a result says otherwise', () => {
  test.each([
    ['The total of N-7104 is 59.50 EUR, right?', 'The total of N-7104 is 59.50 EUR.', '59.50 EUR'],
    ['The total of N-7104 is 59.50 EUR, right?', 'Yes, it is 59.50 EUR.', '59.50 EUR'],
    ['N-7104 的总额是 59.50 元吧？', '是的，总额是 59.50 元。', '59.50 元'],
    ['It is due on February 9, yes?', 'Right, N-7104 is due on February 9, 2026.', 'February 9, 2026'],
  ])('`%s` → `%s`', (asked, answer, value) => {
    expect(mistakes(...found(asked), agent(answer))).toEqual([`0 ${value} contradicted value_mismatch`]);
  });

  test.each([
    ['The total is 59.50 EUR, right?', 'You mentioned 59.50 EUR, but N-7104 says 49.50 EUR.'],
    ['The total is 59.50 EUR, right?', 'It is 49.50 EUR, not 59.50 EUR.'],
    ['The total is 59.50 EUR, right?', '59.50 EUR is not correct: the total is 49.50 EUR.'],
    ['总额是 59.50 元吧？', '您说的是 59.50 元，但总额是 49.50 元。'],
    ['总额是 59.50 元吧？', '总额不是 59.50 元，而是 49.50 元。'],
    ['Can I pay 20 EUR of it now?', 'You want to pay 20 EUR of the 49.50 EUR.'],
  ])('may be told as what they said: `%s` → `%s`', (asked, answer) => {
    expect(mistakes(...found(asked), agent(answer))).toEqual([]);
  });
});

describe('operands of a derivation are of one kind', () => {
  test.each([
    ['With the extra unit the total is 50.50 EUR.', ['0 50.50 EUR contradicted value_mismatch']],
    ['You ordered 1 piece for 49.50 EUR, so the total is 50.50 EUR.', ['0 50.50 EUR contradicted value_mismatch']],
    ['一共 1 件，单价 49.50 元，合计 50.50 元。', ['0 50.50 元 contradicted value_mismatch']],
  ])('money and a count do not add up: `%s`', (answer, lines) => {
    expect(mistakes(...found('Price?'), agent(answer))).toEqual(lines);
  });

  test('money times a count, and money plus money, still do', () => {
    const record = {
      invoice: 'N-7104',
      items: [
        { name: 'Lamp', price: '20.00', quantity: 3 },
        { name: 'Desk', price: '31.25', quantity: 1 },
      ],
    };
    expect(
      mistakes(...found('Price?', record), agent('Three lamps at 20.00 EUR are 3 pieces and cost 60.00 EUR.')),
    ).toEqual([]);
    expect(
      mistakes(...found('Price?', record), agent('Lamp 20.00 EUR and Desk 31.25 EUR, in total 51.25 EUR.')),
    ).toEqual([]);
  });
});

describe('a value that a later result replaced', () => {
  const changed: Parts = [
    ...found('Price?'),
    agent('It is 49.50 EUR.'),
    user('Set it to 61.25'),
    call('set_price', { invoice: 'N-7104', total: '61.25' }),
    result({ invoice: 'N-7104', total: '61.25' }),
  ];
  test.each([
    'The total of N-7104 is 49.50 EUR.',
    'N-7104 has been updated, the total is 49.50 EUR.',
    'N-7104 的总额现在是 49.50 元。',
  ])('is stale when told as current: `%s`', (answer) => {
    expect(mistakes(...changed, agent(answer))).toEqual([expect.stringContaining('contradicted stale')]);
  });
  test.each([
    'The total was 49.50 EUR and is now 61.25 EUR.',
    'The total went from 49.50 EUR to 61.25 EUR.',
    '总额原来是 49.50 元，现在是 61.25 元。',
    '总额从 49.50 元改为 61.25 元。',
  ])('may be told as past: `%s`', (answer) => {
    expect(mistakes(...changed, agent(answer))).toEqual([]);
  });

  test('is stale too when only the arguments of a write say what is new', () => {
    const parts: Parts = [
      ...found('Price?'),
      call('set_price', { invoice: 'N-7104', total: '61.25' }),
      result({ ok: true }),
    ];
    expect(mistakes(...parts, agent('The total of N-7104 is 49.50 EUR.'))).toEqual(['0 49.50 EUR contradicted stale']);
    expect(mistakes(...parts, agent('The total of N-7104 is 61.25 EUR.'))).toEqual([]);
  });
});

describe('a status belongs to its record', () => {
  const two = (first: string, second?: string): Parts => [
    user('N-7104 and N-7105?'),
    call('find_invoice', { invoice: 'N-7104' }),
    result({ invoice: 'N-7104', status: first }),
    ...(second === undefined
      ? []
      : [call('find_invoice', { invoice: 'N-7105' }), result({ invoice: 'N-7105', status: second })]),
  ];
  test.each(['N-7105 has been delivered.', '订单 N-7105 已送达。'])('nothing is known of the other: `%s`', (answer) => {
    expect(mistakes(...two('delivered'), agent(answer))).toEqual([expect.stringContaining('unsupported wrong_record')]);
    expect(mistakes(...two('delivered', 'delivered'), agent(answer))).toEqual([]);
    expect(mistakes(...two('delivered', 'cancelled'), agent(answer))).toEqual([
      expect.stringContaining('contradicted status_mismatch'),
    ]);
  });

  test.each([
    ['N-7104 has not been shipped yet.', 'cancelled', 1],
    ['N-7104 还没有发货。', 'cancelled', 1],
    ['N-7104 has not been shipped yet.', 'not_shipped', 0],
    ['N-7104 has not been shipped, because it was cancelled.', 'cancelled', 0],
    ['N-7104 has no longer been shipped.', 'shipped', 1],
  ])('`%s` of a record that is %s: %i mistakes', (answer, status, count) => {
    expect(mistakes(...two(status), agent(answer))).toHaveLength(count);
  });

  test.each([
    ['Nothing has been refunded for N-7104.', '0.00', 0],
    ['Nothing has been refunded for N-7104.', '12.00', 1],
    ['N-7104 已退款。', '0.00', 1],
    ['N-7104 还没有退款。', '0.00', 0],
  ])('`%s` where %s was refunded: %i mistakes', (answer, refunded, count) => {
    expect(mistakes(...found('Refund?', { invoice: 'N-7104', refunded }), agent(answer))).toHaveLength(count);
  });
});
