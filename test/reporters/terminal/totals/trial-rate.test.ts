import { expect, test } from 'vitest';
import { trialRate } from '../../../../src/reporters/terminal/totals/trial-rate.ts';

test.each([
  { passed: 4, failed: 1, ended: 5, text: '4/5 passed (80 %, 95 % interval 38–96 %), flaky' },
  { passed: 5, failed: 0, ended: 5, text: '5/5 passed (100 %, 95 % interval 57–100 %)' },
  { passed: 0, failed: 5, ended: 5, text: '0/5 passed (0 %, 95 % interval 0–43 %)' },
  // An invalid trial is no second outcome, and no pass either.
  { passed: 4, failed: 0, ended: 5, text: '4/5 passed (80 %, 95 % interval 38–96 %)' },
  { passed: 99_999, failed: 1, ended: 100_000, text: '99,999/100,000 passed (99 %, 95 % interval 99–99 %), flaky' },
])('$passed of $ended is `$text`', ({ text, ...counts }) => {
  expect(trialRate(counts, 76)).toEqual([text]);
});

test('where a line has no room for both, the rate stands below the counts', () => {
  expect(trialRate({ passed: 4, failed: 1, ended: 5 }, 36)).toEqual([
    '4/5 passed, flaky',
    '80 %, 95 % interval 38–96 %',
  ]);
});
