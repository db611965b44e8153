import type { Evidence } from '../../../domain/verdicts/evidence.ts';
import type { LedgerSource } from '../evidence/ledger-entry.ts';
import { type ClaimReason, type ClaimVerdict, confidenceOf, type JudgedClaim } from '../judgement/judged-claim.ts';

/** A piece of evidence that decided a claim. */
export type GroundingPointer = {
  /** Position in the evidence that was handed over, from 0; absent for `policy`, `tools` and `clock`. */
  item?: number;
  /** JSON Pointer (RFC 6901) into the content of a result, or into what the call was given. */
  pointer?: string;
  in: 'content' | 'args';
  /** Part of a text, in UTF-16 code units. */
  start?: number;
  end?: number;
  /** The words or the value pointed at. */
  quote?: string;
};

/** One statement of an answer with its verdict. */
export type GroundedClaim = {
  /** UTF-16 code units: `answer.slice(start, end) === text`. */
  start: number;
  end: number;
  text: string;
  kind: JudgedClaim['claim']['kind'];
  verdict: ClaimVerdict;
  reason: ClaimReason;
  /** One sentence for a person. */
  message: string;
  /** Who decided: `rules` always; `local` and `judge` where they were asked. */
  tier: 'rules' | 'local' | 'judge';
  /** 0 to 1: how sure the verdict is. */
  confidence: number;
  /** `low`: no value, record or deed is wrong; the words merely stand in no evidence. */
  severity: 'normal' | 'low';
  /** Kind of source that supports it. */
  via?: LedgerSource | 'derivation';
  /** The derivation that was found or tried. */
  derivation?: string;
  evidence: readonly GroundingPointer[];
  /** The value that the evidence has in its place. */
  nearest?: { text: string; item?: number; pointer: string };
};

/** A claim as the public functions tell it. `itemOf` gives the position in the caller's evidence of an event. */
export function groundedClaim(judged: JudgedClaim, itemOf: (seq: number) => number | undefined): GroundedClaim {
  const { claim, verdict, reason, message, via, derivation, nearest } = judged;
  const item = nearest === undefined ? undefined : itemOf(nearest.seq);
  return {
    start: claim.start,
    end: claim.end,
    text: claim.text,
    kind: claim.kind,
    verdict,
    reason,
    message,
    tier: judged.tier ?? 'rules',
    confidence: confidenceOf(judged),
    severity: judged.severity ?? 'normal',
    ...(via === undefined ? {} : { via }),
    ...(derivation === undefined ? {} : { derivation }),
    evidence: judged.evidence.map((evidence) => pointerOf(evidence, itemOf)),
    ...(nearest === undefined
      ? {}
      : { nearest: { text: nearest.text, pointer: nearest.pointer, ...(item === undefined ? {} : { item }) } }),
  };
}

function pointerOf(
  { kind, seq, pointer, start, end, quote }: Evidence,
  itemOf: (seq: number) => number | undefined,
): GroundingPointer {
  const item = itemOf(seq);
  return {
    ...(item === undefined ? {} : { item }),
    in: kind === 'argument' ? 'args' : 'content',
    ...(pointer === undefined ? {} : { pointer }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    ...(quote === undefined ? {} : { quote }),
  };
}
