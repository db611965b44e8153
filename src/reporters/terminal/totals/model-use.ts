import { forTerminal } from '../../../domain/display/terminal.ts';
import type { ModelTotals } from '../../../domain/verdicts/run-result.ts';
import { countOf, formatCount, formatUsd } from '../numbers.ts';
import type { Palette } from '../palette.ts';
import { displayWidth, fitWidth, padWidth } from '../text-width.ts';

const MIN_NAME_COLUMNS = 12;
const MAX_NAME_COLUMNS = 40;

type Row = { role: string; model: string; calls: string; tokens: string; cost: string };

/** What each role asked of each model: calls, tokens and what they cost, as far as that is known. */
export function modelUse(
  totals: readonly ModelTotals[],
  { columns, palette }: { columns: number; palette: Palette },
): string[] {
  if (totals.length === 0) return [];
  const rows = totals.map(rowOf);
  const widthOf = (key: keyof Row): number => Math.max(...rows.map((row) => displayWidth(row[key])));
  const widths = { role: widthOf('role'), calls: widthOf('calls'), tokens: widthOf('tokens'), cost: widthOf('cost') };
  const others = widths.role + widths.calls + widths.tokens + widths.cost + 10;
  const nameColumns = Math.min(widthOf('model'), MAX_NAME_COLUMNS, Math.max(MIN_NAME_COLUMNS, columns - others));
  const lines = rows.map(({ role, model, calls, tokens, cost }) =>
    [
      `  ${padWidth(role, widths.role)}`,
      padWidth(fitWidth(model, nameColumns), nameColumns),
      palette.quiet([calls.padStart(widths.calls), padWidth(tokens, widths.tokens), cost].join('  ').trimEnd()),
    ].join('  '),
  );
  const together = togetherOf(totals);
  const gaps = totals.flatMap(gapOf).map((line) => palette.quiet(fitWidth(line, columns)));
  return ['models', ...lines, ...(together === undefined ? [] : [`  together ${together}`]), ...gaps];
}

function rowOf(total: ModelTotals): Row {
  const { role, model, calls } = total;
  return {
    role,
    model: forTerminal(model, { newlines: 'escape' }),
    calls: countOf(calls, 'call'),
    tokens: tokensOf(total),
    cost: costOf(total),
  };
}

function tokensOf({ calls, tokensIn, tokensOut, callsWithoutUsage }: ModelTotals): string {
  if (callsWithoutUsage === calls) return 'tokens unknown';
  return `${formatCount(tokensIn)} tokens in, ${formatCount(tokensOut)} out`;
}

/** Sums that leave calls out; where none was counted, the row says so. */
function gapOf({ role, model, calls, callsWithoutUsage }: ModelTotals): string[] {
  if (callsWithoutUsage === 0 || callsWithoutUsage === calls) return [];
  const name = forTerminal(model, { newlines: 'escape' });
  return [`  ${countOf(callsWithoutUsage, 'call')} not in the sum, for want of a count of tokens: ${role}, ${name}`];
}

function costOf({ calls, callsWithoutUsage, costUsd }: ModelTotals): string {
  // Without a count of tokens no price would help.
  if (callsWithoutUsage === calls) return '';
  if (costUsd === undefined) return 'unknown price';
  return callsWithoutUsage === 0 ? formatUsd(costUsd) : `at least ${formatUsd(costUsd)}`;
}

/** Absent where there is nothing to add up. A sum that leaves something out says so. */
function togetherOf(totals: readonly ModelTotals[]): string | undefined {
  const priced = totals.filter(
    ({ costUsd, calls, callsWithoutUsage }) => costUsd !== undefined && callsWithoutUsage < calls,
  );
  if (priced.length === 0 || totals.length === 1) return undefined;
  const isWhole = totals.every(({ costUsd, callsWithoutUsage }) => costUsd !== undefined && callsWithoutUsage === 0);
  const sum = formatUsd(priced.reduce((usd, { costUsd = 0 }) => usd + costUsd, 0));
  return isWhole ? sum : `at least ${sum}`;
}
