import type { Answer } from '../claims/answer.ts';
import { type EvidenceLedger, evidenceLedger } from '../evidence/evidence-ledger.ts';
import type { JudgedClaim } from '../judgement/judged-claim.ts';
import { readingOf } from '../session-reading.ts';
import { type GroundedClaim, groundedClaim } from './grounded-claim.ts';
import { type GroundingInput, readGroundingInput } from './grounding-input.ts';
import { knownFromEvidence, seqOfItem } from './known-from-evidence.ts';

/** What an answer claims, and how much of it the evidence carries. */
export type GroundingReport = {
  /** In the order of the answer. */
  claims: readonly GroundedClaim[];
  supported: number;
  contradicted: number;
  unsupported: number;
  notCheckable: number;
  /** supported / (supported + contradicted + unsupported), 0 to 1; absent where nothing could be checked. */
  groundedness?: number;
  /** Share of the claims that were decided, 0 to 1; absent where the answer claims nothing. */
  coverage?: number;
};

/** An answer taken apart and judged by rules, with what is needed to go on from there. */
export type CheckedAnswer = {
  answer: Answer;
  judged: readonly JudgedClaim[];
  ledger: EvidenceLedger;
  /** Event of the answer. */
  seq: number;
  turn: number;
  reportOf(judged: readonly JudgedClaim[]): GroundingReport;
};

/** Throws `UsageError` when the input has another shape. */
export function checkAnswer(input: GroundingInput): CheckedAnswer {
  const read = readGroundingInput(input);
  const known = knownFromEvidence(read);
  const reading = readingOf(evidenceLedger(known));
  const seq = seqOfItem(read.evidence.length);
  const answer = reading.answerOf({ turn: known.turn, seq, text: read.answer });
  const itemOf = (at: number): number | undefined => (at >= 1 && at < seq ? at - 1 : undefined);
  return {
    answer,
    judged: read.combiner ? reading.combinedIn(answer) : reading.judgedIn(answer),
    ledger: reading.ledger,
    seq,
    turn: known.turn,
    reportOf: (judged) => reportOf(judged.map((one) => groundedClaim(one, itemOf))),
  };
}

/**
 * Says of each statement of an answer whether what the agent was told carries it. Deterministic: no model, no network, no
 * clock. Throws `UsageError` when the input has another shape.
 */
export function checkGrounding(input: GroundingInput): GroundingReport {
  const { judged, reportOf } = checkAnswer(input);
  return reportOf(judged);
}

function reportOf(claims: readonly GroundedClaim[]): GroundingReport {
  const count = (verdict: GroundedClaim['verdict']): number =>
    claims.filter((claim) => claim.verdict === verdict).length;
  const supported = count('supported');
  const contradicted = count('contradicted');
  const unsupported = count('unsupported');
  const checkable = supported + contradicted + unsupported;
  return {
    claims,
    supported,
    contradicted,
    unsupported,
    notCheckable: claims.length - checkable,
    ...(checkable === 0 ? {} : { groundedness: supported / checkable }),
    ...(claims.length === 0 ? {} : { coverage: checkable / claims.length }),
  };
}
