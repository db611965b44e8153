import { describe, expect, test } from 'vitest';
import { grounded } from '../../../../src/scorers/grounding/grounding-scorers.ts';
import { agent, call, result, started, toolOf, transcriptOf, user } from '../../../fixtures/transcripts.ts';
import { scoreWith } from '../score-with.ts';

const loan = { id: 'LN-55', title: 'Tide Tables', due: '2026-01-20', fine: 1.5, copies: 4 };
function findingsOf(answer: string): string[] {
  const outcome = scoreWith(
    grounded,
    transcriptOf(
      started({ tools: [toolOf('get_loan', 'read')], now: '2026-01-15T09:00:00Z' }),
      user('What about loan LN-55?'),
      call('get_loan', { id: 'LN-55' }),
      result(loan),
      agent(answer),
    ),
  );
  return outcome.status === 'scored'
    ? outcome.findings.map(({ code, message }) => `${code}: ${message}`)
    : [outcome.status];
}

describe('a latest day is the day of the record', () => {
  test.each([
    ['Loan LN-55 must be back by 2026-01-20.'],
    ['Please note: LN-55 can be kept until January 20.'],
    ['LN-55 is due on the 20th.'],
    ['The loan LN-55 is due the 20th of January.'],
    ['You have to return LN-55 before 20 January 2026.'],
    ['LN-55 须在1月20日之前归还。'],
  ])('`%s` stands', (answer) => {
    expect(findingsOf(answer)).toEqual([]);
  });

  test.each([
    ['Loan LN-55 is due by 2026-01-25.', '2026-01-25'],
    ['LN-55 can be kept until January 27.', 'January 27'],
    ['LN-55 has to come back before 2026-01-18.', '2026-01-18'],
    ['LN-55 须在1月25日之前归还。', '1月25日'],
  ])('`%s` does not', (answer, day) => {
    expect(findingsOf(answer)).toEqual([
      `value_mismatch: \`${day}\` is told as the latest day; the result says \`2026-01-20\``,
    ]);
  });
});

describe('a day told by its number, or by its distance from today', () => {
  test.each([
    ['LN-55 is due on the 20th.'],
    ['You have LN-55 on the 20th for return.'],
    ['LN-55 is due in 5 days.'],
    ['LN-55 is due in five days.'],
    ['The return date of LN-55 is five days from today.'],
    ['There are 5 days left to return LN-55.'],
    ['LN-55 五天后到期。'],
    ['LN-55 还有5天到期。'],
    ['LN-55 在20号之前归还即可。'],
    ['LN-55 的到期日是本月20日。'],
  ])('`%s` stands', (answer) => {
    expect(findingsOf(answer)).toEqual([]);
  });

  test.each([
    ['LN-55 is due on the 23rd.', /the 23rd/],
    ['LN-55 is due in 8 days.', /8 days/],
    ['LN-55 is due in two weeks.', /two weeks/],
    ['LN-55 八天后到期。', /八天/],
    ['LN-55 在23号之前归还即可。', /23号/],
  ])('`%s` does not', (answer, words) => {
    expect(findingsOf(answer)).toEqual([expect.stringMatching(words)]);
  });
});
