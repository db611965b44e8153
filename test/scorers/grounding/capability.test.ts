import { expect, test } from 'vitest';
import { capability } from '../../../src/scorers/grounding/capability.ts';
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
