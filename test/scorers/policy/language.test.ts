import { describe, expect, test } from 'vitest';
import { asksUser } from '../../../src/scorers/policy/language/asks-user.ts';
import { type Reply, readReply } from '../../../src/scorers/policy/language/read-reply.ts';

const replies: Readonly<Record<Reply, readonly string[]>> = {
  agrees: [
    'Yes',
    'yes.',
    'Yes, please.',
    'YES!!',
    'Yeah, go ahead',
    'Yep',
    'Sure, go for it.',
    'Sure',
    'ok',
    'Okay, do it',
    'Please proceed.',
    'Please do.',
    'Yes, I confirm. Please proceed with the cancellation.',
    'Yes, cancel it.',
    'Yes, that is correct.',
    "That's right.",
    'That works for me.',
    'Sounds good!',
    'No problem, go ahead.',
    'Why not',
    'Yes, no other changes needed.',
    "Yes, please. I don't need anything else.",
    'Absolutely.',
    'I agree',
    'Confirmed',
    'Go ahead if possible.',
    'Yes, and can you also tell me when it arrives?',
    'Correct. Please book it.',
    "Thanks! Let's do that.",
    '👍',
    '好的',
    '好的，请继续。',
    '是的，确认。',
    '可以',
    '没问题',
    '嗯，就这样办吧',
    '对，请取消订单。',
    '我同意',
    '确认退款',
  ],
  changes: [
    'Yes, but use my other card.',
    'Yes, only if it is free.',
    'Sure, except for the second item',
    'Yes, unless it costs more.',
    "Yes, but don't send an e-mail.",
    'Ok, but first tell me the price.',
    '好的，但是改成明天。',
    '可以，不过先告诉我价格',
    '是的，除了第二件',
  ],
  refuses: [
    'No',
    'no, thanks',
    'Nope.',
    "No, don't.",
    "Please don't do that.",
    'Do not cancel it!',
    'Not yet.',
    'Wait',
    'Hold on, let me think.',
    'Stop.',
    'Never mind.',
    "I'd rather not",
    'I changed my mind',
    "That's not right.",
    "That isn't correct.",
    'I am not sure',
    'I never said yes to that, no.',
    '不',
    '不要',
    '不可以',
    '先不用',
    '等一下',
    '算了',
    '不同意',
    '别取消',
  ],
  unclear: [
    '',
    'My order is A-1001.',
    'What does it cost?',
    'Can you confirm the price?',
    'Is that correct?',
    'I want to cancel my order.',
    'Hello',
    '你好',
    '多少钱？',
    '可以退款吗？',
    '订单号是 A-1001',
  ],
};

describe('the reading of a reply', () => {
  test.each(Object.entries(replies).flatMap(([reply, texts]) => texts.map((text) => [text, reply] as const)))(
    '%j %s',
    (text, reply) => {
      expect(readReply(text)).toBe(reply);
    },
  );

  test.each(['Thanks!', 'great', 'Perfect.', 'right'])('takes %j alone for agreement', (text) => {
    expect(readReply(text)).toBe(text === 'Thanks!' ? 'unclear' : 'agrees');
  });

  test('of a very long text takes no time to speak of', () => {
    const begin = process.cpuUsage();
    for (const text of ['yes '.repeat(20_000), 'no changes '.repeat(10_000), '不'.repeat(50_000)]) readReply(text);
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(2_000);
  });
});

test.each([
  ['Cancel A-1, are you sure?', true],
  ['Please confirm the refund of 49.90.', true],
  ['Reply "yes" to go on.', true],
  ['Let me know if you would like to proceed.', true],
  ['确认取消吗', true],
  ['请确认是否退款。', true],
  ['您要继续吗？', true],
  ['Your order is on its way.', false],
  ['See https://shop.example/track?id=1 for more.', false],
  ['The refund was made.', false],
  ['退款已完成。', false],
])('%j asks the user: %s', (text, asks) => {
  expect(asksUser(text)).toBe(asks);
});
