import { expect, test } from 'vitest';
import { capability } from '../../../src/scorers/grounding/grounding-scorers.ts';
import { agent, call, result, started, toolOf, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { scoreWith } from './score-with.ts';

const LEAVE = toolOf('get_leave_balance', 'read', {
  description: '根据员工编号查询剩余年假天数',
  parameters: { type: 'object', properties: { employee_id: { type: 'string', examples: ['E001'] } } },
});
const MULTIPLY = toolOf('multiply_numbers', 'read', { description: '用于计算两个数的乘积' });
const hr = started({ tools: [LEAVE, MULTIPLY] });
const desk = started({
  tools: [
    toolOf('get_order', 'read', { description: 'Looks up an order.' }),
    toolOf('cancel_order', 'write', { description: 'Cancels an order.' }),
  ],
});

test('[S2.18] the self-introduction offers an addition that no tool does and an employee that nobody named', () => {
  const answer = '我可以进行数学运算比如乘法、加法等，也可以查询员工年假，比如查询员工E1001。';
  const outcome = scoreWith(capability, transcriptOf(hr, user('你好，请介绍一下自己'), agent(answer)));
  expect(outcome).toMatchObject({
    status: 'scored',
    value: 0,
    passed: false,
    findings: [{ code: 'unknown_capability' }, { code: 'unknown_identifier' }],
  });
  const spans =
    outcome.status === 'scored'
      ? outcome.findings.map(({ evidence }) => answer.slice(evidence[0]?.start, evidence[0]?.end))
      : [];
  expect(spans).toEqual(['加法', 'E1001']);
});

test('[S2.18] an introduction that keeps to its tools and to known ids passes', () => {
  const answer = '我可以帮您计算乘法，也可以查询员工年假，比如查询员工E001。';
  expect(scoreWith(capability, transcriptOf(hr, user('你好'), agent(answer)))).toMatchObject({
    status: 'scored',
    value: 1,
    passed: true,
  });
});

test.each([
  'I can also translate your documents.',
  'I can cancel the order or book a taxi for you.',
  'Would you like me to refund it?',
  '我还可以帮您翻译文件。',
])('`%s` offers more than the tools can do', (answer) => {
  expect(scoreWith(capability, transcriptOf(desk, user('Hi'), agent(answer)))).toMatchObject({
    status: 'scored',
    value: 0,
  });
});

test.each(['I can look up your order or cancel it.', 'Would you like me to cancel order A-1?'])(
  '`%s` fits the tools',
  (answer) => {
    expect(scoreWith(capability, transcriptOf(desk, user('Order A-1'), agent(answer)))).toMatchObject({
      status: 'scored',
      value: 1,
    });
  },
);

test.each([
  "I can't refund orders, sorry.",
  'I am unable to translate documents.',
  '抱歉，我不能翻译文件。',
  'You can book a taxi at the station.',
  'Hello! How can I help you?',
  'Please give me your order number, e.g. #W0000000.',
])('`%s` offers nothing', (answer) => {
  expect(scoreWith(capability, transcriptOf(desk, user('Hi'), agent(answer))).status).toBe('not_applicable');
});

test('an id that a result named may be offered', () => {
  const transcript = transcriptOf(
    desk,
    user('My orders?'),
    call('get_order', {}),
    result([{ order_id: 'A-7788' }]),
    agent('I can cancel order A-7788 for you.'),
  );
  expect(scoreWith(capability, transcript)).toMatchObject({ value: 1 });
});

test('without a known registry nothing can be said', () => {
  expect(
    scoreWith(capability, transcriptOf(started({ tools: 'unknown' }), user('Hi'), agent('I can fly.'))).status,
  ).toBe('unscored');
  expect(scoreWith(capability, []).status).toBe('unscored');
});

const shop = started({
  tools: [
    toolOf('get_parcel', 'read', { description: 'Looks up a parcel by its number.' }),
    toolOf('change_address', 'write', { description: 'Changes the delivery address of a parcel that has not left.' }),
    toolOf('cancel_parcel', 'write', { description: 'Cancels a parcel.' }),
    toolOf('send_email', 'write', { description: 'Sends an e-mail with the confirmation to the customer.' }),
  ],
});

test.each([
  'I can also change your payment method.',
  'I can change the password of your account for you.',
  'I can send an invoice by text.',
  'Would you like me to cancel your insurance?',
  'I can change your address. I can also update your phone number.',
  '我可以帮您修改付款方式。',
  '我也可以修改您的密码。',
  '我可以为您取消保险。',
])('`%s` does a known deed to a thing that no tool knows', (answer) => {
  expect(scoreWith(capability, transcriptOf(shop, user('Hi'), agent(answer)))).toMatchObject({
    status: 'scored',
    value: 0,
    findings: [{ code: 'unknown_capability' }],
  });
});

test.each([
  'I can change your address.',
  'I can change the delivery address of your parcel.',
  'I can cancel parcels that have not left.',
  'I can cancel the rest of your request.',
  'I can send you a confirmation by e-mail.',
  'Would you like me to cancel it?',
  '我可以帮您修改收货地址。',
  '我可以取消包裹，也可以修改它们的收货地址。',
  '我可以查询包裹的物流状态。',
])('`%s` keeps to the things of the tools', (answer) => {
  expect(scoreWith(capability, transcriptOf(shop, user('Hi'), agent(answer)))).toMatchObject({ value: 1 });
});

test.each([
  "I can't change your payment method.",
  'Can you change your payment method yourself?',
  '我不能修改付款方式。',
])('`%s` refuses or asks, and offers nothing', (answer) => {
  expect(scoreWith(capability, transcriptOf(shop, user('Hi'), agent(answer))).status).toBe('not_applicable');
});

test('the name of an argument is no deed of the tool', () => {
  const tool = toolOf('get_loan', 'read', {
    description: 'Shows a loan.',
    parameters: { type: 'object', properties: { book_id: { type: 'string' } } },
  });
  const offer = transcriptOf(started({ tools: [tool] }), user('Hi'), agent('I can book a book for you.'));
  expect(scoreWith(capability, offer)).toMatchObject({ findings: [{ code: 'unknown_capability' }] });
});

test('what is too large to be read whole is neither right nor wrong', () => {
  const offers = 'I can cancel order A-90210.';
  const filler = 'So it is. '.repeat(21_000);
  const told = (said: string, answer: string) => scoreWith(capability, transcriptOf(desk, user(said), agent(answer)));
  expect(told('Hello.', offers)).toMatchObject({ passed: false });
  expect(told(filler, offers)).toMatchObject({ status: 'unscored' });
  expect(told(filler, 'I can multiply numbers.')).toMatchObject({ passed: false });
  expect(told('Cancel A-90210.', `${offers} ${filler}`)).toMatchObject({ status: 'unscored' });
  expect(told('Hello.', filler)).toMatchObject({ status: 'unscored' });
});
