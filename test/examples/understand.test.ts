import { describe, expect, test } from 'vitest';
import { understand as understandLeave } from '../../examples/hr/understand.ts';
import { emptyMemory, type Memory } from '../../examples/orders/memory.ts';
import { emailOf } from '../../examples/orders/slots.ts';
import { understand } from '../../examples/orders/understand.ts';

/** What a first message, or one in the middle of a talk, comes to: `intent order further=…`, or the kind of small talk. */
function orders(text: string, talk: Partial<Memory> = {}): string {
  const memory = { ...emptyMemory('en'), email: emailOf(text), ...talk };
  const understood = understand(text, memory);
  if (understood.kind !== 'requests') return understood.kind;
  return understood.requests
    .map(({ intent, orderId = '-', ...slots }) => {
      const said = Object.entries(slots).filter(([, value]) => value !== undefined);
      return [intent, orderId, ...said.map(([name, value]) => `${name}=${value}`)].join(' ');
    })
    .join(' | ');
}

describe('the orders desk understands', () => {
  test.each([
    ["What's happening with order A1003?", 'status A-1003'],
    ['Has my order A-1001 arrived yet?', 'arrival A-1001'],
    ["I'd like to return A-1001, it's the wrong colour", 'refund A-1001 reason=other'],
    ['please give me 15 euros back on A-2002, it arrived late', 'refund A-2002 amount=15 reason=late'],
    ['Refund half of A-1001', 'refund A-1001 partly=true'],
    ['Please stop the order A-1002, I no longer want it', 'cancel A-1002'],
    [
      'Can you send A-1002 to 5 Dummy Street, Testville instead?',
      'change_address A-1002 address=5 Dummy Street, Testville',
    ],
    ['Was A-1001 refunded?', 'refund_state A-1001'],
    ['When did I place order A-1001?', 'placed A-1001'],
    ['How long can I return things?', 'policy -'],
    ['show me everything I ordered, my mail is c17@example.com', 'list -'],
    ['Can I get a discount?', 'not_offered -'],
    ['I want to speak to a human', 'not_offered -'],
    ['把A-1002取消掉', 'cancel A-1002'],
    ['A-4002改寄到样例街8号可以吗', 'change_address A-4002 address=样例街8号'],
    ['给我退20欧元，A-4001送晚了', 'refund A-4001 amount=20 reason=late'],
    ['Ａ－１００１ 到哪了？', 'status A-1001'],
  ])('%s', (text, expected) => {
    expect(orders(text)).toBe(expected);
  });

  test('several wishes in one message, each with its own order', () => {
    expect(orders('Cancel A-1002 and tell me where A-1003 is.')).toBe('cancel A-1002 | status A-1003');
    expect(orders('Cancel A-1002 and A-2003')).toBe('cancel A-1002 | cancel A-2003');
  });

  test('a correction inside a message', () => {
    expect(orders('Where is A-1001, no, sorry, A-1003?')).toBe('status A-1003');
    expect(orders('not A-1001, A-1003')).toBe('status A-1003');
  });

  test('what is taken back', () => {
    expect(orders("don't refund it, just cancel it", { mentioned: ['A-1002'] })).toBe('cancel A-1002');
    expect(orders('不要取消A-1002了')).toBe('dropped');
    expect(orders('No.', { pending: { intent: 'refund', orderId: 'A-1001' } })).toBe('dropped');
  });

  test('an answer to its own question', () => {
    const pending = { intent: 'refund', orderId: 'A-1001' } as const;
    expect(orders('the lid is cracked', { pending })).toBe('refund A-1001 reason=damaged');
    expect(orders('c17@example.com', { pending: { intent: 'address', orderId: 'A-1001' } })).toBe('address A-1001');
  });

  test('which order is pointed at', () => {
    const listed = [
      { order_id: 'A-2002', name: 'toaster' },
      { order_id: 'A-2003', name: 'bread knife' },
    ];
    const talk: Partial<Memory> = { listed, mentioned: ['A-2003'], last: { intent: 'arrival', orderId: 'A-2003' } };
    expect(orders('and the other one?', talk)).toBe('arrival A-2002');
    expect(orders('where is the first one', talk)).toBe('status A-2002');
    expect(orders('cancel the bread knife', { ...talk, mentioned: [] })).toBe('cancel A-2003');
    expect(orders('how much were both?', talk)).toBe('total A-2002 | total A-2003');
  });

  test('that a change is repeated for another order only when the user says so', () => {
    const last = { intent: 'cancel', orderId: 'A-1002' } as const;
    expect(orders('What about A-2003?', { last })).toBe('status A-2003');
    expect(orders('A-2003 too, please', { last })).toBe('cancel A-2003');
  });
});

describe('人事服务台听得懂', () => {
  const leave = (...said: string[]): string =>
    understandLeave(said, '2026')
      .wishes.map(({ kind, ...rest }) => [kind, ...Object.values(rest).map(String)].join(' '))
      .join(' | ');

  test.each([
    ['帮我看看e003的假期余额', 'balance E003'],
    ['E001、E003和E004的年假', 'balance E001 | balance E003 | balance E004'],
    ['请问员工E002还能休几天年假？', 'balance E002'],
    ['how many days does E001 have left?', 'balance E001'],
    ['计算 -2.5 * 3.6', 'multiply -2.5 3.6'],
    ['负三乘以四点五', 'multiply -3 4.5'],
    ['二十三乘以十', 'multiply 23 10'],
    ['what is 12 times 8', 'multiply 12 8'],
    ['给E001请2天假，2月3日开始', 'request_leave E001 2 2026-02-03'],
    ['E001 申请 2026-03-01 起的 1 天年假', 'request_leave E001 1 2026-03-01'],
    ['撤销L-1', 'cancel_leave L-1'],
    ['7除以2', 'not_offered'],
  ])('%s', (text, expected) => {
    expect(leave(text)).toBe(expected);
  });

  test('接着问另一个人，更正编号，补充没说的话', () => {
    expect(leave('E001的年假', '那E003呢？')).toBe('balance E003');
    expect(leave('E001的年假', '他还剩几天？')).toBe('balance E001');
    expect(leave('查E001，不对，E004的年假')).toBe('balance E004');
    expect(leave('给E003请五天年假', '从2026-02-02开始')).toBe('request_leave E003 5 2026-02-02');
    expect(leave('给E003请五天年假', '算了')).toBe('dropped');
  });
});
