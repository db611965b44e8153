import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import type { CompiledCall } from '../matching/expected-call.ts';
import { fitsPattern, hasOutcome, hasTurn } from '../matching/expected-call.ts';
import type { CallOrder, CallPairing } from '../matching/pair-calls.ts';

/** What a specification of calls came to, before it is told as scores. */
export type CallsJudgement = CallPairing & {
  expected: readonly CompiledCall[];
  order: CallOrder;
  extra: 'reads' | 'allow' | 'forbid';
};

export type CallPair = { wanted: CompiledCall; call: TrajectoryCall; row: number };

/** Expectations that have a call, in order. */
export function pairsOf({ expected, pairs }: CallsJudgement): CallPair[] {
  return expected.flatMap((wanted, row) => {
    const call = pairs[row];
    return call === undefined ? [] : [{ wanted, call, row }];
  });
}

/** Whether a call's arguments were refused before the tool ran: no JSON, or against the schema. */
export function wasRefused(call: TrajectoryCall): boolean {
  if (call.call.arguments.status === 'unparsable') return true;
  const outcome = call.result?.outcome;
  return outcome?.status === 'error' && outcome.kind === 'invalid_arguments';
}

/** Whether refusal of the arguments is what this expectation wants to see. */
export function wantsRefusal(wanted: CompiledCall): boolean {
  return wanted.outcome !== 'ok';
}

/** Whether a pair's arguments are right. */
export function hasArguments({ wanted, call }: CallPair): boolean {
  if (wasRefused(call) && !wantsRefusal(wanted)) return false;
  return fitsPattern(wanted, call) || (!wanted.asksArguments && wantsRefusal(wanted));
}

/** Whether a pair's call came to what was wanted. Refused arguments are not held against its execution as well. */
export function hasExecution({ wanted, call }: CallPair): boolean {
  return hasTurn(wanted, call) && (hasOutcome(wanted, call) || wasRefused(call));
}

/** Extra calls that the specification does not let pass. */
export function forbiddenExtras({ extras, extra }: CallsJudgement): TrajectoryCall[] {
  if (extra === 'allow') return [];
  return extras.filter((call) => extra === 'forbid' || call.effect !== 'read');
}

/** The first question that was answered with no; the whole picture is shown there, once. */
export function firstFault(judgement: CallsJudgement): 'selection' | 'arguments' | 'execution' | undefined {
  const pairs = pairsOf(judgement);
  if (pairs.length < judgement.expected.length || forbiddenExtras(judgement).length > 0) return 'selection';
  if (!pairs.every(hasArguments)) return 'arguments';
  if (judgement.misplaced.length > 0 || !pairs.every(hasExecution)) return 'execution';
  return undefined;
}
