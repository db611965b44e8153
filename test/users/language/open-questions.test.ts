import { expect, test } from 'vitest';
import { isStillAtWork, openQuestions } from '../../../src/users/language/open-questions.ts';

test.each([
  ['Shall I cancel order 7?', ['Shall I cancel order 7?']],
  ['It cannot be undone. Shall I cancel it? Think about it.', ['Shall I cancel it?']],
  ['Please tell me your order number.', ['Please tell me your order number.']],
  ['请提供订单号。', ['请提供订单号。']],
  ['It arrives on Monday. Anything else I can help you with?', []],
  ['Hello, how can I help you?', []],
  ['您好，请问有什么可以帮您？', []],
  ['Shall I send it? Is there anything else?', ['Shall I send it?']],
  ['It is done.', []],
  ['', []],
])('what waits for an answer in: %s', (text, questions) => {
  expect(openQuestions([text])).toEqual(questions);
});

test.each([
  'If you have any questions, please let me know.',
  'Should you have any questions, please let us know',
  'Let me know if anything is unclear',
  'Please let us know if you need further assistance.',
  'Feel free to reach out if something else comes up.',
  'Please tell me if I can help you with something else.',
  'Thanks for asking! Any other questions?',
  'Do you have any further questions?',
  'Do you need more help?',
  'Is there anything I can clarify?',
  'Any other concerns I can address?',
  'Let me know whether you have other concerns.',
  'Is that all for today?',
  '如果还有问题，请告诉我。',
  '如有疑问，请随时联系我们。',
  '有需要的话可以随时找我。',
  '您还有其他问题吗？',
  '后续遇到什么困难，欢迎随时告诉我们',
])('an offer waits for no answer: %s', (text) => {
  expect(openQuestions([`It arrives on Monday. ${text}`])).toEqual([]);
});

test.each([
  'Was that helpful?',
  'Does that help?',
  'Did this answer your question?',
  'Does that make sense?',
  'Is everything clear now?',
  'How was your experience today?',
  'How would you rate our service?',
  'Are you happy with our support today?',
  'Please take a moment to rate this conversation',
  'Could you leave us a review?',
  'Let me know how it goes.',
  'Has your issue been resolved?',
  'How do you like our new app?',
  'Would you mind leaving a rating?',
  '请问我的回答解决您的问题了吗？',
  '您满意吗？',
  '您对我的服务满意吗？',
  '麻烦您给个好评。',
  '请对本次服务进行评价。',
  '这样说清楚了吗？',
  '您的体验如何？',
])('asking how it was waits for no answer: %s', (text) => {
  expect(openQuestions([`It arrives on Monday. ${text}`])).toEqual([]);
});

test.each([
  'Why wait? Enjoy your day!',
  'Why not try it yourself?',
  'Who knows? It may come sooner.',
  "Isn't that great?",
  '何乐而不为？',
  'The FAQ "How do refunds work?" explains more.',
  'You asked: "where is my order?" It arrives Monday.',
  'You asked: where is my order? It arrives Monday.',
  'See https://shop.example/find?id=7 for more.',
  'It is at https://shop.example/how-do-refunds-work?',
  'Look at shop.example/find?id=7',
  '您刚才问：“订单在哪里？”周一送到。',
  '请看“如何退款？”这一页。',
  '详情见 https://shop.example/?a=1。',
])('rhetoric, quotes and addresses ask for nothing: %s', (text) => {
  expect(openQuestions([text])).toEqual([]);
});

test.each([
  'Shall I cancel order 7?',
  'Which address should it go to?',
  'If you have the receipt, please send me a photo of it.',
  'Let me know if you want me to cancel order 7.',
  'Please let me know which address you prefer.',
  'Let me know if 5 pm works for you.',
  'If you have any questions, let me know, and which address should it go to?',
  'Should I refund it, or do you need something else?',
  'Should you want a refund, which card is it for?',
  'Are you happy with a voucher of 20 EUR?',
  'Would you like me to help you with the return?',
  'Does it work now?',
  'Do you agree?',
  'Does everything look good?',
  'Is the address clear on the label?',
  'Why did you send it back?',
  'Why is the parcel open?',
  'Did you open https://shop.example/a?',
  'Shall I set the name to "Kim"?',
  'I have to ask: "Which card did you use?"',
  'Do you have any other order numbers?',
  'Is that all right with you?',
  '如果您要退款，请告诉我订单号。',
  '如果有问题的是另一个订单，请提供订单号。',
  '需要我取消订单7吗？',
  '送到哪个地址？',
  '请问您对这个退款方案同意吗？',
  '订单“A-1001”要取消吗？',
])('a real question waits: %s', (text) => {
  expect(openQuestions([`I see. ${text}`])).toHaveLength(1);
});

test('a message that is nothing but quoted is the own words of who sent it', () => {
  expect(openQuestions(['"Shall I cancel order 7?"'])).toEqual(['"Shall I cancel order 7?"']);
});

test.each([
  'One moment, please.',
  'Let me check that.',
  "I'll look into it.",
  '请稍等。',
  '我帮您查一下。',
  'Please hold on.',
])('still at work: %s', (text) => {
  expect(isStillAtWork(['Hello.', text])).toBe(true);
});

test.each([
  'I checked it: it is here.',
  'Let me check. It is here.',
  'It takes one minute to open it.',
  '已经查好了。',
  '',
])('not at work any more: %s', (text) => {
  expect(isStillAtWork([text])).toBe(false);
});

test.each([
  'let me know if ',
  'if you have any ',
  '如果有问题',
  'should you need ',
  '"a?',
  'https://a?b=',
  'a/b.c-',
  'how was ',
  'is there anything ',
])('twenty thousand characters of `%s` are read in a moment', (piece) => {
  const began = process.hrtime.bigint();
  openQuestions([`please tell me ${piece.repeat(20_000 / piece.length)}`]);
  expect(Number(process.hrtime.bigint() - began) / 1e6).toBeLessThan(1_000);
});
