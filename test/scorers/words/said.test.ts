import { describe, expect, test } from 'vitest';
import { agent, call, result, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { findingsOf, scoreOf } from '../score-transcript.ts';

const talk = transcriptOf(
  user('Is my café order shipped? I say pineapple.'),
  agent('Your order A-15 costs 1,005.50 and was REFUNDED at the Cafe\u0301.'),
  user('这个呢'),
  call('lookup'),
  result('secret words'),
  agent('您的年假剩余５天。'),
);
const said = (more: object, transcript = talk) => scoreOf({ type: 'said', ...more }, transcript);
const passes = (more: object, transcript = talk) => {
  const score = said(more, transcript);
  return score.status === 'scored' ? score.passed : score.status;
};

describe('said', () => {
  test.each([
    ['refunded', true],
    ['refund', true],
    ['café', true],
    ['CAFÉ', true],
    ['剩余5天', true],
    ['5天', true],
    ['A-15', true],
    ['1,005.50', true],
    ['und', false],
    ['5', true],
    ['15', true],
    ['005', false],
    ['1,005', false],
    ['50', false],
    ['pineapple', false],
    ['secret', false],
    ['6天', false],
  ])('the agent’s words are found as people read them: %s → %s', (text, expected) => {
    expect(passes({ text })).toBe(expected);
  });

  test.each<[string | number | (string | number)[], string, boolean]>([
    [35, 'That is 35.00 €.', true],
    ['35', '一共三十五元。', true],
    ['35', 'It costs 35.50, order R-35.', false],
    ['35 EUR', 'That is €35.', true],
    ['35 EUR', 'That is $35.', false],
    ['14:15', 'Be there at 2:15 pm.', true],
    ['14:15', 'Be there at 2:15 am.', false],
    ['2026-01-20', 'It is on 20 January.', true],
    ['2026-01-20', 'It is on January 20th, 2026.', true],
    ['2026-01-20', '在1月20日。', true],
    ['2026-01-20', 'It is in January 2026, on the 21st.', false],
    ['2026-01-20', 'It is on 20 January 2027.', false],
    [[35, '14:15'], '35 euros, at 14:15.', true],
    [[35, '14:15'], '35 euros, at 14:30.', false],
  ])('the value %s is found in whatever way it is written: "%s" → %s', (value, words, expected) => {
    expect(passes({ value }, transcriptOf(user('?'), agent(words)))).toBe(expected);
    const denied = scoreOf({ type: 'not-said', value }, transcriptOf(user('?'), agent(words)));
    if (!Array.isArray(value)) expect(denied).toMatchObject({ passed: !expected });
  });

  test('a value that is none, or that was not said, is told', () => {
    expect(() => said({ value: 'Monday or so' })).toThrowErrorMatchingInlineSnapshot(
      `[UsageError: expect[0]: \`value\` cannot be "Monday or so": expected a number, an amount, a date or a time, such as \`35\`, \`49.90 EUR\`, \`2026-01-20\` or \`14:15\`; for other words write \`text\`.]`,
    );
    expect(findingsOf(said({ value: 7, turn: 0 }))).toMatchInlineSnapshot(`
      [
        "0 generation failure not_said: the agent did not say the value 7 in turn 0; closest is in turn 0: "Your order A-15 costs 1,005.50 and was REFUNDED at the Café."",
      ]
    `);
  });

  test('a number is not found inside another', () => {
    const of = (words: string) => passes({ text: '5' }, transcriptOf(user('?'), agent(words)));
    for (const words of [
      'It is 15.',
      'It is 51.',
      'It is 5.5.',
      'It is 0.5',
      'It is -5.',
      'Room A5',
      '1,005',
      '５１',
    ]) {
      expect([words, of(words)]).toEqual([words, false]);
    }
    for (const words of ['It is 5.', '5kg', '$5', '（５）', '3-5', '剩余5天', 'A-5', '4, 5, 6']) {
      expect([words, of(words)]).toEqual([words, true]);
    }
  });

  test('turns narrow where it must be said, and another turn is named', () => {
    expect(passes({ text: 'refunded', turn: 0 })).toBe(true);
    expect(passes({ text: 'refunded', turn: 'last' })).toBe(false);
    const score = said({ text: 'refunded', turn: 1 });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "1 generation failure not_said: the agent did not say "refunded" in turn 1; it said so in turn 0: "Your order A-15 costs 1,005.50 and was REFUNDED at the Café."",
      ]
    `);
  });

  test('one of several, all of several, and a pattern', () => {
    expect(passes({ anyOf: ['nope', '年假'] })).toBe(true);
    expect(passes({ anyOf: ['nope', 'never'] })).toBe(false);
    expect(passes({ pattern: 'a-\\d+' })).toBe(true);
    expect(passes({ pattern: 'a-\\d+', caseSensitive: true })).toBe(false);
    expect(passes({ text: 'refunded', caseSensitive: true })).toBe(false);
    const score = said({ allOf: ['refunded', '年假', 'order A-16'] });
    expect(score).toMatchObject({ passed: false, value: 2 / 3, stage: 'generation' });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "1 generation failure not_said: the agent did not say "order A-16"; closest is in turn 0: "Your order A-15 costs 1,005.50 and was REFUNDED at the Café."",
      ]
    `);
  });

  test('an agent that is silent did not say it', () => {
    expect(findingsOf(said({ text: 'hello' }, transcriptOf(user('Hi'))))).toEqual([
      '0 generation failure not_said: the agent did not say "hello"; it said nothing',
    ]);
  });
});

describe('not-said', () => {
  const notSaid = (more: object, transcript = talk) => scoreOf({ type: 'not-said', ...more }, transcript);

  test('what was said is quoted with its place in the original text', () => {
    const score = notSaid({ anyOf: ['CAFÉ', '剩余5天'] });
    expect(score).toMatchObject({ passed: false, value: 0 });
    const spans = score.status === 'scored' ? score.findings.map(({ evidence }) => evidence[0]) : [];
    expect(spans).toMatchObject([
      { kind: 'text_span', start: 55, end: 60, quote: 'Cafe\u0301' },
      { kind: 'text_span', start: 4, end: 8, quote: '剩余５天' },
    ]);
    expect(findingsOf(score)[1]).toBe(
      '1 generation failure said_forbidden: the agent said "剩余５天"; "剩余5天" must not be said',
    );
  });

  test('what only the user or a tool said is not held against the agent', () => {
    expect(notSaid({ anyOf: ['pineapple', 'secret'] })).toMatchObject({ passed: true });
    expect(notSaid({ text: 'refunded', turn: 1 })).toMatchObject({ passed: true });
  });

  test('silence is no proof', () => {
    expect(notSaid({ text: 'a' }, transcriptOf(user('Hi')))).toMatchObject({ status: 'not_applicable' });
  });
});
