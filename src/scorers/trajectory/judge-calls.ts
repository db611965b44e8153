import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import { type CallOrder, type CallPairing, pairCalls } from './pairing/pair-calls.ts';
import { type CompiledCall, fitsPattern, hasOutcome, hasTurn } from './specification/expected-call.ts';

type Rules = { order: CallOrder; extra: 'reads' | 'allow' | 'forbid' };
export type CallPair = { wanted: CompiledCall; call: TrajectoryCall; row: number };

/** What a specification of calls came to, before it is told as scores. */
export type CallsJudgement = CallPairing &
  Rules & {
    expected: readonly CompiledCall[];
    /** Expectations that have a call, in order. */
    made: readonly CallPair[];
    /** Extra calls that the specification does not let pass. */
    forbidden: readonly TrajectoryCall[];
    wrongArguments: ReadonlySet<CallPair>;
    wrongExecution: ReadonlySet<CallPair>;
    /** The first question that was answered with no; the whole picture is shown there, once. */
    fault: 'selection' | 'arguments' | 'execution' | undefined;
  };

const none: ReadonlySet<CallPair> = new Set();

export function judgeCalls(
  expected: readonly CompiledCall[],
  calls: readonly TrajectoryCall[],
  { order, extra }: Rules,
): CallsJudgement {
  const { pairs, extras, retries, misplaced, isWhole } = pairCalls(expected, calls, { order });
  const made: CallPair[] = [];
  for (let row = 0; row < expected.length; row += 1) {
    const call = pairs[row];
    if (call !== undefined) made.push({ wanted: expected[row] as CompiledCall, call, row });
  }
  const forbidden = extra === 'allow' ? [] : extras.filter(({ effect }) => extra === 'forbid' || effect !== 'read');
  const wrongArguments = isWhole ? none : new Set(made.filter((pair) => !hasArguments(pair)));
  const wrongExecution = isWhole
    ? none
    : new Set(made.filter((pair) => misplaced.includes(pair.row) || !hasExecution(pair)));
  const fault =
    made.length < expected.length || forbidden.length > 0
      ? 'selection'
      : wrongArguments.size > 0
        ? 'arguments'
        : wrongExecution.size > 0
          ? 'execution'
          : undefined;
  return {
    // Named one by one: in Node 20 an object spread makes a new hidden class each time.
    pairs,
    isWhole,
    extras,
    retries,
    misplaced,
    expected,
    order,
    extra,
    made,
    forbidden,
    wrongArguments,
    wrongExecution,
    fault,
  };
}

/** Whether a call's arguments were refused before the tool ran: no JSON, or against the schema. */
export function wasRefused(call: TrajectoryCall): boolean {
  if (call.call.arguments.status === 'unparsable') return true;
  const outcome = call.result?.outcome;
  return outcome?.status === 'error' && outcome.kind === 'invalid_arguments';
}

/** Whether refusal of the arguments is something this expectation may want to see. */
export function wantsRefusal(wanted: CompiledCall): boolean {
  return wanted.outcome !== 'ok';
}

function hasArguments({ wanted, call }: CallPair): boolean {
  if (wasRefused(call) && !wantsRefusal(wanted)) return false;
  return fitsPattern(wanted, call) || (!wanted.asksArguments && wantsRefusal(wanted));
}

/** Refused arguments are not held against the execution as well. */
function hasExecution({ wanted, call }: CallPair): boolean {
  return hasTurn(wanted, call) && (hasOutcome(wanted, call) || wasRefused(call));
}
