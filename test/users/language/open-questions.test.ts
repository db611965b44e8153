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
