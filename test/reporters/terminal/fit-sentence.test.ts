import { expect, test } from 'vitest';
import { fitSentence } from '../../../src/reporters/terminal/fit-sentence.ts';
import { displayWidth } from '../../../src/reporters/terminal/text-width.ts';

test('a sentence that fits stays as it is', () => {
  expect(fitSentence('The agent never said "refunded".', 40)).toBe('The agent never said "refunded".');
});

test('the longest quote loses its middle first, and the sentence keeps its end', () => {
  const sentence = 'expected "A-1001" in "the order A-1001 was refunded to your card this morning", found none';
  expect(fitSentence(sentence, 60)).toBe('expected "A-1001" in "the order A-…this morning", found none');
});

test('several quotes are shortened when one is not enough', () => {
  const sentence = `never said "${'a'.repeat(40)}" nor \`${'b'.repeat(50)}\` in turn 2`;
  expect(fitSentence(sentence, 62)).toBe('never said "aaaaaaaaa…aaaaaaaa" nor `bbbbbbb…bbbbbb` in turn 2');
});

test('what follows a semicolon is left out before the sentence loses its end', () => {
  const sentence = 'the agent did not say "49.90" in turn 1; closest is in turn 2: "The total of all is 95.90 EUR."';
  expect(fitSentence(sentence, 50)).toBe('the agent did not say "49.90" in turn 1');
  expect(fitSentence(sentence, 30)).toBe('the agent did not say "49.90"…');
});

test('what is too long without quotes loses its end', () => {
  expect(fitSentence('one two three four five', 12)).toBe('one two thr…');
});

test('a quote that holds escaped quotes is one quote', () => {
  expect(fitSentence('it is "say \\"no\\" to everything they ask of you", expected "yes"', 44)).toBe(
    'it is "say \\"no\\"…sk of you", expected "yes"',
  );
});

test.each([
  ['wide characters', `从未说过 "${'您的订单已经取消'.repeat(8)}"，第 2 轮`],
  ['marks that never close', '"` “'.repeat(2_000)],
  ['a megabyte', `said "${'x'.repeat(1_000_000)}" in turn 3`],
  ['flags and joined emoji', `said "${'👩‍👩‍👧‍👦🇨🇦'.repeat(30)}" there`],
])('%s never make a line too wide', (_name, sentence) => {
  for (const columns of [40, 80, 120])
    expect(displayWidth(fitSentence(sentence, columns))).toBeLessThanOrEqual(columns);
});
