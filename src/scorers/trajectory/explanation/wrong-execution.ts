import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import type { Finding } from '../../../domain/verdicts/evidence.ts';
import { type CallPair, type CallsJudgement, wasRefused } from '../judge-calls.ts';
import type { MadeCall } from '../made-call.ts';
import { hasOutcome, hasTurn } from '../specification/expected-call.ts';
import { describeCall, describeOutcome, eventsOf } from './describe-call.ts';
import { type Deviation, executionDeviation, numberOf } from './deviation.ts';
import type { PlanView } from './plan-view.ts';
import { briefCall, wrongOrder } from './wrong-order.ts';

type Pair = CallPair<MadeCall>;

/** What is wrong with the order, the turn and the outcome of calls that were made. */
export function wrongExecution(judgement: CallsJudgement<MadeCall>, view: PlanView): Deviation[] {
  const misplaced = new Set(judgement.misplaced);
  const wrong = judgement.made.filter((pair) => judgement.wrongExecution.has(pair));
  return [
    ...wrong.flatMap((pair) => [
      ...(misplaced.has(pair.row) ? [wrongOrder(pair, { judgement, view })] : []),
      ...wrongTurn(pair),
      ...wrongOutcome(pair),
    ]),
    ...launchedTogether(judgement, view),
  ];
}

function wrongTurn(pair: Pair): Deviation[] {
  const { wanted, call } = pair;
  if (hasTurn(wanted, call)) return [];
  return [
    executionDeviation(pair, {
      code: 'wrong_turn',
      message: `\`${describeCall(call)}\` was called in turn ${call.turn}; expected in turn ${wanted.turn}`,
      evidence: eventsOf(call),
      brief: `${briefCall(call)} in turn ${call.turn}, expected in turn ${wanted.turn}`,
      remark: `turn ${call.turn} → expected turn ${wanted.turn}`,
      noun: ['call in a wrong turn', 'calls in a wrong turn'],
    }),
  ];
}

function wrongOutcome(pair: Pair): Deviation[] {
  const { wanted, call } = pair;
  if (hasOutcome(wanted, call) || wasRefused(call)) return [];
  const evidence = [...eventsOf(call), ...resultOf(call)];
  if (wanted.outcome === 'error') {
    return [
      executionDeviation(pair, {
        code: call.outcome === 'none' ? 'no_result' : 'unexpected_success',
        message: `\`${describeCall(call)}\` ${call.outcome === 'none' ? 'has no result' : 'succeeded'}; expected it to fail`,
        evidence,
        brief: `${briefCall(call)} ${call.outcome === 'none' ? 'has no result' : 'succeeded'}, expected to fail`,
        remark: `${describeOutcome(call)} → expected an error`,
        noun: ['unexpected success', 'unexpected successes'],
      }),
    ];
  }
  const came = describeOutcome(call);
  return [
    executionDeviation(pair, {
      code: call.outcome === 'none' ? 'no_result' : 'call_failed',
      message: `\`${describeCall(call)}\` did not succeed: ${came}`,
      evidence,
      brief: `${briefCall(call)} did not succeed: ${came}`,
      remark: `${came} → expected ok`,
      noun: ['failed call', 'failed calls'],
    }),
  ];
}

function resultOf(call: MadeCall & Partial<TrajectoryCall>): Finding['evidence'] {
  const seq = call.resultSeq ?? call.seq;
  return seq === undefined ? [] : [{ kind: 'event', seq, quote: describeOutcome(call) }];
}

/**
 * Calls that were expected one after the other and were launched by one message: a note, because the second had not seen
 * what came of the first. Whether that matters is for a rule about what was seen.
 */
function launchedTogether({ made, unit }: CallsJudgement<MadeCall>, view: PlanView): Deviation[] {
  if (unit === 'step') return [];
  return made.flatMap((pair, index) => {
    const before = made[index - 1];
    if (before === undefined || before.call.step !== pair.call.step || !view.isBefore(before.row, pair.row)) return [];
    return [
      executionDeviation(pair, {
        code: 'parallel_calls',
        message:
          `\`${describeCall(before.call)}\` and \`${describeCall(pair.call)}\` were launched by the same message, ` +
          'so neither had seen what came of the other',
        evidence: eventsOf(before.call, pair.call),
        brief: `${briefCall(pair.call)} launched together with ${numberOf(before.call)}`,
        noun: ['parallel call', 'parallel calls'],
        severity: 'note',
      }),
    ];
  });
}
