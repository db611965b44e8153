import { describe, expect, test } from 'vitest';
import { dayShiftsIn } from '../../../src/scorers/provenance/days/day-shifts.ts';
import { daysInText } from '../../../src/scorers/provenance/days/days-in-text.ts';
import { dayOfIso, isoOfDay } from '../../../src/scorers/provenance/days/named-days.ts';
import { briefly, gives, NOW, says } from './verdict-of.ts';

/** The days that a text names for certain, spans as `from..to`. Today is a Wednesday, 2030-05-15. */
function exactDays(text: string, { isTalk = true }: { isTalk?: boolean } = {}): string[] {
  const { days } = daysInText(text, { today: dayOfIso(NOW), isTalk });
  const named = days
    .filter(({ exact }) => exact)
    .map(({ from, to }) => (from === to ? isoOfDay(from) : `${isoOfDay(from)}..${isoOfDay(to)}`));
  return [...new Set(named)].sort();
}

test.each([
  ['2030-05-20', ['2030-05-20']],
  ['2030/5/20', ['2030-05-20']],
  ['20.05.2030', ['2030-05-20']],
  ['May 20th', ['2029-05-20', '2030-05-20']],
  ['the 20th of May', ['2029-05-20', '2030-05-20']],
  ['twentieth of May', ['2029-05-20', '2030-05-20']],
  ['20 May 2031', ['2031-05-20']],
  ['June 15, 1985', ['1985-06-15']],
  ['6/15/85', ['1985-06-15', '2085-06-15']],
  ['5/6', ['2029-06-05', '2030-05-06', '2030-06-05', '2031-05-06']],
  ['May 20-22, 2030', ['2030-05-20..2030-05-22']],
  ['May 30 to June 2, 2030', ['2030-05-30..2030-06-02']],
  ['20-22 May 2030', ['2030-05-20..2030-05-22']],
  ['2030-05-20 through 2030-05-22', ['2030-05-20', '2030-05-20..2030-05-22', '2030-05-22']],
  ['between 2030-05-20 and 2030-05-22', ['2030-05-20', '2030-05-20..2030-05-22', '2030-05-22']],
  ['2030年5月20日', ['2030-05-20']],
  ['五月二十日', ['2029-05-20', '2030-05-20']],
  ['Christmas', ['2029-12-25', '2030-12-25']],
  ['today', ['2030-05-15']],
  ['tomorrow', ['2030-05-16']],
  ['the day after tomorrow', ['2030-05-17']],
  ['后天', ['2030-05-17']],
  ['大后天', ['2030-05-18']],
  ['Friday', ['2030-05-10', '2030-05-17']],
  ['next Friday', ['2030-05-17', '2030-05-24']],
  ['下周五', ['2030-05-24']],
  ['last Monday', ['2030-05-06', '2030-05-13']],
  ['in two weeks', ['2030-05-29']],
  ['两周后', ['2030-05-29']],
  ['10 days ago', ['2030-05-05']],
  ['in a month', ['2030-06-15']],
  ['next month', ['2030-06-01', '2030-06-15', '2030-06-30']],
  ['this weekend', ['2030-05-18..2030-05-19']],
  ['the 6th', ['2030-05-06', '2030-06-06']],
  ['the 6th of next month', ['2030-06-06']],
  ['two weeks from Friday', ['2030-05-10', '2030-05-17', '2030-05-24', '2030-05-31']],
  ['3 days before 2030-05-20', ['2030-05-17', '2030-05-20']],
  ['by the end of June 2030', ['2030-06-30']],
  ['2030-02-30', []],
  ['5-6 days', []],
  ['version 1.2.3', []],
  ['you may come at 5', []],
])('"%s" names %j', (text, days) => {
  expect(exactDays(text)).toEqual(days);
});

test('words lean on today only where somebody talks', () => {
  expect(exactDays('closed on Friday', { isTalk: false })).toEqual([]);
  expect(exactDays('closed on 2030-05-20', { isTalk: false })).toEqual(['2030-05-20']);
});

test('a leap day is the nearest one', () => {
  expect(exactDays('February 29th')).toEqual(['2028-02-29', '2032-02-29']);
});

test.each([
  ['move it one day later', [1]],
  ['two days earlier please', [-2]],
  ['delay it by a week', [-7, 7]],
  ['the next day', [-1, 1]],
  ['推迟两天', [-2, 2]],
  ['no change', []],
])('"%s" may move a day by %j', (text, shifts) => {
  expect([...dayShiftsIn(text)].sort((a, b) => a - b)).toEqual(shifts);
});

describe('a date as an argument', () => {
  test.each([
    ['tomorrow please', '2030-05-18', 'ungrounded nowhere'],
    ['next month', '2030-06-10', 'weak about_then'],
    ['next month', '2030-07-15', 'ungrounded nowhere'],
    ['sometime in June', '2030-06-10', 'weak about_then'],
    ['about a week ago', '2030-05-10', 'weak about_then'],
    ['hello', '2030-05-15', 'weak today'],
    ['May 20-22', '2030-05-21', 'grounded user'],
    ['May 20-22', '2030-05-23', 'ungrounded nowhere'],
    ['on May 20th', '05/20/2030', 'grounded user'],
    ['on May 20th', 'May 20, 2030', 'grounded user'],
    ['tomorrow at 2:30 pm', '2030-05-16T14:30:00Z', 'grounded user'],
    ['tomorrow at 2:30 pm', '2030-05-16T09:15:00Z', 'ungrounded nowhere'],
    ['tomorrow', '2030-05-16T00:00:00Z', 'grounded user'],
  ])('after "%s", %s is %s', (words, value, verdict) => {
    expect(briefly(words, value)).toBe(verdict);
  });

  test('a day of a result may be moved by words of the user', () => {
    const messages = [gives({ date: '2030-05-20' }), says('move it one day later')];
    expect(briefly(messages, '2030-05-21')).toBe('weak shifted_date');
    expect(briefly(messages, '2030-05-19')).toBe('ungrounded nowhere');
  });

  test('without a clock, a day and a month leave the year open', () => {
    expect(briefly('on May 20th', '2030-05-20', { now: undefined })).toBe('weak year_unknown');
  });

  test('the policy may tell the clock', () => {
    const policy = 'The current time is 2030-05-15 15:00:00 EST.';
    expect(briefly('tomorrow', '2030-05-16', { now: undefined, policy })).toBe('grounded user');
  });
});
