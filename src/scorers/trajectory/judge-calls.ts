import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import { type CallsNumbers, countCalls, scoreValue } from './count-calls.ts';
import type { MadeCall } from './made-call.ts';
import { type PartJudgement, pairPart } from './pairing/pair-part.ts';
import type { CallOrder, CallPlan, Layout, PlanPart } from './specification/call-plan.ts';
import { type CompiledCall, fitsPattern, hasOutcome, hasTurn } from './specification/expected-call.ts';
import { layOut } from './specification/lay-out.ts';

export type CallPair<Call extends MadeCall = TrajectoryCall> = { wanted: CompiledCall; call: Call; row: number };

/** What a specification of calls came to, before it is told as scores. */
export type CallsJudgement<Call extends MadeCall = TrajectoryCall> = {
  order: CallOrder;
  unit: CallPlan['unit'];
  extra: CallPlan['extra'];
  missing: CallPlan['missing'];
  /** What is told of: every call that had to be made, and those optional ones that were. */
  expected: readonly CompiledCall[];
  /** Index in `calls` of the specification, by expectation. */
  items: readonly number[];
  /** The call of each expectation, undefined for a missing one. */
  pairs: readonly (Call | undefined)[];
  /** Every expectation that must have a call has one that fits it, in order. */
  isWhole: boolean;
  /** Calls that no expectation asked for, without retries. */
  extras: readonly Call[];
  /** Failed attempts that the same tool followed: one logical call with what came after. */
  retries: readonly Call[];
  /** Expectations whose call came at the wrong place, in order of the expectations. */
  misplaced: readonly number[];
  /** Expectations that have a call, in order. */
  made: readonly CallPair<Call>[];
  /** Extra calls that the specification does not let pass. */
  forbidden: readonly Call[];
  wrongArguments: ReadonlySet<CallPair<Call>>;
  wrongExecution: ReadonlySet<CallPair<Call>>;
  /** The first question that was answered with no; the whole picture is shown there, once. Undefined: all is as expected. */
  fault: 'selection' | 'arguments' | 'execution' | undefined;
  /**
   * With `unit: turn`, each turn that is compared and whether all in it was as expected: those that are expected, and those
   * in which calls were made that may not be.
   */
  turns: readonly { turn: number; passed: boolean }[];
  /** Turns in which calls were expected and that never took place: whatever is asked for, that is no pass. */
  absentTurns: readonly number[];
  /** All figures, whichever of them decides. */
  numbers: CallsNumbers;
  /** What `score` asks for, 0 to 1. */
  value: number;
  passed: boolean;
};

type Judging = {
  /** How many turns took place, with `unit: turn`; without it, those up to the last call. */
  turns?: number | undefined;
};

/** Pairs expected calls with those that were made, the best way there is, and counts. Throws `TooMuchToCompare` for too many orders. */
export function judgeCalls<Call extends MadeCall>(
  plan: CallPlan,
  calls: readonly Call[],
  { turns }: Judging = {},
): CallsJudgement<Call> {
  const { order, extra, missing, foldRetries } = plan;
  const split = splitCalls(plan, calls);
  const parts = split.map(({ part, calls: inPart }) =>
    pairPart({
      layouts: part.layouts ?? layOut(part.node, plan.order, inPart),
      calls: inPart,
      rules: { order, extra, missing, foldRetries, limits: part.limits },
      isByMessage: plan.unit === 'step',
    }),
  );
  const joined = parts.length === 1 ? (parts[0] as PartJudgement<Call>) : joinParts(parts);
  const { expected, items, pairs, isWhole, extras, retries, forbidden, misplaced } = joined;
  const byTurn = plan.unit === 'turn' ? comparedTurns(split, parts) : [];
  const verdict = judgePairs(joined, plan);
  const last = turns ?? lastTurn(calls) + 1;
  const absentTurns = byTurn.filter((one) => !one.passed && one.turn >= last).map(({ turn }) => turn);
  const numbers = countCalls(parts, verdict.made.length, plan);
  const value = scoreValue(plan.score, numbers, plan.unit === 'turn' ? byTurn : [{ passed: joined.passed }]);
  return {
    // Named one by one: in Node 20 an object spread makes a new hidden class each time.
    order: plan.order,
    unit: plan.unit,
    extra: plan.extra,
    missing: plan.missing,
    expected,
    items,
    pairs,
    isWhole,
    extras,
    retries,
    misplaced,
    made: verdict.made,
    forbidden,
    wrongArguments: verdict.wrongArguments,
    wrongExecution: verdict.wrongExecution,
    fault: verdict.fault,
    turns: byTurn,
    absentTurns,
    numbers,
    value,
    passed: value >= plan.atLeast && absentTurns.length === 0,
  };
}

const nothing: Layout = {
  slots: [],
  shape: { kind: 'seq', parts: [] },
  order: { free: [], parts: [] },
  isPlain: true,
};

type Split<Call> = { part: PlanPart; calls: readonly Call[]; isSurplus: boolean };

function splitCalls<Call extends MadeCall>({ parts, unit }: CallPlan, calls: readonly Call[]): Split<Call>[] {
  if (unit !== 'turn') return [{ part: parts[0] as PlanPart, calls, isSurplus: false }];
  const known = new Set(parts.map(({ turn }) => turn));
  const surplus = [...new Set(calls.map(({ turn }) => turn))].filter((turn) => !known.has(turn));
  const all: PlanPart[] = [
    ...parts,
    ...surplus.map((turn): PlanPart => ({ turn, node: { kind: 'seq', nodes: [] }, layouts: [nothing], limits: [] })),
  ];
  return all
    .toSorted((a, b) => (a.turn ?? 0) - (b.turn ?? 0))
    .map((part) => ({
      part,
      calls: calls.filter(({ turn }) => turn === part.turn),
      isSurplus: !known.has(part.turn),
    }));
}

/** Calls that may be made in a turn of which nothing was said make no turn that is right. */
function comparedTurns(
  split: readonly Split<MadeCall>[],
  parts: readonly PartJudgement[],
): { turn: number; passed: boolean }[] {
  return split.flatMap(({ part, isSurplus }, at) => {
    const passed = parts[at]?.passed === true;
    return isSurplus && passed ? [] : [{ turn: part.turn ?? 0, passed }];
  });
}

function lastTurn(calls: readonly MadeCall[]): number {
  return calls.reduce((last, { turn }) => Math.max(last, turn), -1);
}

function joinParts<Call extends MadeCall>(parts: readonly PartJudgement<Call>[]): Omit<PartJudgement<Call>, 'counts'> {
  let offset = 0;
  const misplaced = parts.flatMap((part) => {
    const from = offset;
    offset += part.expected.length;
    return part.misplaced.map((row) => from + row);
  });
  return {
    expected: parts.flatMap((part) => part.expected),
    items: parts.flatMap((part) => part.items),
    pairs: parts.flatMap((part) => part.pairs),
    isWhole: parts.every((part) => part.isWhole),
    passed: parts.every((part) => part.passed),
    extras: parts.flatMap((part) => part.extras),
    retries: parts.flatMap((part) => part.retries),
    forbidden: parts.flatMap((part) => part.forbidden),
    misplaced,
  };
}

const none: ReadonlySet<never> = new Set();
type Verdict<Call extends MadeCall> = Pick<
  CallsJudgement<Call>,
  'made' | 'wrongArguments' | 'wrongExecution' | 'fault'
>;

function judgePairs<Call extends MadeCall>(
  { expected, pairs, isWhole, forbidden, misplaced, passed }: Omit<PartJudgement<Call>, 'counts'>,
  { missing }: CallPlan,
): Verdict<Call> {
  const made: CallPair<Call>[] = [];
  for (let row = 0; row < expected.length; row += 1) {
    const call = pairs[row];
    if (call !== undefined) made.push({ wanted: expected[row] as CompiledCall, call, row });
  }
  if (passed) return { made, wrongArguments: none, wrongExecution: none, fault: undefined };
  const wrongArguments = isWhole ? none : new Set(made.filter((pair) => !hasArguments(pair)));
  const wrongExecution = isWhole
    ? none
    : new Set(made.filter((pair) => misplaced.includes(pair.row) || !hasExecution(pair)));
  const isMissing = missing === 'forbid' && made.length < expected.length;
  const fault =
    isMissing || forbidden.length > 0
      ? 'selection'
      : wrongArguments.size > 0
        ? 'arguments'
        : wrongExecution.size > 0
          ? 'execution'
          : undefined;
  return { made, wrongArguments, wrongExecution, fault };
}

/** Whether a call's arguments were refused before the tool ran: no JSON, or against the schema. */
export function wasRefused({ arguments: values, result }: Pick<MadeCall, 'arguments' | 'result'>): boolean {
  if (values === undefined) return true;
  const outcome = result?.outcome;
  return outcome?.status === 'error' && outcome.kind === 'invalid_arguments';
}

/** Whether refusal of the arguments is something this expectation may want to see. */
export function wantsRefusal(wanted: CompiledCall): boolean {
  return wanted.outcome !== 'ok';
}

function hasArguments<Call extends MadeCall>({ wanted, call }: CallPair<Call>): boolean {
  if (wasRefused(call) && !wantsRefusal(wanted)) return false;
  return fitsPattern(wanted, call) || (!wanted.asksArguments && wantsRefusal(wanted));
}

/** Refused arguments are not held against the execution as well. */
function hasExecution<Call extends MadeCall>({ wanted, call }: CallPair<Call>): boolean {
  return hasTurn(wanted, call) && (hasOutcome(wanted, call) || (wasRefused(call) && !wantsRefusal(wanted)));
}
