import { assertNever } from '../../../domain/values/assert-never.ts';
import type { Answer } from '../claims/answer.ts';
import { claimsOf } from '../claims/claims.ts';
import { overlapping } from '../claims/spans.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { judgeActs } from './acts/judge-acts.ts';
import { judgeChineseActs } from './acts/judge-chinese-acts.ts';
import { judgePlans } from './acts/judge-plans.ts';
import { judgeChanges } from './changes/judge-changes.ts';
import { judgeTurnedChanges } from './changes/judge-turned-changes.ts';
import { judgeStatements } from './coverage/judge-statements.ts';
import { judgeDifferences } from './derivation/judge-differences.ts';
import { judgeShares } from './derivation/judge-shares.ts';
import { judgeFailedDeeds } from './failures/judge-failed-deeds.ts';
import { judgeFields } from './fields/judge-fields.ts';
import { judgeNames } from './fields/judge-names.ts';
import { judgeAction } from './judge-actions.ts';
import { judgeMentions } from './judge-mentions.ts';
import { judgeStatus } from './judge-statuses.ts';
import { judgeValue } from './judge-values.ts';
import type { JudgedClaim } from './judged-claim.ts';
import { judgeNearest } from './records/judge-nearest.ts';
import { judgeRecords } from './records/judge-records.ts';
import { judgeIntervals } from './routes/judge-intervals.ts';
import { judgeRoutes } from './routes/judge-routes.ts';
import { judgeRulePolarity } from './rules/judge-rule-polarity.ts';
import { judgeFieldStates } from './states/judge-field-states.ts';
import { judgeFlags } from './states/judge-flags.ts';
import { judgeRowStates } from './states/judge-row-states.ts';
import { withNegation } from './states/with-negation.ts';
import { judgeExtremes } from './tables/judge-extremes.ts';

/** Finds claims of one kind in an answer and decides them. `judged` is what is decided so far. */
export type Judge = (answer: Answer, ledger: EvidenceLedger, judged: readonly JudgedClaim[]) => readonly JudgedClaim[];

/** In this order; what a later judge finds gives way to an earlier contradiction of the same words, else it replaces. */
const JUDGES: readonly Judge[] = [
  judgeFailedDeeds,
  judgeChanges,
  judgeTurnedChanges,
  judgeFieldStates,
  judgeFlags,
  judgeRowStates,
  judgeRulePolarity,
  judgeMentions,
  judgeRecords,
  judgeNearest,
  judgeRoutes,
  judgeIntervals,
  judgeExtremes,
  judgeShares,
  judgeDifferences,
  judgeActs,
  judgePlans,
  judgeChineseActs,
  judgeStatements,
  judgeNames,
  judgeFields,
];

/** Gives each claim of an answer its verdict, reason and pointers, by what the agent had seen when it spoke. */
export function judgeAnswer(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  const simple = claimsOf(answer).map((claim) => judgeClaim(claim, ledger));
  const judged = JUDGES.reduce<readonly JudgedClaim[]>(
    (known, judge) => withFresh(known, judge(answer, ledger, known)),
    simple,
  );
  return withoutShadows(withStrangers(judged)).map(withNegation);
}

function judgeClaim(claim: ReturnType<typeof claimsOf>[number], ledger: EvidenceLedger): JudgedClaim {
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
}

/** A name of which two values or more are told, all of them of another record, is itself the wrong one. */
function withStrangers(judged: readonly JudgedClaim[]): readonly JudgedClaim[] {
  const wrong = new Map<number, JudgedClaim[]>();
  const right = new Set<number>();
  for (const one of judged) {
    if (one.record?.isOwn) right.add(one.record.start);
    else if (one.record) wrong.set(one.record.start, [...(wrong.get(one.record.start) ?? []), one]);
  }
  return judged.map((one) => {
    const values =
      one.claim.kind === 'value' && one.claim.value.kind === 'identifier' ? wrong.get(one.claim.at) : undefined;
    if (!values || values.length < 2 || right.has(one.claim.at) || one.verdict !== 'supported') return one;
    const [first] = values;
    return {
      ...one,
      verdict: 'contradicted',
      reason: 'wrong_record',
      message: `\`${one.claim.text}\` is told with ${values.length} values of another record`,
      evidence: [...(first?.evidence ?? []), ...one.evidence].slice(0, 3),
    };
  });
}

/** What a judge found replaces what was said of the same words, unless that was contradicted already. */
function withFresh(judged: readonly JudgedClaim[], found: readonly JudgedClaim[]): readonly JudgedClaim[] {
  if (found.length === 0) return judged;
  const told = beside(judged.filter(({ verdict }) => verdict === 'contradicted'));
  const fresh = found.filter((one) => told(one).length === 0);
  const replaced = beside(fresh);
  const kept = judged.filter((one) => replaced(one).length === 0);
  return [...kept, ...fresh].sort((a, b) => a.claim.start - b.claim.start);
}

/** The claims that share words with another one. */
function beside(claims: readonly JudgedClaim[]): (other: JudgedClaim) => readonly JudgedClaim[] {
  const spans = claims
    .map((judged) => ({ judged, start: judged.claim.start, end: judged.claim.end }))
    .sort((a, b) => a.start - b.start);
  const find = overlapping(spans);
  return ({ claim }) => find(claim).map(({ judged }) => judged);
}

/** "shipped" is a deed and a status; where one of them is decided, the other adds nothing. */
function withoutShadows(all: readonly JudgedClaim[]): readonly JudgedClaim[] {
  const wrong = beside(all.filter(isWrong));
  const judged = all.filter((one) => !isWrong(one) || !wrong(one).some((other) => isOvershadowed(one, other)));
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

/** Of a deed and a status that are both wrong, what the agent says that it did counts as a deed, all else as a status. */
function isOvershadowed(one: JudgedClaim, other: JudgedClaim): boolean {
  if (one === other || !isWrong(one) || !isWrong(other)) return false;
  if (one.claim.start >= other.claim.end || other.claim.start >= one.claim.end) return false;
  if (one.claim.kind === 'action' && other.claim.kind === 'status')
    return one.verdict === 'unsupported' || (!one.claim.isOwn && one.reason !== 'error_told_as_success');
  if (one.claim.kind !== 'status' || other.claim.kind !== 'action') return false;
  return !isOvershadowed(other, one);
}

function isWrong({ verdict }: JudgedClaim): boolean {
  return verdict === 'contradicted' || verdict === 'unsupported';
}
