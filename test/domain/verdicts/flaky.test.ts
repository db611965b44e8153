import { expect, test } from 'vitest';
import { countVerdicts, flakySessions, groupTrials, isFlaky } from '../../../src/domain/verdicts/flaky.ts';
import type { Verdict } from '../../../src/domain/verdicts/verdict.ts';
import { keyOf } from '../../fixtures/results.ts';

const session = (scenario: string, trial: number, verdict: Verdict, variant = 'default') => ({
  key: keyOf(scenario, trial, variant),
  verdict,
});

test('a scenario is flaky in a variant when some of its trials passed and some failed', () => {
  const sessions = [
    session('a', 0, 'passed'),
    session('a', 1, 'failed'),
    session('a', 0, 'failed', 'other'),
    session('a', 1, 'failed', 'other'),
    session('b', 0, 'passed'),
    session('b', 1, 'passed'),
  ];
  expect([...flakySessions(sessions)]).toEqual(['a/default/0', 'a/default/1']);
});

test('an invalid trial makes nothing flaky', () => {
  expect(flakySessions([session('a', 0, 'passed'), session('a', 1, 'invalid')]).size).toBe(0);
  expect(flakySessions([session('a', 0, 'failed'), session('a', 1, 'invalid')]).size).toBe(0);
  expect(isFlaky({ passed: 0, failed: 2 })).toBe(false);
});

test('trials are grouped wherever they stand in the list', () => {
  const sessions = [session('b', 0, 'passed'), session('a', 0, 'failed'), session('b', 1, 'invalid')];
  expect(groupTrials(sessions).map(({ scenario, sessions: { length } }) => [scenario, length])).toEqual([
    ['b', 2],
    ['a', 1],
  ]);
  expect(countVerdicts(sessions)).toEqual({ passed: 1, failed: 1, invalid: 1 });
});
