import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import type { CallDiff, CallDiffRow, CallMark, DiffedCall } from '../../../domain/verdicts/call-diff.ts';
import { cutText } from '../../text/value-text.ts';
import type { CallsJudgement } from '../judge-calls.ts';
import type { MadeCall } from '../made-call.ts';
import type { CompiledCall } from '../specification/expected-call.ts';
import { describeCall, statusOf } from './describe-call.ts';
import type { Deviation, Talk } from './deviation.ts';
import { turnDue } from './missing-calls.ts';
import type { PlanView } from './plan-view.ts';

const MAX_TEXT = 400;
const MAX_ROWS = 500;
const MAX_TURNS = 200;

type Told = { talk: Talk; deviations: readonly Deviation[]; view: PlanView };

/**
 * Expected beside made calls, in the order of the talk: every call where it was made, beside its expectation; what is
 * missing, or was made elsewhere, before the expectation after it.
 */
export function callDiff(judgement: CallsJudgement<MadeCall>, { talk, deviations, view }: Told): CallDiff {
  const rows = placeRows(judgement, talk, { remarks: remarksOf(deviations), deviations, view });
  const turns = talk.turns.slice(0, MAX_TURNS).map(({ turn, user }) => ({
    turn,
    ...(user === undefined ? {} : { user: cutText(user, MAX_TEXT) }),
  }));
  const kept = rows.slice(0, MAX_ROWS);
  return { turns, rows: kept, ...(rows.length > kept.length ? { leftOut: rows.length - kept.length } : {}) };
}

type Remarks = { ofRow: ReadonlyMap<number, string[]>; ofCall: ReadonlyMap<MadeCall, string[]> };
type Words = { remarks: Remarks; deviations: readonly Deviation[]; view: PlanView };

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

type Table = Words & { judgement: CallsJudgement<MadeCall>; rowOf: ReadonlyMap<MadeCall, number>; marks: Marks };
/** What stands in two rows: where it was expected and where it was made. */
type Marks = {
  moved: ReadonlySet<number>;
  wrong: ReadonlySet<number>;
  forbidden: ReadonlySet<MadeCall>;
  retries: ReadonlySet<MadeCall>;
};

function placeRows(judgement: CallsJudgement<MadeCall>, talk: Talk, words: Words): CallDiffRow[] {
  const { expected, pairs } = judgement;
  const isOrdered = judgement.order === 'sequence' || judgement.order === 'exact';
  const rowOf = new Map<MadeCall, number>();
  pairs.forEach((call, row) => {
    if (call !== undefined) rowOf.set(call, row);
  });
  const table: Table = { ...words, judgement, rowOf, marks: marksOf(judgement, words, isOrdered) };
  /** Rows without a call beside them, by the call before which they stand; undefined: after all. */
  const waiting = new Map<MadeCall | undefined, CallDiffRow[]>();
  expected.forEach((wanted, row) => {
    const call = pairs[row];
    if (call !== undefined && !table.marks.moved.has(row)) return;
    const around = isOrdered ? neighboursOf(row, table) : {};
    const due = wanted.turn ?? around.before?.turn ?? around.after?.turn ?? turnDue(row, judgement);
    const turn = call === undefined ? missingIn(row, words) : due;
    const next = nextCall(row, { turn, around, table, talk });
    waiting.set(next, [...(waiting.get(next) ?? []), lonelyRow(row, turn, table)]);
  });
  const made = talk.calls.flatMap((call) => [...(waiting.get(call) ?? []), madeRow(call, table)]);
  return [...made, ...(waiting.get(undefined) ?? [])];
}

type Around = { before?: MadeCall | undefined; after?: MadeCall | undefined };

/** The calls that stand for the expectations around a row, where they were made in their place. */
function neighboursOf(row: number, { judgement, marks }: Table): Around {
  const inPlace = judgement.made.filter((pair) => !marks.moved.has(pair.row));
  return {
    before: inPlace.findLast((pair) => pair.row < row)?.call,
    after: inPlace.find((pair) => pair.row > row)?.call,
  };
}

type Due = { turn: number; around: Around; table: Table; talk: Talk };

/**
 * The call before which a row stands: that of the next expectation, or one too many of a tool that was to come later;
 * else what follows the call of the expectation before it, or its turn.
 */
function nextCall(row: number, { turn, around, table, talk }: Due): MadeCall | undefined {
  const { before, after } = around;
  const { expected, order } = table.judgement;
  const isOrdered = order === 'sequence' || order === 'exact';
  const later = new Set(isOrdered ? expected.slice(row + 1).map(({ tool }) => tool) : []);
  const own = expected[row]?.tool;
  return talk.calls.find((call) => {
    if (call.turn > turn || call === after) return true;
    if (call.turn < turn || (before !== undefined && call.index <= before.index)) return false;
    if (after === undefined && before?.turn === turn) return true;
    return table.marks.forbidden.has(call) && call.name !== own && later.has(call.name);
  });
}

function marksOf(judgement: CallsJudgement<MadeCall>, { deviations }: Words, isOrdered: boolean): Marks {
  const { made, wrongArguments, wrongExecution, forbidden, retries } = judgement;
  const moved = deviations.flatMap(({ finding, row }) =>
    isOrdered && finding.code === 'wrong_order' && row !== undefined ? [row] : [],
  );
  const wrong = made.filter((pair) => wrongArguments.has(pair) || wrongExecution.has(pair)).map(({ row }) => row);
  return { moved: new Set(moved), wrong: new Set(wrong), forbidden: new Set(forbidden), retries: new Set(retries) };
}

/** The turn that the finding about a missing call names. */
function missingIn(row: number, { deviations }: Words): number {
  return deviations.find((one) => one.row === row)?.finding.turn ?? 0;
}

function lonelyRow(row: number, turn: number, { judgement, remarks, marks, view }: Table): CallDiffRow {
  const isMoved = marks.moved.has(row);
  const isAllowed = judgement.missing === 'allow';
  return {
    mark: isMoved ? 'expected_here' : isAllowed ? 'let_pass' : 'missing',
    turn,
    expected: expectedText(row, turn, { judgement, view }),
    remarks: isMoved || isAllowed ? [] : (remarks.ofRow.get(row) ?? []),
  };
}

function madeRow(call: MadeCall, table: Table): CallDiffRow {
  const { judgement, remarks, view } = table;
  const row = table.rowOf.get(call);
  const mark = markOf(call, row, table.marks);
  const isBeside = row !== undefined && mark !== 'made_here';
  return {
    mark,
    turn: call.turn,
    ...(isBeside ? { expected: expectedText(row, call.turn, { judgement, view }) } : {}),
    actual: diffedCall(call),
    remarks: (row === undefined ? remarks.ofCall.get(call) : remarks.ofRow.get(row)) ?? [],
  };
}

function markOf(call: MadeCall, row: number | undefined, { moved, wrong, forbidden, retries }: Marks): CallMark {
  if (row !== undefined) return moved.has(row) ? 'made_here' : wrong.has(row) ? 'differs' : 'as_expected';
  if (forbidden.has(call)) return 'unwanted';
  return retries.has(call) ? 'retried' : 'let_pass';
}

function diffedCall(call: MadeCall & Partial<TrajectoryCall>): DiffedCall {
  const text = cutText(describeCall(call), MAX_TEXT);
  return { number: call.index + 1, text, status: statusOf(call), ...(call.seq === undefined ? {} : { seq: call.seq }) };
}

/** The turn that is asked for stands there only where the row is shown in another one. */
function expectedText(
  row: number,
  shownIn: number,
  { judgement, view }: { judgement: CallsJudgement<MadeCall>; view: PlanView },
): string {
  const { text, turn, outcome } = judgement.expected[row] as CompiledCall;
  const ways = judgement.pairs[row] === undefined ? 1 : view.choicesOf(row).length;
  const more = [
    ...(ways > 1 ? [`one of ${ways}`] : []),
    ...(turn === undefined || turn === shownIn ? [] : [`turn ${turn}`]),
    ...(outcome === 'error' ? ['fails'] : []),
  ];
  return cutText(text, MAX_TEXT) + (more.length === 0 ? '' : ` [${more.join(', ')}]`);
}
