import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import { cutText } from '../../text/value-text.ts';
import type { CallsJudgement } from '../judge-calls.ts';
import type { CompiledCall } from '../specification/expected-call.ts';
import { describeCall, describeOutcome } from './describe-call.ts';

type Row = { mark: string; expected?: CompiledCall | undefined; actual?: TrajectoryCall | undefined };

const widest = 48;

/**
 * Expected and actual calls side by side, one line each: names with arguments, status and turn. Marks: `=` as expected,
 * `~` differs, `-` missing, `+` not wanted, `<` expected here but made elsewhere, `>` made here but expected elsewhere,
 * and nothing before calls that were let pass.
 */
export function callDiff(judgement: CallsJudgement, calls: readonly TrajectoryCall[]): string[] {
  const rows = alignRows(judgement, calls);
  const cells = rows.map(({ mark, expected, actual }) => [
    mark,
    expected === undefined ? '' : expectedText(expected),
    actual === undefined ? '' : cutText(describeCall(actual), widest),
    actual === undefined ? '' : cutText(describeOutcome(actual), widest),
    actual === undefined ? '' : String(actual.turn),
  ]);
  return layOut([['', 'expected', 'actual', 'status', 'turn'], ...cells]);
}

function expectedText({ text, turn, outcome }: CompiledCall): string {
  const more = [...(turn === undefined ? [] : [`turn ${turn}`]), ...(outcome === 'error' ? ['fails'] : [])];
  return cutText(text, widest) + (more.length === 0 ? '' : ` [${more.join(', ')}]`);
}

/** Expectations in their order; calls without one, and calls of misplaced ones, where they were made. */
function alignRows(judgement: CallsJudgement, calls: readonly TrajectoryCall[]): Row[] {
  const { expected, pairs, made, misplaced, forbidden, wrongArguments, wrongExecution } = judgement;
  const wrong = new Set(
    made.filter((pair) => wrongArguments.has(pair) || wrongExecution.has(pair)).map(({ row }) => row),
  );
  const moved = new Set(misplaced.map((row) => pairs[row]));
  const inPlace = new Set(pairs.filter((call) => call !== undefined && !moved.has(call)));
  const unwanted = new Set(forbidden);
  const rows: Row[] = [];
  let next = 0;
  const pushUntil = (end: TrajectoryCall | undefined): void => {
    for (; next < calls.length && calls[next] !== end; next += 1) {
      const actual = calls[next] as TrajectoryCall;
      if (inPlace.has(actual)) continue;
      rows.push({ mark: moved.has(actual) ? '>' : unwanted.has(actual) ? '+' : '', actual });
    }
    next += 1;
  };
  expected.forEach((wanted, row) => {
    const call = pairs[row];
    if (call === undefined) rows.push({ mark: '-', expected: wanted });
    else if (moved.has(call)) rows.push({ mark: '<', expected: wanted });
    else {
      if (call.index >= next) pushUntil(call);
      rows.push({ mark: wrong.has(row) ? '~' : '=', expected: wanted, actual: call });
    }
  });
  pushUntil(undefined);
  return rows;
}

function layOut(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
