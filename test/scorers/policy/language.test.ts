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

/** Words that answer "Shall I refund 5?" after "Refund R-1.", by what they do. */
const answers: Readonly<Record<string, { agrees: boolean; texts: readonly string[] }>> = {
  'negation in the agreeing words': {
    agrees: false,
    texts: [
      'Absolutely not',
      'Definitely not.',
      'Of course not!',
      'Sure I never will',
      'ok, no',
      'Yeah, no.',
      'Not yes yet',
      '当然不',
    ],
  },
  'taking back': {
    agrees: false,
    texts: [
      'Fine, whatever, forget it',
      'Right, never mind',
      'yes I heard you, stop',
      'ok stop',
      'Perfect timing, I just changed my mind',
      'yes please wait',
      'Okay, on second thought leave it',
      'Sure. Kidding, no.',
      'Yes. Actually, no.',
      'Right. On reflection, leave it.',
      '好吧，算了',
      '是的我听到了，停',
      '好，我改主意了',
      '好的，不用了',
    ],
  },
  'undoing what was asked': { agrees: false, texts: ['Sure, cancel that', 'Great, drop it', 'Fine, then keep it'] },
  'putting off': {
    agrees: false,
    texts: [
      'Okay, let me think about it.',
      'yes, after you tell me the fee',
      'Go ahead and explain it first',
      'Sure, in a minute',
      'Sure, later',
      'Sure, next week',
      'Yes, once I have seen the bill',
      'yes, I need to ask my wife',
      'Okay, I will call you back',
      'Yes, first tell me what it costs',
      '好的，等一下',
      '可以，先告诉我费用',
      '好，让我想想',
      '好，晚点再说',
    ],
  },
  'asking back': {
    agrees: false,
    texts: [
      'Yes? What would it cost?',
      'ok, how much would that be?',
      'ok what is the fee',
      'ok and what would I get back?',
      'Sure, tell me more',
      'Yes, is it possible without a fee?',
      '好的，多少钱',
      '可以吗？',
    ],
  },
  'another yes than this one': {
    agrees: false,
    texts: [
      'I said yes to the first one, not to this',
      'Before I say yes, what is the fee?',
      'My wife said yes, I did not',
      'Agreed on the date, not on the price',
      'I would say yes if it were free',
      'yes or no, I do not care',
      '我说的是第一个可以，这个不行',
    ],
  },
  doubt: {
    agrees: false,
    texts: [
      'Sure? I am not sure.',
      'Okay, maybe',
      'ok, I guess',
      'ok, I am not sure',
      '也许可以',
      'Correct me if I am wrong, but it is too little',
    ],
  },
  'an agreement and more': {
    agrees: true,
    texts: [
      "Yes, that's correct. Please go ahead. Also, can you check the other one?",
      'Yes please, and no need for a receipt',
      'Sure, no receipt needed',
      'no problem, go ahead',
      "don't worry, do it",
      'yes, nothing else',
      'Yes. And what about the helmet?',
      'Yes, and how long will it take?',
      'Yes, could you please refund it?',
      'Yes, refund it and after that book the other one',
      'yes, the first one',
      'Yes, the later one',
      'Yes, it is not needed any more',
      'Yes, I am sure.',
      'I said yes already!',
      'Perfect, thanks!',
      'by all means',
      '好的，不用发票',
      '可以的，另外能告诉我什么时候到吗？',
    ],
  },
  'the act that was asked': {
    agrees: true,
    texts: ['Refund it please', 'Refund.', 'ok refund 5', "Let's refund it", 'Go ahead and refund it.'],
  },
};

describe('an answer to a question', () => {
  const to = { asked: 'Shall I refund 5?', earlier: 'Refund R-1.' };

  test.each(
    Object.entries(answers).flatMap(([kind, { agrees, texts }]) => texts.map((text) => [kind, text, agrees] as const)),
  )('by %s, %j, agrees: %s', (_kind, text, agrees) => {
    expect(readReply(text, to) === 'agrees').toBe(agrees);
  });

  test.each([
    ['Yes, cancel that', 'Shall I cancel R-1?', true],
    ['Cancel it', 'Do you want me to proceed with the cancellation?', true],
    ['Yes, tell me', 'Shall I tell you the fee?', true],
    ['Yes, tomorrow', 'Shall I book it for tomorrow?', true],
    ['退款吧', '要退款5元吗？', true],
    ['Refund it', 'Which one is it?', false],
    ['card', 'Shall I use the card or the voucher?', false],
    ['cancel it', 'The fee is 5.', false],
  ])('%j to %j agrees: %s', (text, asked, agrees) => {
    expect(readReply(text, { asked, earlier: '' }) === 'agrees').toBe(agrees);
  });
});

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
    for (const text of [
      'yes '.repeat(20_000),
      'no changes '.repeat(10_000),
      '不'.repeat(50_000),
      'yes to '.repeat(20_000),
      'tell '.repeat(20_000),
      'i said '.repeat(20_000),
      '我说'.repeat(20_000),
      'i have already '.repeat(10_000),
    ])
      readReply(text);
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
