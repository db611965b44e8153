import { assertNever } from '../../../domain/values/assert-never.ts';
import type { Evidence } from '../../../domain/verdicts/evidence.ts';
import type { Claim } from '../claims/claim.ts';
import type { LedgerEntry, LedgerSource } from '../evidence/ledger-entry.ts';

export type ClaimVerdict = 'supported' | 'contradicted' | 'unsupported' | 'not_checkable';

/** Why a claim got its verdict. */
export type ClaimReason =
  | 'in_evidence'
  | 'derived'
  | 'done'
  | 'value_mismatch'
  | 'unit_mismatch'
  | 'not_in_evidence'
  | 'not_covered'
  | 'unlicensed_promise'
  | 'lucky'
  | 'wrong_record'
  | 'direction_reversed'
  | 'stale'
  | 'bad_arithmetic'
  | 'wrong_extreme'
  | 'polarity'
  | 'status_mismatch'
  | 'error_told_as_success'
  | 'action_not_done'
  | 'no_such_action'
  | 'unknown_capability'
  | 'example'
  | 'presupposed'
  | 'not_a_fact_of_records'
  | 'evidence_truncated'
  | 'no_status_known'
  /** Told by another tier than rules. */
  | 'entailed'
  | 'not_entailed'
  | 'judged_so'
  /** A judge called it supported, and what it pointed at does not bear it out. */
  | 'unverified';

export type JudgedClaim = {
  claim: Claim;
  verdict: ClaimVerdict;
  reason: ClaimReason;
  /** One sentence for a person. */
  message: string;
  /** Kind of source that supports it. */
  via?: LedgerSource | 'derivation' | undefined;
  /** The derivation that was found or tried. */
  derivation?: string | undefined;
  evidence: readonly Evidence[];
  /** Who decided; `rules` when absent. */
  tier?: 'local' | 'judge' | undefined;
  /** 0 to 1; by verdict and reason when absent. */
  confidence?: number | undefined;
  /** No value, record or deed is wrong; the words merely stand in no evidence. */
  severity?: 'low' | undefined;
  /** Where the name stands whose record holds the value, or does not. */
  record?: { start: number; isOwn: boolean } | undefined;
  /** The value that the evidence has in its place. */
  nearest?: { text: string; pointer: string; seq: number; turn: number } | undefined;
};

/** How sure a verdict is, 0 to 1: what contradicts itself or a record is surer than what is merely absent. */
export function confidenceOf({ verdict, reason, severity, confidence }: JudgedClaim): number {
  if (confidence !== undefined) return confidence;
  if (severity === 'low') return 0.5;
  switch (verdict) {
    case 'contradicted':
      return reason === 'wrong_record' ? 0.85 : 0.95;
    case 'supported':
      return reason === 'derived' ? 0.85 : 0.95;
    case 'unsupported':
      return 0.8;
    case 'not_checkable':
      return 0.5;
    default:
      return assertNever(verdict);
  }
}

/** Points at a leaf of a result, an argument, or a part of a text. */
export function evidenceFor(entry: LedgerEntry, found?: { start: number; end: number }): Evidence {
  const quote = found ? entry.text.slice(found.start, found.end) : entry.text.slice(0, 200);
  if (entry.source === 'tool') return { kind: 'json_pointer', seq: entry.seq, pointer: entry.pointer, quote };
  if (entry.source === 'argument') return { kind: 'argument', seq: entry.seq, pointer: entry.pointer, quote };
  if (entry.source === 'user' || entry.source === 'notice')
    return { kind: 'text_span', seq: entry.seq, start: found?.start ?? 0, end: found?.end ?? entry.text.length, quote };
  return { kind: 'criterion', seq: entry.seq, quote };
}

/** Where a leaf stands, for a message: `get_order /items/0/price (turn 2)`. */
export function nearestOf(entry: LedgerEntry): { text: string; pointer: string; seq: number; turn: number } {
  return { text: entry.text.slice(0, 80), pointer: entry.pointer, seq: entry.seq, turn: entry.turn };
}
