import { type CallDiffLine, callDiffLines } from '../../../domain/display/call-diff/call-diff-lines.ts';
import { forTerminal } from '../../../domain/display/terminal.ts';
import { isObject } from '../../../domain/values/json-shape.ts';
import { CallDiff } from '../../../domain/verdicts/call-diff.ts';
import type { Score } from '../../../domain/verdicts/score.ts';
import { countOf } from '../numbers.ts';
import type { Palette } from '../palette.ts';
import { fitWidth } from '../text-width.ts';

const MAX_LINES = 40;
const MAX_TABLES = 3;

type Look = {
  columns: number;
  palette: Palette;
  /** Every table, with all of its lines. */
  isWhole: boolean;
  /** Checks that only miss what the talk could not bring any more. */
  unmet: readonly string[];
};

/** Expected beside made calls, of the first check that failed with such a table; empty where none did. */
export function callTables(scores: readonly Score[], { columns, palette, isWhole, unmet }: Look): string[] {
  const tables = scores.flatMap((score) => {
    const diff = diffOf(score);
    return diff === undefined || (unmet.includes(score.id) && !isWhole) ? [] : [{ id: score.id, diff }];
  });
  return tables.slice(0, isWhole ? MAX_TABLES : 1).flatMap(({ id, diff }) => {
    const lines = callDiffLines(diff, { columns });
    const title = fitWidth(`calls, by turn (check ${forTerminal(id, { newlines: 'escape' })})`, columns);
    return ['', palette.strong(title), ...cut(lines, isWhole).map((line) => colour(line, palette))];
  });
}

/** What a failed check keeps of a comparison of calls. */
function diffOf(score: Score): CallDiff | undefined {
  if (score.status !== 'scored' || score.passed || !score.required) return undefined;
  const { details } = score;
  if (details === undefined || !isObject(details) || details.rows === undefined) return undefined;
  const { turns, rows, leftOut } = details;
  const parsed = CallDiff.safeParse({ turns, rows, leftOut });
  return parsed.success ? parsed.data : undefined;
}

/** The legend stays at the end of a table that is too long. */
function cut(lines: readonly CallDiffLine[], isWhole: boolean): CallDiffLine[] {
  if (isWhole || lines.length <= MAX_LINES) return [...lines];
  const legend = lines.filter(({ kind }) => kind === 'legend');
  const body = lines.filter(({ kind }) => kind !== 'legend');
  const shown = body.slice(0, MAX_LINES - legend.length - 1);
  const text = `… ${countOf(body.length - shown.length, 'more line')}, with --verbose`;
  return [...shown, { kind: 'fold', text, isLoud: false }, ...legend];
}

function colour({ kind, text, isLoud }: CallDiffLine, palette: Palette): string {
  if (kind === 'row') return isLoud ? palette.failed(text.slice(0, 1)) + text.slice(1) : text;
  return kind === 'remark' ? text : palette.quiet(text);
}
