import type { CallDiff, CallDiffRow } from '../../verdicts/call-diff.ts';

/** A line of the table before it is laid out. */
export type DiffItem =
  | { kind: 'turn'; turn: number; user?: string | undefined }
  | { kind: 'row'; row: CallDiffRow }
  /** Rows without anything to see, and whole turns of them. */
  | { kind: 'fold'; rows: readonly CallDiffRow[]; turns: readonly number[] };

type Turn = { turn: number; user?: string | undefined; rows: CallDiffRow[] };

/** Tables up to this many lines are shown whole. */
const SHORT = 16;
/** Fewer lines than this are not worth a fold. */
const MIN_FOLDED = 3;

/**
 * The rows under their turns. In a long table, stretches in which everything is as it should be are folded: whole turns,
 * and inside a turn all but the rows next to a deviation.
 */
export function foldRows(diff: CallDiff): DiffItem[] {
  const turns = turnsOf(diff);
  const isShort = diff.rows.length + turns.length <= SHORT;
  if (isShort) return turns.flatMap(wholeTurn);
  const items: DiffItem[] = [];
  let quiet: Turn[] = [];
  const endQuiet = (): void => {
    const lines = quiet.reduce((sum, { rows }) => sum + 1 + rows.length, 0);
    if (lines < MIN_FOLDED) items.push(...quiet.flatMap(wholeTurn));
    else items.push({ kind: 'fold', rows: quiet.flatMap(({ rows }) => rows), turns: quiet.map(({ turn }) => turn) });
    quiet = [];
  };
  for (const turn of turns) {
    if (turn.rows.every(isQuiet)) quiet.push(turn);
    else {
      if (quiet.length > 0) endQuiet();
      items.push(headOf(turn), ...foldTurn(turn.rows));
    }
  }
  if (quiet.length > 0) endQuiet();
  return items;
}

/** Nothing in this row asks for a look. */
export function isQuiet({ mark, remarks }: CallDiffRow): boolean {
  return (mark === 'as_expected' || mark === 'let_pass') && remarks.length === 0;
}

function turnsOf({ turns, rows }: CallDiff): Turn[] {
  const byTurn = new Map<number, Turn>(turns.map(({ turn, user }) => [turn, { turn, user, rows: [] }]));
  for (const row of rows) {
    const turn = byTurn.get(row.turn) ?? { turn: row.turn, rows: [] };
    byTurn.set(row.turn, turn);
    turn.rows.push(row);
  }
  return [...byTurn.values()].toSorted((a, b) => a.turn - b.turn);
}

function headOf({ turn, user }: Turn): DiffItem {
  return { kind: 'turn', turn, user };
}

function wholeTurn(turn: Turn): DiffItem[] {
  return [headOf(turn), ...turn.rows.map((row): DiffItem => ({ kind: 'row', row }))];
}

/** A row beside a deviation stays, so that its place is seen. */
function foldTurn(rows: readonly CallDiffRow[]): DiffItem[] {
  const isShown = rows.map((_, index) =>
    [index - 1, index, index + 1].some((near) => rows[near] !== undefined && !isQuiet(rows[near])),
  );
  const items: DiffItem[] = [];
  let hidden: CallDiffRow[] = [];
  const endHidden = (): void => {
    if (hidden.length < MIN_FOLDED) items.push(...hidden.map((row): DiffItem => ({ kind: 'row', row })));
    else items.push({ kind: 'fold', rows: hidden, turns: [] });
    hidden = [];
  };
  rows.forEach((row, index) => {
    if (isShown[index] !== true) {
      hidden.push(row);
      return;
    }
    endHidden();
    items.push({ kind: 'row', row });
  });
  endHidden();
  return items;
}
