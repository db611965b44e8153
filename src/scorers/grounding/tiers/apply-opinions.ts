import { assertNever } from '../../../domain/values/assert-never.ts';
import { evidenceFor, type JudgedClaim } from '../judgement/judged-claim.ts';
import type { CheckedOpinion } from './check-opinions.ts';
import { withSettled } from './open-claims.ts';

/** How far a judge is trusted that nobody measured, 0 to 1. */
const CONFIDENCE = 0.7;

/**
 * Judged claims with what a judge said of those that were open. Only what code found in the evidence lifts a claim; what
 * points nowhere, or somewhere else, leaves it unsupported.
 */
export function applyOpinions(
  judged: readonly JudgedClaim[],
  opinions: readonly CheckedOpinion[],
): readonly JudgedClaim[] {
  const settled = new Map(opinions.map((opinion) => [opinion.claim.judged, settle(opinion.claim.judged, opinion)]));
  return withSettled(judged, settled);
}

function settle(judged: JudgedClaim, { verdict, reason, proof, problem }: CheckedOpinion): JudgedClaim {
  const told = { ...judged, tier: 'judge' as const, confidence: CONFIDENCE, severity: undefined };
  const evidence = proof.map(({ premise }) => evidenceFor(premise.entry));
  const why = reason === '' ? '' : `: ${reason}`;
  switch (verdict) {
    case 'supported':
      if (problem === undefined) {
        const via = proof[0]?.premise.entry.source;
        return {
          ...told,
          verdict,
          reason: 'judged_so',
          via,
          evidence,
          message: `a judge finds it in the evidence${why}`,
        };
      }
      return {
        ...told,
        verdict: 'unsupported',
        reason: 'unverified',
        severity: 'low',
        evidence: [],
        message: `a judge calls it supported, but ${problem}`,
      };
    case 'contradicted':
      if (problem !== undefined) return judged;
      return {
        ...told,
        verdict,
        reason: 'judged_so',
        evidence,
        message: `a judge finds the contrary in the evidence${why}`,
      };
    case 'unsupported':
      return {
        ...told,
        verdict,
        reason: 'judged_so',
        evidence: [],
        message: `a judge finds nothing that says so${why}`,
      };
    case 'not_checkable':
      // A judge may not wave through what rules found missing.
      return judged.verdict === 'unsupported' ? judged : { ...told, verdict, reason: 'judged_so' };
    default:
      return assertNever(verdict);
  }
}
