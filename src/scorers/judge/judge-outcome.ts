import { JUDGE_PROMPT_VERSION, judgePromptHash } from '../../domain/prompts/judge-prompt.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { Evidence, Finding, Stage } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome, TurnScore } from '../../domain/verdicts/score.ts';
import { scoreFindings, unscored } from '../outcome.ts';
import { countText, cutText, listText } from '../text/value-text.ts';
import type { Decision } from './count-votes.ts';

export type OutcomeContext = {
  judge: string;
  stage: Stage;
  /** Last turn of the talk, for what never happened. */
  lastTurn: number;
  /** Turn of an event, by its `seq`. */
  turnOf(seq: number): number;
  requests: number;
  retries: number;
  isCalibrated: boolean;
};

/**
 * The score that decisions come to. What is broken fails the check whatever else is open; where nothing is broken, a
 * required criterion that is open leaves it unscored.
 */
export function judgeOutcome(decisions: readonly Decision[], context: OutcomeContext): ScoreOutcome {
  const failed = decisions.filter(({ status, criterion }) => status === 'broken' && criterion.required);
  const open = decisions.filter(({ status, criterion }) => status === 'open' && criterion.required);
  if (failed.length === 0 && open.length > 0) return unscored(openReason(open, context));
  const kept = decisions.filter(({ status }) => status === 'kept').length;
  return scoreFindings({
    right: kept,
    judged: decisions.length,
    findings: decisions.flatMap((decision) => findingsOf(decision, context)),
    praise: praiseOf(decisions, kept),
    metrics: metricsOf(decisions, context),
    turns: turnsOf(decisions),
    details: detailsOf(decisions, context),
  });
}

function openReason(open: readonly Decision[], { judge }: OutcomeContext): string {
  const told = open.slice(0, 3).map((decision) => {
    const why = decision.isTied ? `its ${countText(decision.votes.length, 'vote')} disagree` : wordsOf(decision);
    return `"${cutText(decision.criterion.text)}"${placeOf(decision)} (${why})`;
  });
  const more = open.length - told.length;
  const who = open.every(({ votes }) => votes.length === 0) ? 'nobody can tell' : `the judge \`${judge}\` cannot tell`;
  return `${who}: ${listText([...told, ...(more > 0 ? [`${more} more`] : [])])}`;
}

function praiseOf(decisions: readonly Decision[], kept: number): string {
  if (kept < decisions.length) return `${kept} of ${decisions.length} criteria are kept, and every required one`;
  return kept === 1 ? 'the criterion is kept' : `all ${kept} criteria are kept`;
}

function findingsOf(decision: Decision, { stage, lastTurn, turnOf }: OutcomeContext): Finding[] {
  const { criterion, status, spokesman } = decision;
  const quoted = spokesman.evidence[0]?.seq;
  const turn = decision.turn ?? (quoted === undefined ? lastTurn : turnOf(quoted));
  const split = splitFinding(decision, { stage, turn });
  if (status === 'kept') return split;
  const severity = status === 'broken' && criterion.required ? 'failure' : 'warning';
  const rule: Evidence = { kind: 'criterion', seq: quoted ?? 0, quote: criterion.text };
  const finding: Finding = {
    turn,
    stage,
    code: status === 'open' ? 'cannot_tell' : criterion.kind === 'must' ? 'not_met' : 'met_and_must_not_be',
    severity,
    message: messageOf(decision),
    evidence: [...spokesman.evidence, rule],
  };
  return [finding, ...split];
}

function messageOf({ criterion, status, spokesman, votes }: Decision): string {
  const rule = criterion.kind === 'must' ? 'must be true' : 'must not be true';
  if (votes.length === 0) {
    const found = status === 'open' ? 'nobody can tell' : 'it is not';
    return `"${criterion.text}" ${rule}, and ${found}: ${spokesman.reason}`;
  }
  const found = status === 'open' ? 'the judge cannot tell' : criterion.kind === 'must' ? 'it is not' : 'it is';
  const why = spokesman.reason === '' ? '' : ` (the judge: ${spokesman.reason})`;
  return `"${criterion.text}" ${rule}, and ${found}${why}`;
}

function splitFinding(
  { criterion, votes, agreement }: Decision,
  { stage, turn }: { stage: Stage; turn: number },
): Finding[] {
  if (agreement === 1) return [];
  const tally = votes.map(({ verdict }) => verdict.replace('_', ' ')).join(', ');
  const message = `the votes on "${criterion.text}" disagree: ${tally}`;
  return [{ turn, stage, code: 'votes_disagree', severity: 'note', message, evidence: [] }];
}

function wordsOf({ spokesman }: Decision): string {
  return spokesman.reason === '' ? 'it gave no reason' : spokesman.reason;
}

function placeOf({ turn }: Decision): string {
  return turn === undefined ? '' : ` in turn ${turn}`;
}

function metricsOf(decisions: readonly Decision[], context: OutcomeContext): Record<string, number> {
  const count = (status: Decision['status']): number => decisions.filter((one) => one.status === status).length;
  const votes = decisions.reduce((sum, one) => sum + one.votes.length, 0);
  return {
    criteria: decisions.length,
    kept: count('kept'),
    broken: count('broken'),
    open: count('open'),
    votes,
    agreement: decisions.reduce((sum, one) => sum + one.agreement, 0) / decisions.length,
    ties: decisions.filter(({ isTied }) => isTied).length,
    requests: context.requests,
    retries: context.retries,
    calibrated: context.isCalibrated ? 1 : 0,
  };
}

function turnsOf(decisions: readonly Decision[]): TurnScore[] {
  const turns = [...new Set(decisions.flatMap(({ turn }) => turn ?? []))].sort((a, b) => a - b);
  return turns.map((turn) => {
    const here = decisions.filter((one) => one.turn === turn);
    const kept = here.filter(({ status }) => status === 'kept').length;
    return { turn, value: kept / here.length, metrics: { criteria: here.length, kept } };
  });
}

function detailsOf(decisions: readonly Decision[], { judge }: OutcomeContext): JsonValue {
  return {
    judge,
    promptVersion: JUDGE_PROMPT_VERSION,
    promptHash: judgePromptHash,
    criteria: decisions.map(({ criterion, turn, status, votes }) => ({
      id: criterion.id,
      [criterion.kind]: criterion.text,
      about: criterion.about,
      ...(turn === undefined ? {} : { turn }),
      status,
      votes: votes.map(({ verdict, reason, evidence }) => ({
        verdict,
        reason,
        quotes: evidence.map(({ seq, quote = '' }) => ({ seq, quote })),
      })),
    })),
  };
}
