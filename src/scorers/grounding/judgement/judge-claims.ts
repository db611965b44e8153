import { assertNever } from '../../../domain/values/assert-never.ts';
import type { Claim } from '../claims/claim.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { judgeAction } from './judge-actions.ts';
import { judgeStatus } from './judge-statuses.ts';
import { judgeValue } from './judge-values.ts';
import type { JudgedClaim } from './judged-claim.ts';

/** Gives each claim its verdict, reason and pointers, by what the agent had seen when it spoke. */
export function judgeClaims(claims: readonly Claim[], ledger: EvidenceLedger): readonly JudgedClaim[] {
  return claims.map((claim) => {
    switch (claim.kind) {
      case 'value':
        return judgeValue(claim, ledger);
      case 'action':
        return judgeAction(claim, ledger);
      case 'status':
        return judgeStatus(claim, ledger);
      default:
        return assertNever(claim);
    }
  });
}
