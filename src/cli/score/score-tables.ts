import { forTerminal } from '../../domain/display/terminal.ts';
import { fitSentence } from '../../reporters/terminal/fit-sentence.ts';
import { countOf, formatCount } from '../../reporters/terminal/numbers.ts';
import type { Palette } from '../../reporters/terminal/palette.ts';
import { displayWidth, fitWidth, padWidth } from '../../reporters/terminal/text-width.ts';
import type { CheckTotals, ProblemTotals } from './score-totals.ts';

type Look = { columns: number; palette: Palette };

const MAX_NAME = 40;
const MAX_ROWS = 60;

/** A line for each check: how often it passed, failed, had nothing to check and could not be made. */
export function checkTable(checks: readonly CheckTotals[], { columns, palette }: Look): string[] {
  if (checks.length === 0) return [];
  const rows = checks.slice(0, MAX_ROWS).map((check) => ({
    name: forTerminal(check.id, { newlines: 'escape' }),
    cells: [check.passed, check.failed, check.notApplicable, check.unscored].map((count) =>
      count === 0 ? '–' : formatCount(count),
    ),
    why: check.why,
  }));
  const name = Math.min(MAX_NAME, Math.max(...rows.map((row) => displayWidth(row.name)), 'check'.length));
  const heads = ['passed', 'failed', 'nothing to check', 'not made'];
  const line = (label: string, cells: readonly string[]): string => {
    const shown = cells.map((cell, index) => cell.padStart(heads[index]?.length ?? 0));
    return `${padWidth(fitWidth(label, name), name)}  ${shown.join('  ')}`;
  };
  const body = rows.flatMap(({ name: label, cells, why }) => [
    line(label, cells),
    ...(why === undefined
      ? []
      : [palette.quiet(fitSentence(`  not made: ${forTerminal(why, { newlines: 'escape' })}`, columns))]),
  ]);
  const rest = checks.length - rows.length;
  return [
    palette.quiet(line('check', heads)),
    ...body,
    ...(rest > 0 ? [palette.quiet(`and ${countOf(rest, 'more check')}`)] : []),
  ];
}

/** What is odd in the logs, the most frequent kind first, each with the first place where it stands. */
export function problemTable(
  problems: readonly ProblemTotals[],
  { columns, palette, isWhole }: Look & { isWhole: boolean },
): string[] {
  if (problems.length === 0) return [];
  const lines = problems.flatMap(({ code, count, conversations, example }) => [
    `  ${formatCount(count)} × ${code} in ${countOf(conversations, 'conversation')}`,
    palette.quiet(fitSentence(`      first: ${forTerminal(example, { newlines: 'escape' })}`, columns)),
  ]);
  return [`What does not fit together in these logs${isWhole ? '' : ' (each of them with --verbose)'}`, ...lines];
}
