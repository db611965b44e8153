import type { Evidence } from '../../../domain/verdicts/evidence.ts';
import type { LedgerSource } from '../evidence/ledger-entry.ts';
import { type ClaimReason, type ClaimVerdict, confidenceOf, type JudgedClaim } from '../judgement/judged-claim.ts';

/** Where something was told. */
export type EvidencePlace = {
  /** Position in the evidence that was handed over, from 0; absent for `policy`, `tools` and `clock`. */
  item?: number;
  /** Event of the transcript that was handed over. */
  seq?: number;
  /** From 0; absent for what was known before the talk. */
  turn?: number;
  tool?: string;
  callId?: string;
};

/** A piece of evidence that decided a claim. */
export type GroundingPointer = EvidencePlace & {
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
  nearest?: EvidencePlace & { text: string; pointer: string };
};

/** A claim as the public functions tell it. `placeOf` says where an event stands in what the caller handed over. */
export function groundedClaim(judged: JudgedClaim, placeOf: (seq: number) => EvidencePlace): GroundedClaim {
  const { claim, verdict, reason, message, via, derivation, nearest } = judged;
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
    evidence: distinct(judged.evidence.map((evidence) => pointerOf(evidence, placeOf))),
    ...(nearest === undefined
      ? {}
      : { nearest: { ...placeOf(nearest.seq), text: nearest.text, pointer: nearest.pointer } }),
  };
}

function pointerOf(
  { kind, seq, pointer, start, end, quote }: Evidence,
  placeOf: (seq: number) => EvidencePlace,
): GroundingPointer {
  return {
    ...placeOf(seq),
    in: kind === 'argument' ? 'args' : 'content',
    ...(pointer === undefined ? {} : { pointer }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    ...(quote === undefined ? {} : { quote }),
  };
}

/** A leaf that bears a claim out in two ways is one piece of evidence. */
function distinct(pointers: readonly GroundingPointer[]): readonly GroundingPointer[] {
  return [...new Map(pointers.map((pointer) => [JSON.stringify(pointer), pointer])).values()];
}
