import { expect, test } from 'vitest';
import { valueAt } from '../../../src/domain/values/json-pointer.ts';
import { grounded } from '../../../src/scorers/grounding/grounding-scorers.ts';
import {
  agent,
  call,
  failed,
  parallel,
  result,
  started,
  toolOf,
  transcriptOf,
  user,
} from '../../fixtures/transcripts.ts';
import { scoreWith, tableLines } from './score-with.ts';

const LEAVE = toolOf('get_leave_balance', 'read', { description: '查询员工剩余年假天数' });
const MULTIPLY = toolOf('multiply_numbers', 'read', { description: '用于计算两个数的乘积' });
const REFUND = toolOf('refund_order', 'write', { description: 'Refunds an order.' });
const ORDER = { order_id: 'A-1001', status: 'not_shipped', total: 49.9, carrier: 'DHL' };

test.each([
  ['员工E001剩余5天年假。', { balance: 5 }],
  ['员工E001剩余 ５ 天年假。', 5],
  ['员工E001的剩余年假为五天。', '剩余年假 5 天'],
  ['E001 has 5 days left.', '5'],
])('[S2.29] `%s` stands in a result that says five', (answer, content) => {
  const transcript = transcriptOf(
    user('E001 还有几天年假？'),
    call('get_leave_balance', { employee_id: 'E001' }),
    result(content),
    agent(answer),
  );
  expect(scoreWith(grounded, transcript)).toMatchObject({ status: 'scored', value: 1, passed: true });
});

test.each([[{ balance: 5 }], [5], ['剩余年假 5 天']])('[S2.29] six days do not stand in %j', (content) => {
  const transcript = transcriptOf(
    user('E001 还有几天年假？'),
    call('get_leave_balance', { employee_id: 'E001' }),
    result(content),
    agent('员工E001剩余6天年假。'),
  );
  expect(scoreWith(grounded, transcript)).toMatchObject({ status: 'scored', passed: false });
});

test('[S2.11] a right product without a call of the tool that multiplies is lucky, not supported', () => {
  const lucky = transcriptOf(started({ tools: [MULTIPLY] }), user('12乘以8是多少？'), agent('12乘以8等于96。'));
  const outcome = scoreWith(grounded, lucky);
  expect(outcome).toMatchObject({ status: 'scored', passed: false });
  expect(tableLines(outcome)).toMatchInlineSnapshot(`
    [
      "0 12 supported in_evidence",
      "0 8 supported in_evidence",
      "0 96 unsupported lucky",
    ]
  `);
  expect(outcome.status === 'scored' && outcome.reason).toMatchInlineSnapshot(
    `"turn 0: unsupported (lucky): \`96\` equals 12 × 8 from the user's words, but \`multiply_numbers\` was not called for it"`,
  );
});

test('the same product stands when the tool gave it, or when no tool is there to multiply', () => {
  const called = transcriptOf(
    started({ tools: [MULTIPLY] }),
    user('12乘以8是多少？'),
    call('multiply_numbers', { a: 12, b: 8 }),
    result(96),
    agent('12乘以8等于96。'),
  );
  const alone = transcriptOf(started({ tools: [LEAVE] }), user('12乘以8是多少？'), agent('12乘以8等于96。'));
  expect(scoreWith(grounded, called)).toMatchObject({ status: 'scored', passed: true });
  expect(scoreWith(grounded, alone)).toMatchObject({ status: 'scored', passed: true });
});

test('a written equation that is wrong is contradicted whatever the tools say', () => {
  const transcript = transcriptOf(
    user('12 times 8?'),
    call('multiply_numbers', { a: 12, b: 8 }),
    result(96),
    agent('12 × 8 = 98.'),
  );
  expect(tableLines(scoreWith(grounded, transcript))).toContain('0 98 contradicted bad_arithmetic');
});

test('[S1.22] a refund told as done after it failed scores zero without a judge', () => {
  const transcript = transcriptOf(
    started({ tools: [REFUND] }),
    user('Refund A-1001'),
    call('refund_order', { order_id: 'A-1001' }),
    failed('payment service is down'),
    agent('Done, your order has been refunded.'),
  );
  expect(scoreWith(grounded, transcript)).toMatchObject({
    status: 'scored',
    value: 0,
    passed: false,
    findings: [{ code: 'error_told_as_success', stage: 'generation', turn: 0 }],
  });
});

test('[S2.12] a wrong number in the answer fails the generation stage', () => {
  const transcript = transcriptOf(
    user('A-1001?'),
    call('get_order', { order_id: 'A-1001' }),
    result(ORDER),
    agent('Order A-1001 costs $59.90.'),
  );
  expect(scoreWith(grounded, transcript)).toMatchObject({
    status: 'scored',
    passed: false,
    findings: [{ stage: 'generation', severity: 'failure' }],
  });
});

test('[S2.20] the claim table gives every claim its verdict, its turn and what it rests on', () => {
  const transcript = transcriptOf(
    user('How is A-1001?'),
    call('get_order', { order_id: 'A-1001' }),
    result(ORDER),
    agent('Order A-1001 costs $49.90. It has been shipped. It arrives on March 3, 2026.'),
    user('And again?'),
    agent('As I said, it arrives on March 3, 2026.'),
  );
  const outcome = scoreWith(grounded, transcript);
  expect(tableLines(outcome)).toMatchInlineSnapshot(`
    [
      "0 A-1001 supported in_evidence",
      "0 $49.90 supported in_evidence",
      "0 shipped contradicted polarity",
      "0 March 3, 2026 unsupported unlicensed_promise",
      "1 March 3, 2026 unsupported unlicensed_promise",
    ]
  `);
  const rows =
    outcome.status === 'scored'
      ? (outcome.details as {
          verdict: string;
          text: string;
          start: number;
          end: number;
          evidence: { seq: number; pointer?: string }[];
        }[])
      : [];
  const price = rows.find(({ text }) => text === '$49.90')!;
  const pointed = transcript[price.evidence[0]!.seq]!;
  expect(
    pointed.type === 'tool_result' &&
      pointed.result.outcome.status === 'ok' &&
      valueAt(pointed.result.outcome.content, price.evidence[0]!.pointer!),
  ).toBe(49.9);
  expect('Order A-1001 costs $49.90. It has been shipped.'.slice(price.start, price.end)).toBe('$49.90');
});

test('a mistake that is carried into the next turn counts once', () => {
  const transcript = transcriptOf(
    user('A-1001?'),
    call('get_order', { order_id: 'A-1001' }),
    result(ORDER),
    agent('It costs $59.90.'),
    user('Sure?'),
    agent('Yes, it costs $59.90.'),
  );
  const outcome = scoreWith(grounded, transcript);
  expect(outcome).toMatchObject({
    metrics: { supported: 0 },
    turns: [
      { turn: 0, metrics: { checkable: 1 } },
      { turn: 1, metrics: { checkable: 0 } },
    ],
  });
});

test('[A13] an answer without a claim is not applicable, never a full score', () => {
  const silent = transcriptOf(user('Hello'), agent('Hello! How can I help you today?'));
  expect(scoreWith(grounded, silent).status).toBe('not_applicable');
  expect(scoreWith(grounded, transcriptOf(user('Hello'))).status).toBe('not_applicable');
  expect(scoreWith(grounded, []).status).toBe('not_applicable');
});

test('an agent whose calls cannot be seen is unscored', () => {
  const transcript = transcriptOf(
    started({ agent: { name: 'a', adapter: 'http', toolCallsVisible: false } }),
    user('Price?'),
    agent('It costs $5.'),
  );
  expect(scoreWith(grounded, transcript).status).toBe('unscored');
});

test('swapped records are contradicted: each value belongs to the other employee', () => {
  const transcript = transcriptOf(
    user('E001 和 E003 的年假？'),
    parallel(['get_leave_balance', { employee_id: 'E001' }], ['get_leave_balance', { employee_id: 'E003' }]),
    result(5),
    result(12),
    agent('E001剩余12天，E003剩余5天。'),
  );
  expect(tableLines(scoreWith(grounded, transcript)).filter((line) => line.includes('天'))).toEqual([
    '0 12天 contradicted wrong_record',
    '0 5天 contradicted wrong_record',
  ]);
  const right = transcriptOf(
    user('E001 和 E003 的年假？'),
    parallel(['get_leave_balance', { employee_id: 'E001' }], ['get_leave_balance', { employee_id: 'E003' }]),
    result(5),
    result(12),
    agent('E001剩余5天，E003剩余12天。'),
  );
  expect(scoreWith(grounded, right)).toMatchObject({ passed: true });
});

test('a value that a later read replaced is stale, unless it is told as past', () => {
  const before = [
    user('Price of P-1?'),
    call('get_price', { id: 'P-1' }),
    result({ price: 158 }),
    agent('P-1 costs $158.'),
    user('And now?'),
    call('get_price', { id: 'P-1' }),
    result({ price: 175 }),
  ];
  expect(tableLines(scoreWith(grounded, transcriptOf(...before, agent('P-1 costs $158.'))))).toContain(
    '1 $158 contradicted stale',
  );
  expect(scoreWith(grounded, transcriptOf(...before, agent('P-1 was $158 and costs $175 now.')))).toMatchObject({
    passed: true,
  });
});

test('a result that the agent had not seen cannot support what it said', () => {
  const transcript = transcriptOf(
    user('A-1001?'),
    agent('It costs $49.90.'),
    call('get_order', { order_id: 'A-1001' }),
    result(ORDER),
  );
  expect(tableLines(scoreWith(grounded, transcript))).toEqual(['0 $49.90 unsupported not_in_evidence']);
});

test('what a later call brought to light does not support an earlier answer', () => {
  const transcript = transcriptOf(
    user('A-1001?'),
    agent('It costs $49.90.'),
    user('Sure?'),
    call('get_order', { order_id: 'A-1001' }),
    result(ORDER),
    agent('Yes, it costs $49.90.'),
  );
  expect(tableLines(scoreWith(grounded, transcript))).toEqual([
    '0 $49.90 unsupported not_in_evidence',
    '1 $49.90 supported in_evidence',
  ]);
});

test.each([
  ['Lamp and Desk come to $92.75 together.', 'supported derived'],
  ['Lamp and Desk come to $93.75 together.', 'unsupported not_in_evidence'],
  ['The Desk costs 542% more than the Lamp.', 'supported derived'],
])('records that are named and not told are reckoned with: `%s`', (answer, verdict) => {
  const items = [
    { name: 'Lamp', price: 12.5 },
    { name: 'Desk', price: 80.25 },
    { name: 'Chair', price: 60 },
    { name: 'Rug', price: 31.1 },
  ];
  const transcript = transcriptOf(user('Prices?'), call('list_items'), result(items), agent(answer));
  expect(tableLines(scoreWith(grounded, transcript)).at(-1)).toContain(verdict);
});

test('what the agent said itself is no evidence, what the user said is', () => {
  const own = transcriptOf(user('Price?'), agent('It costs $12.'), user('Sure?'), agent('Yes, $12.'));
  expect(scoreWith(grounded, own)).toMatchObject({ passed: false });
  const echo = transcriptOf(user('I paid $12 for it.'), agent('You paid $12.'));
  expect(scoreWith(grounded, echo)).toMatchObject({ passed: true, metrics: { supported: 1 } });
});

test('not shipped told as shipped is contradicted, in both languages', () => {
  const english = transcriptOf(
    user('A-1001?'),
    call('get_order', { order_id: 'A-1001' }),
    result(ORDER),
    agent('Order A-1001 has shipped.'),
  );
  const chinese = transcriptOf(
    user('A-1001?'),
    call('get_order', { order_id: 'A-1001' }),
    result({ 订单号: 'A-1001', 状态: '未发货' }),
    agent('订单A-1001已发货。'),
  );
  expect(tableLines(scoreWith(grounded, english))).toContain('0 shipped contradicted polarity');
  expect(tableLines(scoreWith(grounded, chinese)).some((line) => line.endsWith('contradicted polarity'))).toBe(true);
  const honest = transcriptOf(
    user('A-1001?'),
    call('get_order', { order_id: 'A-1001' }),
    result(ORDER),
    agent('Order A-1001 has not been shipped yet.'),
  );
  expect(scoreWith(grounded, honest)).toMatchObject({ passed: true });
});

test('a delivery date that nobody gave is a promise without licence', () => {
  const transcript = transcriptOf(
    user('A-1001?'),
    call('get_order', { order_id: 'A-1001' }),
    result(ORDER),
    agent('Your order will arrive within 3 days.'),
  );
  expect(tableLines(scoreWith(grounded, transcript))).toEqual(['0 3 days unsupported unlicensed_promise']);
});

test('totals, differences and counts of what the results hold are derived', () => {
  const items = {
    items: [
      { name: 'Lamp', price: 12.5 },
      { name: 'Desk', price: 80.25 },
    ],
  };
  const answer =
    'You have 2 items: the Lamp is $12.50 and the Desk is $80.25. The total is $92.75, a difference of $67.75.';
  const transcript = transcriptOf(
    user('My order?'),
    call('get_order', { order_id: 'A-7001' }),
    result(items),
    agent(answer),
  );
  expect(scoreWith(grounded, transcript)).toMatchObject({ passed: true, metrics: { unsupported: 0, contradicted: 0 } });
});

test('`maxUnsupported` forgives what nothing supports, never a contradiction; `allow` adds evidence', () => {
  const transcript = transcriptOf(user('Hours?'), agent('We close at 9:45 pm.'));
  expect(scoreWith(grounded, transcript)).toMatchObject({ passed: false });
  expect(scoreWith(grounded, transcript, { maxUnsupported: 1 })).toMatchObject({ passed: true, value: 0 });
  expect(scoreWith(grounded, transcript, { allow: ['The shop closes at 21:45.'] })).toMatchObject({
    passed: true,
    value: 1,
  });
});

test('a result nested as text, an orphan and a hostile answer do not break it', () => {
  const nested = transcriptOf(
    user('A-1001?'),
    call('get_order', { order_id: 'A-1001' }),
    result(JSON.stringify(ORDER)),
    agent('It costs $49.90.'),
  );
  expect(scoreWith(grounded, nested)).toMatchObject({ passed: true });
  const orphan = transcriptOf(user('x'), result({ price: 5 }, 'nobody'), agent('It costs $5.'));
  expect(scoreWith(grounded, orphan)).toMatchObject({ passed: false });
  const hostile = `${'1,'.repeat(5000)} ${'a@'.repeat(3000)} ${'('.repeat(3000)} \ud800 ${'- '.repeat(3000)}`;
  expect(scoreWith(grounded, transcriptOf(user('x'), agent(hostile))).status).toBeTypeOf('string');
});

const filler = (characters: number): string => 'So it is. '.repeat(characters / 10);

test('what may stand in a text that is too large to be read whole is not checkable, and never contradicted', () => {
  const asks = (said: string) =>
    transcriptOf(user(said), call('refund_order', { order_id: 'A-1001' }), result(ORDER), agent('Your id is Z-90210.'));
  expect(scoreWith(grounded, asks(`${filler(100_000)} My id is Z-90210.`))).toMatchObject({ passed: true });
  expect(scoreWith(grounded, asks(filler(100_000)))).toMatchObject({ passed: false });
  for (const said of [`${filler(210_000)} My id is Z-90210.`, filler(210_000)]) {
    expect(scoreWith(grounded, asks(said))).toMatchObject({
      status: 'unscored',
      reason: 'a result or a text was too large to read whole, so `Z-90210` may stand in it',
    });
  }
});

test('a result that is one long text is not read whole either', () => {
  const transcript = transcriptOf(
    user('What is in the file?'),
    call('read_file', {}),
    result(`${filler(210_000)}The code is Z-90210.`),
    agent('The code is Z-90210.'),
  );
  expect(scoreWith(grounded, transcript)).toMatchObject({ status: 'unscored' });
});

test('of an answer that is too long, what was read may be wrong, and is never right', () => {
  const answers = (text: string) =>
    transcriptOf(user('Where is A-1001?'), call('get', { order_id: 'A-1001' }), result(ORDER), agent(text));
  const long = filler(60_000);
  expect(scoreWith(grounded, answers(`A-1001 costs $49.90. ${long}`))).toMatchObject({
    status: 'unscored',
    reason: 'an answer of turn 0 has 60021 characters, of which the first 50000 are read',
  });
  expect(scoreWith(grounded, answers(`A-1001 costs $77.10. ${long}`))).toMatchObject({ passed: false });
  expect(scoreWith(grounded, answers(long))).toMatchObject({ status: 'unscored' });
  expect(scoreWith(grounded, answers(filler(40_000)))).toMatchObject({ status: 'not_applicable' });
  const many = transcriptOf(
    user('?'),
    ...Array.from({ length: 26 }, () => [agent(filler(40_000)), user('And?')]).flat(),
    agent('Yes.'),
  );
  expect(scoreWith(grounded, many)).toMatchObject({
    status: 'unscored',
    reason: 'the answers have 1040004 characters together, of which no more than 1000000 are read',
  });
});
