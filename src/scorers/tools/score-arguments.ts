import type { ScoreInput } from '../../domain/contracts/scorer.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { notApplicable, scoreFindings } from '../outcome.ts';
import { cutText } from '../text/value-text.ts';
import { callDiff } from '../trajectory/explanation/call-diff.ts';
import { argumentEvidence, describeCall, describeOutcome } from '../trajectory/explanation/describe-call.ts';
import { pointerName } from '../trajectory/explanation/pointer-name.ts';
import { type CallPair, type CallsJudgement, wantsRefusal, wasRefused } from '../trajectory/judge-calls.ts';

/** Did the calls that were made carry the expected arguments? */
export function scoreArguments(judgement: CallsJudgement, input: ScoreInput): ScoreOutcome {
  const { made: pairs, wrongArguments } = judgement;
  if (pairs.length === 0) return notApplicable('none of the expected calls was made');
  const judged = pairs.filter(
    ({ wanted, call }) => wanted.asksArguments || (wasRefused(call) && !wantsRefusal(wanted)),
  );
  if (judged.length === 0) return notApplicable('the expected calls may have any arguments');
  const wrong = judged.filter((pair) => wrongArguments.has(pair));
  const credit = judged.length - wrong.reduce((sum, pair) => sum + 1 - creditOf(pair), 0);
  return scoreFindings({
    right: credit,
    judged: judged.length,
    findings: wrong.flatMap(explainArguments),
    praise:
      judged.length === 1
        ? 'the arguments are as expected'
        : `the arguments of all ${judged.length} calls are as expected`,
    metrics: { credit: credit / judged.length },
    ...(judgement.fault === 'arguments' ? { details: { diff: callDiff(judgement, input.trajectory.calls) } } : {}),
  });
}

/** A refused call got nothing right, whatever its text holds. */
function creditOf({ wanted, call }: CallPair): number {
  return wasRefused(call) ? 0 : wanted.arguments.credit(call.arguments);
}

function explainArguments(pair: CallPair): Finding[] {
  const { wanted, call } = pair;
  const head = { turn: call.turn, stage: 'arguments', severity: 'failure' } as const;
  if (call.call.arguments.status === 'unparsable') {
    const { problem } = call.call.arguments;
    const message = `the arguments of \`${call.name}\` are no JSON (${problem}): \`${cutText(call.call.rawArguments)}\``;
    return [{ ...head, code: 'unparsable_arguments', message, evidence: [argumentEvidence(call, '')] }];
  }
  const { differences } = wanted.arguments.compare(call.arguments);
  const found = differences.map(({ pointer, expected, actual }): Finding => {
    const name = pointer === '' ? 'the arguments' : `\`${pointerName(pointer)}\``;
    const message = `\`${call.name}\` was called with ${name} = ${actual}; expected ${expected}`;
    return { ...head, code: 'wrong_argument', message, evidence: [argumentEvidence(call, pointer, actual)] };
  });
  if (found.length > 0 || !wasRefused(call)) return found;
  const message = `\`${describeCall(call)}\` was refused: ${describeOutcome(call)}`;
  return [{ ...head, code: 'refused_arguments', message, evidence: [argumentEvidence(call, '')] }];
}
