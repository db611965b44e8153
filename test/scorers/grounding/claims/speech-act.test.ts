import { expect, test } from 'vitest';
import { sentencesOf } from '../../../../src/scorers/grounding/claims/sentences.ts';
import { exampleStart, speechActOf } from '../../../../src/scorers/grounding/claims/speech-act.ts';

test.each([
  ['Your order has shipped.', 'statement'],
  ['The table is booked for 7 pm, correct?', 'question'],
  ['您要几张票呢？', 'question'],
  ['Shall I refund $20 to your card?', 'offer'],
  ['I can cancel it for you.', 'offer'],
  ['我可以帮您退款。', 'offer'],
  ['Please reply with your order number.', 'request'],
  ['请核实员工编号。', 'request'],
  ['If you like, I can look again.', 'offer'],
  ['You should restart the phone.', 'advice'],
  ['Hello there!', 'greeting'],
  ['We have cancelled it.', 'statement'],
  ['已为您退款。', 'statement'],
])('`%s` is a %s', (sentence, act) => {
  expect(speechActOf(sentence)).toBe(act);
});

test('an example begins at its own words', () => {
  expect(exampleStart('Send me the number, e.g. #W0000000.')).toBe(20);
  expect(exampleStart('Your order is #W123.')).toBe(-1);
});

test('lines, bullets, Chinese marks and requests after a comma end a sentence; abbreviations and decimals do not', () => {
  const text = 'It costs 4.50, i.e. a lot. Yes!\n- one at 5 p.m. sharp\n员工E999不存在，请核实。好的。';
  const folded = text.replaceAll('，', ',');
  expect(sentencesOf(folded).map((sentence) => sentence.text)).toEqual([
    'It costs 4.50, i.e. a lot.',
    'Yes!',
    'one at 5 p.m. sharp',
    '员工E999不存在,',
    '请核实。',
    '好的。',
  ]);
});
