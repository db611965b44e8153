import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import type { CallDiff, CallDiffRow, CallMark, DiffedCall } from '../../../domain/verdicts/call-diff.ts';
import { cutText } from '../../text/value-text.ts';
import type { CallsJudgement } from '../judge-calls.ts';
import type { MadeCall } from '../made-call.ts';
import type { CompiledCall } from '../specification/expected-call.ts';
import { describeCall, statusOf } from './describe-call.ts';
import type { Deviation, Talk } from './deviation.ts';

const MAX_TEXT = 400;
const MAX_ROWS = 500;
const MAX_TURNS = 200;

/**
 * Expected beside made calls, in the order of the talk: every call where it was made, beside its expectation; what is
 * missing, or was made elsewhere, after the expectation before it.
 */
export function callDiff(judgement: CallsJudgement, talk: Talk, deviations: readonly Deviation[]): CallDiff {
  const rows = placeRows(judgement, talk, { remarks: remarksOf(deviations), deviations });
  const turns = talk.turns.slice(0, MAX_TURNS).map(({ turn, user }) => ({
    turn,
    ...(user === undefined ? {} : { user: cutText(user, MAX_TEXT) }),
  }));
  const kept = rows.slice(0, MAX_ROWS);
  return { turns, rows: kept, ...(rows.length > kept.length ? { leftOut: rows.length - kept.length } : {}) };
}

type Remarks = { ofRow: ReadonlyMap<number, string[]>; ofCall: ReadonlyMap<MadeCall, string[]> };
type Words = { remarks: Remarks; deviations: readonly Deviation[] };

/** What is said of an expectation, and what of a call that has none. */
function remarksOf(deviations: readonly Deviation[]): Remarks {
  const ofRow = new Map<number, string[]>();
  const ofCall = new Map<MadeCall, string[]>();
  for (const { remark, row, call } of deviations) {
    if (remark === undefined) continue;
    if (row !== undefined) ofRow.set(row, [...(ofRow.get(row) ?? []), cutText(remark, MAX_TEXT)]);
    else if (call !== undefined) ofCall.set(call, [...(ofCall.get(call) ?? []), cutText(remark, MAX_TEXT)]);
  }
  return { ofRow, ofCall };
}

function placeRows(judgement: CallsJudgement, talk: Talk, words: Words): CallDiffRow[] {
  const { expected, pairs, misplaced } = judgement;
  const moved = new Set(misplaced);
  const rowOf = new Map<MadeCall, number>();
  pairs.forEach((call, row) => {
    if (call !== undefined) rowOf.set(call, row);
  });
  /** Rows without a call beside them, by the call after which they stand; undefined: before all. */
  const waiting = new Map<MadeCall | undefined, CallDiffRow[]>();
  let anchor: MadeCall | undefined;
  expected.forEach((wanted, row) => {
    const call = pairs[row];
    if (call !== undefined && !moved.has(row)) {
      if (judgement.order !== 'any') anchor = call;
      return;
    }
    const after = anchorIn(turnOf(row, words), anchor, { wanted, talk, isOrdered: judgement.order !== 'any' });
    waiting.set(after, [
      ...(waiting.get(after) ?? []),
      lonelyRow(wanted, row, { isMissing: call === undefined, words }),
    ]);
  });
  const made = talk.calls.flatMap((call) => [
    madeRow(call, rowOf.get(call), { judgement, words }),
    ...(waiting.get(call) ?? []),
  ]);
  return [...(waiting.get(undefined) ?? []), ...made];
}

/** The turn that the finding about a missing call names. */
function turnOf(row: number, { deviations }: Words): number | undefined {
  return deviations.find((one) => one.row === row && one.finding.code === 'missing_call')?.finding.turn;
}

type Anchoring = { wanted: CompiledCall; talk: Talk; isOrdered: boolean };

/** After the last call of its turn, where the expectation or nothing else says where it belongs. */
function anchorIn(
  turn: number | undefined,
  anchor: MadeCall | undefined,
  { wanted, talk, isOrdered }: Anchoring,
): MadeCall | undefined {
  if (turn === undefined || (isOrdered && wanted.turn === undefined && anchor?.turn === turn)) return anchor;
  return talk.calls.findLast((call) => call.turn <= turn);
}

function lonelyRow(
  wanted: CompiledCall,
  row: number,
  { isMissing, words }: { isMissing: boolean; words: Words },
): CallDiffRow {
  const { remarks, deviations } = words;
  const of = deviations.find((one) => one.row === row);
  return {
    mark: isMissing ? 'missing' : 'expected_here',
    turn: of?.finding.turn ?? 0,
    expected: expectedText(wanted, of?.finding.turn ?? 0),
    remarks: isMissing ? (remarks.ofRow.get(row) ?? []) : [],
  };
}

function madeRow(
  call: MadeCall,
  row: number | undefined,
  { judgement, words }: { judgement: CallsJudgement; words: Words },
): CallDiffRow {
  const mark = markOf(call, row, judgement);
  const { remarks } = words;
  const wanted = row === undefined || mark === 'made_here' ? undefined : judgement.expected[row];
  return {
    mark,
    turn: call.turn,
    ...(wanted === undefined ? {} : { expected: expectedText(wanted, call.turn) }),
    actual: diffedCall(call),
    remarks: (row === undefined ? remarks.ofCall.get(call) : remarks.ofRow.get(row)) ?? [],
  };
}

function markOf(call: MadeCall, row: number | undefined, judgement: CallsJudgement): CallMark {
  if (row !== undefined) {
    if (judgement.misplaced.includes(row)) return 'made_here';
    const pair = judgement.made.find((one) => one.row === row);
    const isWrong = pair !== undefined && (judgement.wrongArguments.has(pair) || judgement.wrongExecution.has(pair));
    return isWrong ? 'differs' : 'as_expected';
  }
  if (judgement.forbidden.some((one) => one === call)) return 'unwanted';
  return judgement.retries.some((one) => one === call) ? 'retried' : 'let_pass';
}

function diffedCall(call: MadeCall & Partial<TrajectoryCall>): DiffedCall {
  const text = cutText(describeCall(call), MAX_TEXT);
  return { number: call.index + 1, text, status: statusOf(call), ...(call.seq === undefined ? {} : { seq: call.seq }) };
}

/** The turn that is asked for stands there only where the row is shown in another one. */
function expectedText({ text, turn, outcome }: CompiledCall, shownIn: number): string {
  const more = [
    ...(turn === undefined || turn === shownIn ? [] : [`turn ${turn}`]),
    ...(outcome === 'error' ? ['fails'] : []),
  ];
  return cutText(text, MAX_TEXT) + (more.length === 0 ? '' : ` [${more.join(', ')}]`);
}
