import { expect, test } from 'vitest';
import { searchPattern } from '../../../src/users/guards/search-pattern.ts';
import { isDenied, isDeniedByAnswer } from '../../../src/users/language/denial.ts';
import { isAskedFor } from '../../../src/users/language/elicitation.ts';
import { compareDecimal, findNumbers, plainDigits } from '../../../src/users/language/numbers.ts';
import { askedPart, isQuestion } from '../../../src/users/language/questions.ts';
import { sentencesOf } from '../../../src/users/language/sentences.ts';

function denies(text: string, source: string): boolean {
  return sentencesOf(text).some((sentence) => isDenied(sentence, searchPattern(source).findAll));
}

test.each([
  ['Your order has not shipped yet.', 'shipped'],
  ["It hasn't been shipped.", 'shipped'],
  ['It hasn’t shipped.', 'shipped'],
  ['We cannot refund this.', 'refund'],
  ['I am unable to issue a refund.', 'refund'],
  ['A refund is not possible.', 'refund'],
  ['There is no refund for this item.', 'refund'],
  ['It was neither packed nor shipped.', 'shipped'],
  ['The refund was declined.', 'refund'],
  ['It was sent, but it has never arrived.', 'arrived'],
  ['订单还没有发货。', '发货'],
  ['您的订单尚未发货。', '发货'],
  ['抱歉，我们无法退款。', '退款'],
  ['这笔订单不能退款', '退款'],
  ['退款没有成功', '退款'],
  ['I have booked nothing.', 'booked'],
  ['Of these I refunded none.', 'refunded'],
])('`%s` denies /%s/', (text, source) => {
  expect(denies(text, source)).toBe(true);
});

test.each([
  ['Your order has shipped.', 'shipped'],
  ['No, it has shipped.', 'shipped'],
  ['It is not cancelled, and it shipped yesterday.', 'shipped'],
  ['It was not packed badly. It shipped today.', 'shipped'],
  ['Not only shipped but delivered.', 'shipped'],
  ['No problem: I refunded it.', 'refunded'],
  ["I'm not sure whether it has shipped.", 'shipped'],
  ['It is not impossible to refund this.', 'refund'],
  ['I refunded the order, not the voucher.', 'refunded'],
  ['The refund was issued with no fee.', 'refund'],
  ['It will be shipped no later than Friday.', 'shipped'],
  ['订单已经发货了，没问题。', '发货'],
  ['不仅发货了，而且到了。', '发货'],
  ['没有取消，但是已经发货。', '发货'],
  ['不是已经预约了吗？', '预约'],
  ['难道不是已经发货了吗？', '发货'],
  ["Hasn't it been booked already?", 'booked'],
  ['The refund cost nothing.', 'refund'],
])('`%s` does not deny /%s/', (text, source) => {
  expect(denies(text, source)).toBe(false);
});

test.each([
  'What is your order number?',
  'Could you tell me the order number',
  'Please provide your e-mail address.',
  'May I have your name?',
  '请问您的订单号是多少',
  '请提供您的订单号。',
  '您想退款吗',
  '您的地址是？',
  'Your number, please.',
  'And the order number please',
  'Your e-mail address and the date of the order, please.',
])('`%s` asks something', (sentence) => {
  expect(isQuestion(sentence)).toBe(true);
});

test.each([
  'Your order number is A-1001.',
  'I have sent it to you.',
  'Thank you.',
  '您的订单已发货。',
  'Do not worry.',
  'One moment, please.',
  'Your order was shipped, so wait for it please.',
])('`%s` asks nothing', (sentence) => {
  expect(isQuestion(sentence)).toBe(false);
});

test.each([
  ['order_id', 'A-1001', 'What is your order number?', true],
  ['orderId', 'A-1001', 'Which order is it?', true],
  ['reference', 'A-1001', 'Which ID do you see?', true],
  ['customer_name', 'Ada', 'May I have your name?', true],
  ['contact', 'me@example.org', 'What is your e-mail address?', true],
  ['工号', 'E001', '请提供您的工号。', true],
  ['order_id', 'A-1001', 'Your order is on its way.', false],
  ['order_id', 'A-1001', 'How are you today?', false],
  ['border', 'north', 'What is your order?', false],
  ['number', 'AP-1', 'Your number is AP-501, do you need help?', false],
  ['number', 'AP-1', 'Your number, please.', true],
])('fact %s (%s) after `%s` is asked for: %s', (name, value, text, expected) => {
  expect(isAskedFor({ name, value }, [text])).toBe(expected);
});

test.each([
  ['编号是 AP-501，还需要什么吗？', '还需要什么吗？'],
  ['Your number is AP-501, do you need anything else?', 'do you need anything else?'],
  ['Your visit was booked, is there anything else I can do?', 'is there anything else I can do?'],
  ['Your number is AP-501, right?', 'Your number is AP-501, right?'],
  ['编号是 AP-501，对吗？', '编号是 AP-501，对吗？'],
  ['Your number is missing, can you send it?', 'Your number is missing, can you send it?'],
  ['If you have a number, what is it?', 'If you have a number, what is it?'],
  ['您的编号，或者电话，是多少？', '您的编号，或者电话，是多少？'],
  ['Your number is AP-501.', undefined],
])('`%s` asks `%s`', (sentence, asked) => {
  expect(askedPart(sentence)).toEqual(asked === undefined ? [] : [asked]);
});

test.each([
  ['Booked? Not at all.', true],
  ['Booked? No, I cancelled it.', true],
  ['预约了吗？没有。', true],
  ['Booked? No problem, it is done.', false],
  ['Booked? Now it is.', false],
  ['Would you like to have the visit booked? Not everybody does.', false],
])('the question and answer `%s` deny: %s', (text, expected) => {
  const [question = '', answer = ''] = sentencesOf(text);
  expect(isDeniedByAnswer(question, answer, searchPattern('booked|预约').findAll)).toBe(expected);
});

function numbersIn(text: string): string[] {
  return findNumbers(plainDigits(text)).map(({ value: { isNegative, digits, exponent } }) => {
    const number = BigInt(digits) * 10n ** BigInt(Math.max(exponent, 0));
    const sign = isNegative ? '-' : '';
    if (exponent >= 0) return `${sign}${number}`;
    const padded = digits.padStart(1 - exponent, '0');
    return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
  });
}

test.each<[string, string[]]>([
  ['It costs $1,234.50 or 49,90 EUR.', ['1234.5', '49.9']],
  ['1.234,56 € and 1\u00a0234\u202f567 Ft', ['1234.56', '1234567']],
  ['-5 degrees, −7, -$3.20', ['-5', '-7', '-3.2']],
  ['15% off, 20k views, 3-5 days', ['15', '20000', '3', '5']],
  ['Order A-1001 of E001 on 2026-01-15 at 10:30, v1.2.3, #77', []],
  ['剩余５天，一百零八元，三千五，两个，１.２万', ['5', '108', '3500', '2', '12000']],
  ['万一，一定，统一，十分好，第一，千万', []],
  ['二〇二六年，百分之十五，十分钟', ['2026', '15', '10']],
  ['twenty-one days, one hundred and five items, one day, that one', ['21', '105', '1']],
  ['On 20 January, January 21st, 2026, the 6th, in March 2026, 3 Sept.', []],
  ['1月20日，2026年1月，20号，3个月', ['3']],
  ['Call 555-0142, (020) 555-0142, +49 30 901820 or 0800-100-200', []],
  ['10-12 days, 1000-2000 euros, you may 5 times', ['10', '12', '1000', '2000', '5']],
  ['12345678901234567890.10', ['12345678901234567890.1']],
  ['1,2,3', ['1', '2', '3']],
  ['no numbers here', []],
])('numbers in `%s`', (text, expected) => {
  expect(numbersIn(text)).toEqual(expected);
});

test.each([
  ['5', '12', -1],
  ['49.90', '49.9', 0],
  ['-3', '-20', 1],
  ['0', '-1', 1],
  ['0.05', '0.5', -1],
  ['90071992547409930', '90071992547409931', -1],
])('%s compared with %s', (a, b, order) => {
  const [left] = findNumbers(a);
  const [right] = findNumbers(b);
  expect(Math.sign(compareDecimal(left!.value, right!.value))).toBe(order);
});

test.each(['1', 'is 1 ', '不是', '1-', '+1', 'and ', 'Your ', '难道不', '3 ', 'Jan 1 '])(
  'a long row of `%s` is read in no time',
  (part) => {
    const text = part.repeat(100_000 / part.length);
    const start = performance.now();
    findNumbers(plainDigits(text));
    askedPart(`${text}?`);
    isDenied(text, () => [{ start: 0, end: 1 }]);
    isDeniedByAnswer(`${text}?`, text, () => [{ start: 0, end: 1 }]);
    expect(performance.now() - start).toBeLessThan(2_000);
  },
);
