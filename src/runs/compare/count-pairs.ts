import type { PairCounts } from '../../domain/verdicts/comparison.ts';
import type { SessionSummary } from '../../domain/verdicts/session-result.ts';
import type { SessionPair } from './pair-sessions.ts';

/** Whether both sides were valid tests. */
export function isJudged({ before, after }: SessionPair): boolean {
  return before.verdict !== 'invalid' && after.verdict !== 'invalid';
}

/** Whether nothing in either session is left to chance: the user and the model were scripts. */
export function isCertain({ before, after }: SessionPair): boolean {
  return [before, after].every(isScripted);
}

function isScripted({ scores }: SessionSummary): boolean {
  const fixed = scores[0]?.fixed ?? [];
  return fixed.includes('model') && fixed.includes('counterparty');
}

export function countPairs(pairs: readonly SessionPair[]): PairCounts {
  const counts = { pairs: 0, lost: 0, won: 0, invalid: 0 };
  for (const pair of pairs) {
    if (!isJudged(pair)) {
      counts.invalid += 1;
      continue;
    }
    counts.pairs += 1;
    if (pair.before.verdict === pair.after.verdict) continue;
    if (pair.after.verdict === 'failed') counts.lost += 1;
    else counts.won += 1;
  }
  return counts;
}
