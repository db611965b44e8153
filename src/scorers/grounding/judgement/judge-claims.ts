import { assertNever } from '../../../domain/values/assert-never.ts';
import type { Claim } from '../claims/claim.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { judgeAction } from './judge-actions.ts';
import { judgeStatus } from './judge-statuses.ts';
import { judgeValue } from './judge-values.ts';
import type { JudgedClaim } from './judged-claim.ts';

/** Gives each claim its verdict, reason and pointers, by what the agent had seen when it spoke. */
export function judgeClaims(claims: readonly Claim[], ledger: EvidenceLedger): readonly JudgedClaim[] {
  return withoutShadows(
    claims.map((claim) => {
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
    }),
  );
}

/** "shipped" is a deed and a status; where one of them is decided, the other adds nothing. */
function withoutShadows(judged: readonly JudgedClaim[]): readonly JudgedClaim[] {
  const spans = new Map<string, number>();
  const spanOf = ({ claim }: JudgedClaim): string => `${claim.answer.seq}:${claim.start}`;
  for (const one of judged) if (one.verdict !== 'not_checkable') spans.set(spanOf(one), 1);
  const open = new Set<string>();
  return judged.filter((one) => {
    if (one.verdict !== 'not_checkable') return true;
    const span = spanOf(one);
    if (spans.has(span) || open.has(span)) return false;
    open.add(span);
    return true;
  });
}
