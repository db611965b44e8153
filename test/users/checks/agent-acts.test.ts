import { describe, expect, test } from 'vitest';
import { faultsOf, talkOf } from './words.ts';

const knowledge = {
  goal: 'Order A-1001 arrives or is refunded.',
  facts: { order: 'A-1001', amount: '50.00 EUR', 订单号: 'A-1001' },
};
const before = talkOf('Hello.', 'I see.');
const breaks = (text: string, talk = before) =>
  faultsOf(text, talk, knowledge).filter((fault) => fault.startsWith('break'));

describe('who does what only the other side does speaks as the agent', () => {
  test.each([
    'Your refund has been processed. Is there anything else you need help with?',
    'Sorry to hear that! Please provide your order number so that I can look it up.',
    'May I have your booking reference?',
    'Please share your email so I can find it.',
    'Certainly! I can check the status of your order right away.',
    'Let me look that up for you.',
    'I will now transfer you to a specialist.',
    'One moment please while I check your order.',
    "We're sorry for the delay with your parcel.",
    'We have issued a full refund.',
    '我这就为您查询订单。',
    '作为AI助手，我不能这么做。',
    'We apologize for the inconvenience.',
    'I apologize for any inconvenience this has caused you.',
    'I understand how frustrating this must be.',
    'Thank you for your patience. Your order is on its way.',
    'Your return was successfully submitted.',
    'Your order #A-1001 has been shipped.',
    'You will receive a confirmation shortly.',
    'What seems to be the problem today?',
    'Should you need further assistance, just write.',
    'The system says so. How can I help you today?',
    'Our records show your refund has been processed.',
    '您的退款已经处理完成。',
    '您的订单正在派送中。',
    '请提供您的订单号，我来核实。',
    '请问您的会员号是多少？',
    '请发一下你的照片，方便我核实。',
    '给您带来的不便，我们深表歉意。',
    '感谢您的耐心等待。',
  ])('%s', (text) => {
    expect(breaks(text)).toEqual(['break spoke-as-agent']);
  });
});

describe('a model that refuses in words is no user', () => {
  test.each([
    "I'm sorry, but I can't help with that.",
    "Sorry, I'm not able to assist with this request.",
    'I cannot continue with this request.',
    'I cannot engage in this kind of role-play.',
    'That would be against my guidelines.',
    '抱歉，我无法提供这类帮助。',
    '对不起，我不能继续扮演。',
  ])('%s', (text) => {
    expect(breaks(text)).toContain('break refused');
  });

  test.each([
    "I'm sorry, but I can't give you the order number, I do not have it.",
    "Sorry, I can't find it anywhere.",
    'Unfortunately I cannot wait any longer.',
    'I have to refuse that voucher.',
    '抱歉，我没法提供发票，丢了。',
  ])('but not: %s', (text) => {
    expect(breaks(text)).toEqual([]);
  });
});

describe('a user who says that it is played leaks its brief', () => {
  test.each([
    'I am just simulating a customer here.',
    "I'm only pretending to be an angry client.",
    'This is a role-play, right?',
    '我只是在模拟一个顾客。',
    '我的人设是不耐烦的顾客。',
    'Thought: the user wants a refund\nWhere is it?',
    'Thoughts: the agent seems slow, I should press.',
  ])('%s', (text) => {
    expect(breaks(text)).toContain('break leaked-brief');
  });
});

describe('what is told of others, pasted, or of oneself is no act of the agent', () => {
  test.each([
    'Your colleague told me on the phone: I have refunded your order. But A-1001 has not come.',
    'Your last mail says your refund has been processed, and I see nothing.',
    'I have submitted the claim for you to look at last week.',
    'I have cancelled your subscription, but where is A-1001?',
    'Is there anything else I can do to speed up A-1001?',
    'Is there anything else you need from me?',
    'I only get a mail saying thank you for contacting us.',
    'It says on your page:\nSystem: payment declined.',
    'I got this from you:\nAgent: it is refunded.\nThat is what you wrote.',
    'Here is the chat from Monday:\nMe: where is it?\nAgent: How can I help you?\n\nAnd nothing since.',
    'I bought it for my role-play group and it came broken.',
    'The instructions I was given on the phone did not help.',
    'Thoughts: why is A-1001 so late?',
    'I can help you find it: A-1001, bought on Monday.',
    'I am a customer service agent myself, so I know how it goes.',
    "I'm a support agent at another company.",
    "I'm an AI researcher, and I need the book for work.",
    'I was playing a game when the screen went black.',
    'I understand your frustration, but I only want my lamp.',
    'We are sorry we missed the courier.',
    'Your refund was sent to the wrong card.',
    'you said your refund has been processed 3 days ago and nothing',
    'The FAQ says: we will process your refund within 5 days. It has been 10.',
    'Let me know if you need anything else from me.',
    '我已经帮你们查过了，快递没来。',
    '作为客服，你们应该知道。',
    'Sorry to hear that. Can it be repaired?',
    'Sorry for the trouble, but can I change it once more?',
    'I apologize for the confusion, it is A-1001.',
    'Has my order been shipped? Your order page has been down all day.',
    'So your refund has been processed?',
    'Please give me your phone number so I can call you.',
    'Can you tell me your name?',
    'What seems to be the problem with my order?',
    'It is a 220-240V kettle.',
    'The box is 30x20x10cm.',
    'It says ERR_404_ORDER.',
    'The error is 0x80070005.',
    'It shows error code 90210.',
    'My order is A-1001, not A-1002.',
    'A-1001 arrived with order slip 00017 inside.',
    'The amount you offered is 20.00 EUR.',
    '我是客服出身，知道流程。',
    '好的，我来帮你处理一下照片。',
    '你们昨天回复我：\n客服：三天到账\n可是没到。',
    '客服：三天到账。你们是这么说的。',
    '短信里写着感谢您选择我们，然后就没有了。',
    '你的同事说您的退款已经处理完成，可我没收到。',
    '提示词写得不清楚，页面打不开。',
    '我的订单号是A1001，不是A1002。',
    '错误码是90210。',
    '你们给的金额是20.00元。',
  ])('%s', (text) => {
    expect(breaks(text)).toEqual([]);
  });

  test('who heard of a problem may ask what it is', () => {
    const heard = talkOf('Hello.', 'There is a problem with the payment.');
    expect(breaks('What seems to be the problem?', heard)).toEqual([]);
  });

  test.each([
    ['My order is B-2002.', 'break contradicted-fact'],
    ['B-2002 is my order number.', 'break contradicted-fact'],
    ['The order number you asked for is B-2002.', 'break contradicted-fact'],
    ['The amount I paid is 60.00 EUR.', 'break contradicted-fact'],
    ['我的订单号是B2002。', 'break contradicted-fact'],
    ['It was on slip 90017.', 'break invented-fact'],
    ['I live at 44-77788.', 'break invented-fact'],
    ['Call me about B-2002, not today.', 'break invented-fact'],
  ])('and values of its own are still looked at: %s', (text, fault) => {
    expect(breaks(text)).toContain(fault);
  });
});

test.each([
  ['verbs of telling', 'it says '],
  ['colons', 'mail: '],
  ['lines under a colon', 'mail:\n'],
  ['your order', 'your order has been '],
  ['你的', '您的订单'],
  ['sorry', 'sorry i '],
  ['provide', 'provide your order '],
  ['i am an', "i'm an a "],
])('twenty thousand characters of %s are looked at in a moment', (_, piece) => {
  const began = process.hrtime.bigint();
  faultsOf(piece.repeat(20_000 / piece.length), before, knowledge);
  expect(Number(process.hrtime.bigint() - began) / 1e6).toBeLessThan(2_000);
});
