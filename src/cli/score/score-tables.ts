import { forTerminal } from '../../domain/display/terminal.ts';
import { countOf, formatCount } from '../../reporters/terminal/numbers.ts';
import type { Palette } from '../../reporters/terminal/palette.ts';
import { displayWidth, fitWidth, padWidth } from '../../reporters/terminal/text-width.ts';
import type { CheckTotals, ProblemTotals } from './score-totals.ts';
import { wholeLine } from './whole-line.ts';

/** `lineColumns`: where a line that stands alone is wrapped; it is never cut. */
type Look = { palette: Palette; lineColumns: number };

const MAX_NAME = 40;
const MAX_ROWS = 60;

/** A line for each check: how often it passed, failed, had nothing to check and could not be made. */
export function checkTable(checks: readonly CheckTotals[], look: Look): string[] {
  if (checks.length === 0) return [];
  const { palette } = look;
  const rows = checks.slice(0, MAX_ROWS).map((check) => ({
    name: forTerminal(check.id, { newlines: 'escape' }),
    cells: [check.passed, check.failed, check.notApplicable, check.unscored].map((count) =>
      count === 0 ? '–' : formatCount(count),
    ),
    besides: [
      ...(check.codes.size === 0 ? [] : [`failed: ${codesText(check.codes)}`]),
      ...(check.why === undefined ? [] : [`not made: ${check.why}`]),
    ],
  }));
  const name = Math.min(MAX_NAME, Math.max(...rows.map((row) => displayWidth(row.name)), 'check'.length));
  const heads = ['passed', 'failed', 'nothing to check', 'not made'];
  const line = (label: string, cells: readonly string[]): string => {
    const shown = cells.map((cell, index) => cell.padStart(heads[index]?.length ?? 0));
    return `${padWidth(fitWidth(label, name), name)}  ${shown.join('  ')}`;
  };
  const body = rows.flatMap(({ name: label, cells, besides }) => [
    line(label, cells),
    ...besides.flatMap((text) => wholeLine(text, { columns: look.lineColumns, indent: 2 })).map(palette.quiet),
  ]);
  const rest = checks.length - rows.length;
  return [
    palette.quiet(line('check', heads)),
    ...body,
    ...(rest > 0 ? [palette.quiet(`and ${countOf(rest, 'more check')}`)] : []),
  ];
}

const MAX_CODES = 12;

/** `wrong_argument (70), missing_call (3)`: in how many conversations a check found what. */
function codesText(codes: ReadonlyMap<string, number>): string {
  const all = [...codes].toSorted(([, a], [, b]) => b - a);
  const shown = all.slice(0, MAX_CODES).map(([code, count]) => `${code} (${formatCount(count)})`);
  const more = all.length > MAX_CODES ? [`and ${formatCount(all.length - MAX_CODES)} more`] : [];
  return [...shown, ...more].join(', ');
}

/** What is odd in the logs, the most frequent kind first, each with the first place where it stands. */
export function problemTable(
  problems: readonly ProblemTotals[],
  { palette, isWhole, lineColumns }: Look & { isWhole: boolean },
): string[] {
  if (problems.length === 0) return [];
  const lines = problems.flatMap(({ code, count, conversations, example, hint }) => [
    `  ${formatCount(count)} × ${code} in ${countOf(conversations, 'conversation')}`,
    ...[`first: ${example}`, ...(hint === undefined ? [] : [`Hint: ${hint}`])].flatMap((text) =>
      wholeLine(text, { columns: lineColumns, indent: 6 }).map(palette.quiet),
    ),
  ]);
  return [`What does not fit together in these logs${isWhole ? '' : ' (each of them with --verbose)'}`, ...lines];
}
