import type { ScoreInput } from '../../domain/contracts/scorer.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { notApplicable, scoreFindings } from '../outcome.ts';
import { callDiff } from '../trajectory/explanation/call-diff.ts';
import {
  callEvidence,
  describeCall,
  describeOutcome,
  resultEvidence,
} from '../trajectory/explanation/describe-call.ts';
import { type CallPair, type CallsJudgement, wasRefused } from '../trajectory/judge-calls.ts';
import { hasOutcome, hasTurn } from '../trajectory/specification/expected-call.ts';

/** Did the calls that were made succeed, in the expected order and turn? */
export function scoreExecution(judgement: CallsJudgement, input: ScoreInput): ScoreOutcome {
  const { made: pairs, wrongExecution } = judgement;
  if (pairs.length === 0) return notApplicable('none of the expected calls was made');
  const isOrdered = judgement.order !== 'any' && pairs.length > 1;
  const judged = pairs.filter((pair) => isOrdered || isJudged(pair));
  if (judged.length === 0)
    return notApplicable('neither order, turn nor outcome of the calls that were made was asked for');
  const misplaced = new Set(judgement.misplaced);
  const wrong = judged.filter((pair) => wrongExecution.has(pair));
  return scoreFindings({
    right: judged.length - wrong.length,
    judged: judged.length,
    findings: wrong.flatMap((pair) => [
      ...(misplaced.has(pair.row) ? [explainOrder(pair, judgement)] : []),
      ...explainPair(pair),
    ]),
    praise: judged.length === 1 ? 'the call succeeded' : `all ${judged.length} calls came out as expected`,
    ...(judgement.fault === 'execution' ? { details: { diff: callDiff(judgement, input.trajectory.calls) } } : {}),
  });
}

function isJudged({ wanted, call }: CallPair): boolean {
  return wanted.turn !== undefined || (wanted.outcome !== 'any' && !(wasRefused(call) && wanted.outcome === 'ok'));
}

/** Names the neighbour on the wrong side. */
function explainOrder({ call, row }: CallPair, { pairs }: CallsJudgement): Finding {
  const later = pairs.slice(row + 1).find((other) => other !== undefined && other.step < call.step);
  const earlier = pairs.slice(0, row).findLast((other) => other !== undefined && other.step > call.step);
  const other = later ?? earlier;
  const side = other === later ? 'before' : 'after';
  const told = side === 'before' ? 'after' : 'before';
  return {
    turn: call.turn,
    stage: 'execution',
    code: 'wrong_order',
    severity: 'failure',
    message: `\`${describeCall(call)}\` was called ${told} ${neighbour(other)}; expected ${side} it`,
    evidence: [callEvidence(call), ...(other === undefined ? [] : [callEvidence(other)])],
  };
}

function neighbour(call: TrajectoryCall | undefined): string {
  return call === undefined ? 'the calls around it' : `\`${describeCall(call)}\``;
}

function explainPair({ wanted, call }: CallPair): Finding[] {
  const findings: Finding[] = [];
  const head = { turn: call.turn, stage: 'execution', severity: 'failure' } as const;
  if (!hasTurn(wanted, call)) {
    const message = `\`${describeCall(call)}\` was called in turn ${call.turn}; expected in turn ${wanted.turn}`;
    findings.push({ ...head, code: 'wrong_turn', message, evidence: [callEvidence(call)] });
  }
  if (!hasOutcome(wanted, call) && !wasRefused(call)) {
    const message =
      wanted.outcome === 'error'
        ? `\`${describeCall(call)}\` succeeded; expected it to fail`
        : `\`${describeCall(call)}\` did not succeed: ${describeOutcome(call)}`;
    const code =
      call.outcome === 'none' ? 'no_result' : wanted.outcome === 'error' ? 'unexpected_success' : 'call_failed';
    findings.push({ ...head, code, message, evidence: [callEvidence(call), resultEvidence(call)] });
  }
  return findings;
}
