import type { ScoreInput } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { turnOfAbsence } from '../last-turn.ts';
import { scoreFindings, unscored } from '../outcome.ts';
import { countText } from '../text/value-text.ts';
import { callDiff } from '../trajectory/explanation/call-diff.ts';
import { closestCall } from '../trajectory/explanation/closest-call.ts';
import { callEvidence, describeCall, describeOutcome } from '../trajectory/explanation/describe-call.ts';
import type { CallsJudgement } from '../trajectory/judge-calls.ts';
import type { CompiledCall } from '../trajectory/specification/expected-call.ts';

/** Were the right tools called, none missing and none too many? */
export function scoreSelection(judgement: CallsJudgement, input: ScoreInput): ScoreOutcome {
  const { expected, pairs, made, extras, forbidden, retries, extra } = judgement;
  const started = startOf(input.transcript);
  const unknown = extras.find(({ effect }) => effect === 'unknown');
  if (extra === 'reads' && unknown !== undefined && started?.origin.kind === 'import') {
    return unscored(`the log does not say whether \`${unknown.name}\`, which nothing asked for, only reads`);
  }
  const findings: Finding[] = [];
  expected.forEach((wanted, row) => {
    if (pairs[row] === undefined) findings.push(missingCall(wanted, row, { judgement, input }));
  });
  for (const call of extras) findings.push(extraCall(call, { judgement, isForbidden: forbidden.includes(call) }));
  for (const call of retries) findings.push(retriedCall(call));
  return scoreFindings({
    right: made.length,
    judged: expected.length + forbidden.length,
    findings,
    praise: expected.length === 1 ? 'the expected call was made' : `all ${expected.length} expected calls were made`,
    metrics: selectionMetrics(judgement),
    ...(judgement.fault === 'selection' ? { details: { diff: callDiff(judgement, input.trajectory.calls) } } : {}),
  });
}

function selectionMetrics({
  expected,
  extras,
  pairs,
  made: pairsMade,
  misplaced,
  isWhole,
}: CallsJudgement): Record<string, number> {
  const paired = pairsMade.length;
  const made = paired + extras.length;
  const precision = made === 0 ? 0 : paired / made;
  const recall = paired / expected.length;
  const missing = expected.length - paired;
  const different = isWhole ? 0 : expected.reduce((sum, wanted, row) => sum + distance(wanted, pairs[row]), 0);
  const cost = missing + extras.length + different + 2 * misplaced.length;
  return {
    expected: expected.length,
    paired,
    missing,
    extra: extras.length,
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    editSimilarity: Math.max(0, 1 - cost / (expected.length + made)),
  };
}

/** How far a call is from its expectation, 0 to 1; at least 0.1 when arguments differ at all. */
function distance(wanted: CompiledCall, call: TrajectoryCall | undefined): number {
  if (call === undefined || !wanted.asksArguments || wanted.arguments.matches(call.arguments)) return 0;
  return Math.max(0.1, 1 - wanted.arguments.credit(call.arguments));
}

type Context = { judgement: CallsJudgement; input: ScoreInput };

function missingCall(wanted: CompiledCall, row: number, { judgement, input }: Context): Finding {
  const closest = closestCall(wanted, judgement.extras);
  const turn = wanted.turn ?? turnOfAbsence(input, closest?.turn ?? likelyTurnFor(row, judgement));
  const absence = wanted.turn === undefined ? 'which was called nowhere in the session' : 'which was not called';
  const asked = wanted.turn === undefined ? '' : ` in turn ${wanted.turn}`;
  return {
    turn,
    stage: 'selection',
    code: 'missing_call',
    severity: 'failure',
    message: `expected \`${wanted.text}\`${asked}, ${absence}; ${insteadText(wanted, closest, judgement, input)}`,
    evidence: closest === undefined ? [] : [callEvidence(closest)],
  };
}

/**
 * Where a missing call belongs: in the turn of the expected call before it, after which it was due; of the one after it,
 * when there is none before; else where the talk began.
 */
function likelyTurnFor(row: number, { expected, pairs, order }: CallsJudgement): number {
  if (order === 'any') return 0;
  const turnAt = (other: number) => expected[other]?.turn ?? pairs[other]?.turn;
  for (let other = row - 1; other >= 0; other -= 1) {
    const turn = turnAt(other);
    if (turn !== undefined) return turn;
  }
  for (let other = row + 1; other < expected.length; other += 1) {
    const turn = turnAt(other);
    if (turn !== undefined) return turn;
  }
  return 0;
}

function insteadText(
  wanted: CompiledCall,
  closest: TrajectoryCall | undefined,
  { pairs }: CallsJudgement,
  { trajectory }: ScoreInput,
): string {
  if (closest !== undefined) return `the closest is \`${describeCall(closest)}\` in turn ${closest.turn}`;
  const used = pairs.filter((call) => call?.name === wanted.tool).length;
  if (used > 0)
    return `${countText(used, 'call')} of \`${wanted.tool}\` already stand${used === 1 ? 's' : ''} for other expectations`;
  if (trajectory.calls.length === 0) return 'no tool was called at all';
  const names = [...new Set(trajectory.calls.map(({ name }) => `\`${name}\``))];
  return `called were ${names.slice(0, 6).join(', ')}${names.length > 6 ? ' and others' : ''}`;
}

function extraCall(
  call: TrajectoryCall,
  { judgement, isForbidden }: { judgement: CallsJudgement; isForbidden: boolean },
): Finding {
  const outcome = call.result?.outcome;
  const isUnknown = outcome?.status === 'error' && outcome.kind === 'unknown_tool';
  const isAgain = judgement.expected.some(({ tool }) => tool === call.name);
  const why = isUnknown ? 'there is no such tool' : isAgain ? 'it was not expected this often' : 'nothing expected it';
  return {
    turn: call.turn,
    stage: 'selection',
    code: isUnknown ? 'unknown_tool' : isAgain ? 'repeated_call' : 'extra_call',
    severity: isForbidden ? 'failure' : 'note',
    message: `\`${describeCall(call)}\` was called, and ${why}`,
    evidence: [callEvidence(call)],
  };
}

function retriedCall(call: TrajectoryCall): Finding {
  return {
    turn: call.turn,
    stage: 'selection',
    code: 'retried_call',
    severity: 'note',
    message: `\`${describeCall(call)}\` failed (${describeOutcome(call)}) and was tried again`,
    evidence: [callEvidence(call)],
  };
}
