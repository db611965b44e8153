import type { Answer } from '../claims/answer.ts';
import { type EvidenceLedger, evidenceLedger } from '../evidence/evidence-ledger.ts';
import type { Known } from '../evidence/known.ts';
import type { JudgedClaim } from '../judgement/judged-claim.ts';
import { countVerdicts } from '../measures/count-verdicts.ts';
import { ratesOf } from '../measures/grounding-measures.ts';
import { readingOf, unreadAnswer } from '../session-reading.ts';
import { type EvidencePlace, type GroundedClaim, groundedClaim } from './grounded-claim.ts';
import { type GroundingInput, type ReadGroundingInput, readGroundingInput } from './grounding-input.ts';
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
  /** Why claims may be missing: the answer is longer than what is read. */
  unread?: string;
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
  const places = placesIn(read, known);
  const unread = unreadAnswer([{ turn: known.turn, seq, text: read.answer }]);
  return {
    answer,
    judged: read.combiner ? reading.combinedIn(answer) : reading.judgedIn(answer),
    ledger: reading.ledger,
    seq,
    turn: known.turn,
    reportOf: (judged) => ({
      ...reportOf(judged.map((one) => groundedClaim(one, (at) => places.get(at) ?? {}))),
      ...(unread === undefined ? {} : { unread }),
    }),
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
  const counts = countVerdicts(claims);
  return { claims, ...counts, ...ratesOf(counts) };
}

/** Where each piece of evidence stands, by its event. */
function placesIn({ evidence }: ReadGroundingInput, { calls, texts }: Known): ReadonlyMap<number, EvidencePlace> {
  const turns = new Map([...calls, ...texts].map(({ seq, turn }) => [seq, turn]));
  return new Map(
    evidence.map(({ kind, name, call_id: callId }, item): [number, EvidencePlace] => {
      const turn = turns.get(seqOfItem(item));
      return [
        seqOfItem(item),
        {
          item,
          ...(turn === undefined || kind === 'system' ? {} : { turn }),
          ...(kind === 'tool_result' && name !== undefined ? { tool: name } : {}),
          ...(callId === undefined ? {} : { callId }),
        },
      ];
    }),
  );
}
