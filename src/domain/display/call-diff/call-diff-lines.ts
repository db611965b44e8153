import { assertNever } from '../../values/assert-never.ts';
import { displayWidth } from '../../values/display-width.ts';
import type { CallDiff, CallDiffRow, CallMark } from '../../verdicts/call-diff.ts';
import { forTerminal } from '../terminal.ts';
import { fillColumns, fitColumns, takeColumns } from './fit-columns.ts';
import { type DiffItem, foldRows, isQuiet } from './fold-rows.ts';

/** One line of the table. `isLoud`: it shows a deviation, and begins with its mark. */
export type CallDiffLine = {
  kind: 'head' | 'turn' | 'row' | 'remark' | 'fold' | 'legend';
  text: string;
  isLoud: boolean;
};

const MARKS: Readonly<Record<CallMark, { sign: string; words: string }>> = {
  as_expected: { sign: '=', words: 'as expected' },
  differs: { sign: '~', words: 'differs' },
  missing: { sign: '-', words: 'missing' },
  unwanted: { sign: '+', words: 'not wanted' },
  expected_here: { sign: '<', words: 'expected here' },
  made_here: { sign: '>', words: 'made here instead' },
  retried: { sign: '*', words: 'failed attempt' },
  let_pass: { sign: ' ', words: 'let pass' },
};

/** Cells narrower than this tell nothing, so that expected and actual come below each other. */
const MIN_CELL = 22;
const MAX_REMARKS = 8;

type Cells = { mark: CallMark; expected: string; actual: string; status: string; remarks: string[]; isLoud: boolean };
type Widths = { expected: number; actual: number } | 'stacked';

/**
 * The table for a terminal or a plain log: two columns under a line for each turn with the user's words, then what the
 * marks mean. No line is wider than `columns` (40 and more). Everything that user, agent or tool said is made visible and
 * harmless here.
 */
export function callDiffLines(diff: CallDiff, { columns = 100 }: { columns?: number } = {}): CallDiffLine[] {
  const wide = Math.max(40, columns);
  const items = foldRows(diff);
  const cells = new Map<CallDiffRow, Cells>();
  for (const item of items) if (item.kind === 'row') cells.set(item.row, cellsOf(item.row));
  const widths = widthsOf([...cells.values()], wide);
  const body = items.flatMap((item) => itemLines(item, { cells, widths, columns: wide }));
  const left = diff.leftOut ?? 0;
  const more: CallDiffLine[] =
    left > 0 ? [{ kind: 'fold', text: `… ${left} more row${left === 1 ? '' : 's'}`, isLoud: false }] : [];
  const legend = legendOf([...cells.values()].map(({ mark }) => mark));
  return [...headLines(widths), ...body, ...more, ...legend.map((text) => legendLine(fitColumns(text, wide)))];
}

function cellsOf(row: CallDiffRow): Cells {
  const { mark, expected = '', actual, remarks } = row;
  const shown = remarks.slice(0, MAX_REMARKS).map(plain);
  const more = remarks.length - shown.length;
  return {
    mark,
    expected: plain(expected),
    actual: actual === undefined ? '' : `#${actual.number} ${plain(actual.text)}`,
    status: actual === undefined ? '' : plain(actual.status),
    remarks: more > 0 ? [...shown, `and ${more} more`] : shown,
    isLoud: !isQuiet(row),
  };
}

/** One line that shows all of the text and does nothing. Long texts are cut before they cost time. */
function plain(text: string): string {
  return forTerminal(text.length > 2_000 ? `${text.slice(0, 2_000).toWellFormed()}…` : text, { newlines: 'escape' });
}

function widthsOf(cells: readonly Cells[], columns: number): Widths {
  const widest = (of: (one: Cells) => string): number => Math.max(...cells.map((one) => displayWidth(of(one))), 0);
  const expected = Math.max(
    widest((one) => one.expected),
    'expected'.length,
  );
  const actual = Math.max(
    widest((one) => one.actual),
    'actual'.length,
  );
  const status = Math.max(
    widest((one) => one.status),
    'status'.length,
  );
  // Mark and gaps: `= ` + expected + `  ` + actual + `  ` + status.
  const room = columns - 6 - status;
  if (expected + actual <= room) return { expected, actual };
  const half = Math.floor(room / 2);
  if (half < MIN_CELL) return 'stacked';
  if (expected <= half) return { expected, actual: room - expected };
  if (actual <= half) return { expected: room - actual, actual };
  return { expected: half, actual: room - half };
}

function headLines(widths: Widths): CallDiffLine[] {
  if (widths === 'stacked') return [];
  const text = `  ${fillColumns('expected', widths.expected)}  ${fillColumns('actual', widths.actual)}  status`;
  return [{ kind: 'head', text, isLoud: false }];
}

type Look = { cells: ReadonlyMap<CallDiffRow, Cells>; widths: Widths; columns: number };

function itemLines(item: DiffItem, { cells, widths, columns }: Look): CallDiffLine[] {
  switch (item.kind) {
    case 'turn':
      return [{ kind: 'turn', text: fitColumns(turnText(item), columns), isLoud: false }];
    case 'fold':
      return [{ kind: 'fold', text: fitColumns(foldText(item), columns), isLoud: false }];
    case 'row': {
      const found = cells.get(item.row);
      return found === undefined ? [] : rowLines(found, widths, columns);
    }
    default:
      return assertNever(item);
  }
}

function turnText({ turn, user }: Extract<DiffItem, { kind: 'turn' }>): string {
  return user === undefined ? `turn ${turn}` : `turn ${turn}  user: ${plain(user)}`;
}

function foldText({ rows, turns }: Extract<DiffItem, { kind: 'fold' }>): string {
  const [first, last] = [turns[0], turns.at(-1)];
  const where = first === last ? `turn ${first}` : `turns ${first} to ${last}`;
  if (rows.length === 0) return `… ${where}: no call`;
  const passed = rows.some(({ mark }) => mark === 'let_pass') ? ' or let pass' : '';
  const count = `… ${rows.length} call${rows.length === 1 ? '' : 's'} as expected${passed}`;
  return first === undefined ? `  ${count}` : `${count} in ${where}`;
}

function rowLines(cells: Cells, widths: Widths, columns: number): CallDiffLine[] {
  const { mark, isLoud, remarks } = cells;
  const line = (text: string): CallDiffLine => ({ kind: 'row', text: text.trimEnd(), isLoud });
  const sign = MARKS[mark].sign;
  const below = remarks.flatMap((remark) => wrapRemark(remark, columns));
  const remarkLines = below.map((text): CallDiffLine => ({ kind: 'remark', text, isLoud: false }));
  if (widths !== 'stacked') {
    const [expected, actual] = [fillColumns(cells.expected, widths.expected), fillColumns(cells.actual, widths.actual)];
    return [line(`${sign} ${expected}  ${actual}  ${cells.status}`), ...remarkLines];
  }
  const status = cells.status === '' ? '' : `: ${cells.status}`;
  const parts = [
    ...(cells.expected === '' ? [] : [fitColumns(`expected ${cells.expected}`, columns - 2)]),
    ...(cells.actual === ''
      ? []
      : [`${fitColumns(cells.actual, columns - 2 - displayWidth(status))}${fitColumns(status, columns - 2)}`]),
  ];
  return [...parts.map((text, index) => line(`${index === 0 ? sign : ' '} ${text}`)), ...remarkLines];
}

/** At most three lines of a remark: what differs often stands at its end. */
function wrapRemark(remark: string, columns: number): string[] {
  const room = columns - 6;
  const lines: string[] = [];
  let rest = remark;
  while (rest !== '' && lines.length < 2 && displayWidth(rest) > room) {
    const head = takeColumns(rest, room);
    const space = head.lastIndexOf(' ');
    const end = space > head.length / 2 ? space : head.length;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') lines.push(fitColumns(rest, room));
  return lines.map((line, index) => `${index === 0 ? '    ' : '      '}${line}`);
}

function legendOf(marks: readonly CallMark[]): string[] {
  const used = CALL_MARKS.filter((mark) => marks.includes(mark) && mark !== 'let_pass');
  if (used.every((mark) => mark === 'as_expected')) return [];
  return [`marks: ${used.map((mark) => `${MARKS[mark].sign} ${MARKS[mark].words}`).join(' · ')}`];
}

const CALL_MARKS = Object.keys(MARKS) as CallMark[];

function legendLine(text: string): CallDiffLine {
  return { kind: 'legend', text, isLoud: false };
}
