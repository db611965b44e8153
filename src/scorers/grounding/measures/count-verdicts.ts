import type { ClaimVerdict } from '../judgement/judged-claim.ts';

export type ClaimCounts = { supported: number; contradicted: number; unsupported: number; notCheckable: number };

/** How many there are of each verdict. */
export function countVerdicts(claims: readonly { verdict: ClaimVerdict }[]): ClaimCounts {
  const counts = { supported: 0, contradicted: 0, unsupported: 0, notCheckable: 0 };
  for (const { verdict } of claims) counts[verdict === 'not_checkable' ? 'notCheckable' : verdict] += 1;
  return counts;
}
