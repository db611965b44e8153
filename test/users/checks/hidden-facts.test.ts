import { describe, expect, test } from 'vitest';
import { faultsOf, talkOf } from './words.ts';

const hidden = (value: string) => ({ facts: { secret: { value, disclosure: 'never' as const } } });
const told = (text: string, value: string) =>
  faultsOf(text, [], hidden(value)).filter((fault) => fault.endsWith('hidden-fact'));

describe('a hidden fact in other words', () => {
  test.each([
    ['4711-22', 'It is forty-seven eleven twenty-two.'],
    ['4711-22', 'Four seven one one, then two two.'],
    ['4711-22', 'four, seven, double one, dash, double two'],
    ['4711-22', 'Forty seven, eleven and twenty two, if you must know.'],
    ['4711-22', 'The first four are 4711 and the last two are 22.'],
    ['4711-22', '密码是四七一一二二。'],
    ['4711-22', '四七幺幺，二二'],
    ['4711-22', '前面是4711，后面是22。'],
    ['471122', '47 first, 11 next and 22 last'],
    ['907', 'It is nine oh seven.'],
    ['kim@example.com', 'Write to kim at example dot com.'],
    ['kim@example.com', 'kim(at)example.com'],
    ['kim@example.com', 'kim [at] example [dot] com'],
    ['kim@example.com', '邮箱是kim艾特example点com'],
    ['kim_7@example.com', 'It is kim underscore seven at example dot com.'],
    ['Bob', 'My brother is called Bob.'],
    ['Bob', 'Bob.'],
  ])('%s: %s', (value, text) => {
    expect(told(text, value)).toEqual(['break hidden-fact']);
  });

  test.each([
    ['4711', 'I paid 47 and 11 EUR.'],
    ['red', 'It is a red one.'],
    ['Bob', 'bob said so.'],
    ['Mark', 'Mark it as done, please.'],
  ])('what may come up by itself is asked back: %s in "%s"', (value, text) => {
    expect(told(text, value)).toEqual(['correct hidden-fact']);
  });

  test.each([
    ['4711-22', 'I have waited forty-seven days, and eleven calls led to nothing.'],
    ['4711-22', 'I ordered two of them, one came.'],
    ['4711-22', 'The shop at 4711 Elm Street is closed.'],
    ['47', 'Four or seven, I do not know.'],
    ['kim@example.com', 'I am at the office, Kim is not.'],
    ['kim@example.com', 'Look at example dot com, please.'],
    ['Bob', 'The bobsleigh came.'],
    ['no', 'No, that is wrong.'],
    ['四', '我等了四天。'],
    ['4711-22', '我买了四件，退了一件。'],
  ])('and what is something else is left alone: %s in "%s"', (value, text) => {
    expect(told(text, value)).toEqual([]);
  });

  test('somebody who named it first made it no secret, in whatever words', () => {
    const before = talkOf('Hello.', 'Is it four seven one one two two?');
    expect(faultsOf('Yes, 4711-22.', before, hidden('4711-22'))).toEqual([]);
    const email = talkOf('Hello.', 'Is it kim@example.com?');
    expect(faultsOf('Yes, kim at example dot com.', email, hidden('kim@example.com'))).toEqual([]);
  });
});
