import type { TrialChance } from '../../domain/verdicts/run-result.ts';
import { passAtK, passHatK } from '../../statistics/pass-hat-k.ts';

/** The largest k that is told: beyond it the estimates of a few trials are mostly 0 or 1. */
const MAX_K = 10;

/** pass@k and pass^k of one scenario, for k from 2. */
export function trialChances(passed: number, trials: number): TrialChance[] {
  const upTo = Math.min(trials, MAX_K);
  return Array.from({ length: Math.max(0, upTo - 1) }, (_, index) => {
    const k = index + 2;
    return { k, any: passAtK(passed, trials, k), all: passHatK(passed, trials, k) };
  });
}
