import type { ValueClaim } from '../claims/claim.ts';
import type { Holding, LedgerEntry, LedgerSource } from '../evidence/ledger-entry.ts';
import { type ClaimReason, evidenceFor, type JudgedClaim } from './judged-claim.ts';

/** Nothing can be said of it, or nothing need be. */
export function open(claim: ValueClaim, reason: ClaimReason, message: string): JudgedClaim {
  return { claim, verdict: 'not_checkable', reason, message, evidence: [] };
}

/** Nothing known gives it. */
export function unsupported(claim: ValueClaim, reason: ClaimReason, message: string, derivation?: string): JudgedClaim {
  return {
    claim,
    verdict: 'unsupported',
    reason,
    message,
    evidence: [],
    ...(derivation === undefined ? {} : { derivation }),
  };
}

/** Something known says otherwise. */
export function contradicted(
  claim: ValueClaim,
  reason: ClaimReason,
  message: string,
  holdings: readonly Holding[] = [],
): JudgedClaim {
  return {
    claim,
    verdict: 'contradicted',
    reason,
    message,
    evidence: holdings.map(({ entry, found }) => evidenceFor(entry, found)),
  };
}

/** It stands there. */
export function supported(claim: ValueClaim, holdings: readonly Holding[]): JudgedClaim {
  const [first] = holdings;
  const via: LedgerSource | undefined = first?.entry.source;
  return {
    claim,
    verdict: 'supported',
    reason: 'in_evidence',
    message: `\`${claim.text}\` stands in the evidence`,
    via,
    evidence: holdings.slice(0, 3).map(({ entry, found }) => evidenceFor(entry, found)),
  };
}

/** It follows from what stands there. */
export function supportedBy(
  claim: ValueClaim,
  derived: { formula: string; entries: readonly LedgerEntry[] },
): JudgedClaim {
  return {
    claim,
    verdict: 'supported',
    reason: 'derived',
    message: `\`${claim.text}\` follows: ${derived.formula}`,
    via: 'derivation',
    derivation: derived.formula,
    evidence: derived.entries.slice(0, 3).map((entry) => evidenceFor(entry)),
  };
}
