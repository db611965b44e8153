import type { StatusClaim } from '../claims/claim.ts';
import { clauseAt, speaksOfFuture, speaksOfPast } from '../claims/polarity.ts';
import { compareStatus } from '../claims/statuses.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../evidence/ledger-entry.ts';
import type { KnownStatus } from '../evidence/told-states.ts';
import { bindingAt, relateToAny } from './binding.ts';
import { isReading } from './judge-actions.ts';
import { evidenceFor, type JudgedClaim, nearestOf } from './judged-claim.ts';

/** Judges "shipped" against the live status of the record spoken of, with its polarity. */
export function judgeStatus(claim: StatusClaim, ledger: EvidenceLedger): JudgedClaim {
  const told = { status: claim.status, isNegated: claim.isNegative, isStillOpen: isStillOpen(claim) };
  const binding = bindingAt(claim.answer, claim.sentence, claim.at);
  const all = knownStatuses(ledger, claim.answer.seq);
  const records = new Set(all.map(({ entry }) => `${entry.call}:${entry.path.slice(0, -1).join('/')}`));
  const names = binding.anchors.filter(({ entries }) =>
    entries.some(({ source }) => source === 'tool' || source === 'argument'),
  );
  const isStranger = namesStranger(claim);
  const bound = isStranger
    ? []
    : names.length > 0
      ? all.filter(({ entry }) => relateToAny(entry, names, ledger) === 'same_record')
      : records.size === 1
        ? all
        : [];
  const compared = bound.map((known) => ({ known, relation: compareStatus(told, known) }));
  const same = compared.find(({ relation }) => relation === 'same');
  if (same)
    return {
      claim,
      verdict: 'supported',
      reason: 'in_evidence',
      message: `the record says \`${same.known.entry.text}\``,
      via: 'tool',
      evidence: [evidenceFor(same.known.entry)],
    };
  const current = compared.filter(({ known }) => !isOutdated(known.entry, claim, ledger));
  const opposite =
    current.find(({ relation }) => relation === 'opposite') ?? current.find(({ relation }) => relation === 'other');
  const isMeant = binding.isFirm || records.size === 1;
  const isBorrowed =
    bound.length === 0 &&
    binding.isFirm &&
    (isStranger || isInClause(claim)) &&
    all.some((known) => compareStatus(told, known) === 'same');
  if (isBorrowed && !isAside(claim))
    return borrowed(claim, all.find((known) => compareStatus(told, known) === 'same') as KnownStatus);
  if (!opposite || !isMeant || isAside(claim)) {
    return {
      claim,
      verdict: 'not_checkable',
      reason: 'no_status_known',
      message: `no record decides \`${claim.text}\``,
      evidence: [],
    };
  }
  const { entry } = opposite.known;
  const reason = opposite.relation === 'opposite' ? 'polarity' : 'status_mismatch';
  const says = entry.leaf === 'boolean' ? `${entry.key}: ${entry.text}` : entry.text;
  return {
    claim,
    verdict: 'contradicted',
    reason,
    message: `\`${claim.text}\` is told; the record says \`${says}\``,
    evidence: [evidenceFor(entry)],
    nearest: nearestOf(entry),
  };
}

/** A write about the record has succeeded since; what it changed there was not read again. */
function isOutdated({ call, entity }: LedgerEntry, { answer }: StatusClaim, { calls }: EvidenceLedger): boolean {
  const key = entity?.toLowerCase().replace(/^#/, '') ?? '';
  return calls.some(
    (later) =>
      later.index > (call ?? 0) &&
      later.outcome === 'ok' &&
      !isReading(later) &&
      later.seenAt !== undefined &&
      later.seenAt < answer.seq &&
      (later.ids.length === 0 || later.ids.includes(key)),
  );
}

/** The status of another record is none of this one, of which nothing is known. */
function borrowed(claim: StatusClaim, { entry }: KnownStatus): JudgedClaim {
  return {
    claim,
    verdict: 'unsupported',
    reason: 'wrong_record',
    message: `\`${claim.text}\` is told of a record whose status is not known; \`${entry.text}\` is the status of \`${entry.entity ?? 'another'}\``,
    evidence: [evidenceFor(entry)],
  };
}

/** The sentence names a record that no result knows. */
function namesStranger({ sentence }: StatusClaim): boolean {
  const known = (start: number): boolean =>
    sentence.anchors.some(
      (anchor) =>
        anchor.start <= start &&
        start < anchor.end &&
        anchor.entries.some(({ source }) => source === 'tool' || source === 'argument'),
    );
  const ids = sentence.values.filter(({ value }) => value.kind === 'identifier' && value.isStrong && !value.isSuffix);
  return ids.length > 0 && !ids.some(({ start }) => known(start));
}

/** The clause itself names a record by its id. */
function isInClause({ sentence, at }: StatusClaim): boolean {
  const { text, start } = clauseAt(sentence.text, at - sentence.start);
  const from = sentence.start + start;
  return sentence.anchors.some(
    (anchor) => /\d/.test(anchor.key) && anchor.start >= from && anchor.end <= from + text.length,
  );
}

/** "not yet", 还没有: it may still come. */
function isStillOpen({ sentence, text, at }: StatusClaim): boolean {
  const from = at - sentence.start;
  return /\b(?:yet|still)\b|还|尚|仍/i.test(
    `${sentence.text.slice(Math.max(0, from - 24), from)} ${sentence.text.slice(from + text.length, from + text.length + 12)}`,
  );
}

function knownStatuses(ledger: EvidenceLedger, seq: number): readonly KnownStatus[] {
  return ledger.statuses().filter(({ entry }) => stateAt(entry, seq) === 'live');
}

/** Rules, plans and history use the same words: "returns are only available for delivered orders". */
function isAside({ sentence, text, at }: StatusClaim): boolean {
  const before = sentence.text.slice(0, at - sentence.start);
  const after = sentence.text.slice(at - sentence.start + text.length);
  return (
    speaksOfFuture(sentence.text) ||
    (speaksOfPast(before) && !/\b(?:was|were|has|have)\b/i.test(before)) ||
    // "Was pending, and is now shipped" tells what it was.
    (/\b(?:was|were|had been)\b[^.]{0,24}$|(?:原来|之前|原先)[^。]{0,8}$/i.test(before) &&
      /\b(?:now|since|meanwhile)\b|现在|如今/i.test(after)) ||
    /\b(?:want(?:ed)?|like|wish|only|any|if|when|once|until|unless|after|for|can|could|cannot|can't|may|must|be|to be|all|most|usually)\b[^.]{0,40}$|(?:只有|如果|才|若|当|等|后)[^。]{0,12}$/i.test(
      before,
    ) ||
    /^ (?:to\b|orders?|items?|reservations?|flights?|date|payment)s?\b(?! is\b| was\b)/i.test(after)
  );
}
