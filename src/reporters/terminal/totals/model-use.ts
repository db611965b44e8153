import { forTerminal } from '../../../domain/display/terminal.ts';
import type { ModelTotals } from '../../../domain/verdicts/model-totals.ts';
import { markedText } from '../marked-text.ts';
import { countOf, formatCount, formatUsd } from '../numbers.ts';
import type { Palette } from '../palette.ts';
import { displayWidth, fitWidth, padWidth } from '../text-width.ts';

const MIN_NAME_COLUMNS = 20;
const MAX_NAME_COLUMNS = 40;

type Row = { role: string; model: string; calls: string; tokens: string; cost: string };

/**
 * What each role asked of each model: calls, tokens and what they cost, as far as that is known. Scripts that tell no tokens
 * cost nobody anything, so a run of nothing else is told of with `verbose` only.
 */
export function modelUse(
  totals: readonly ModelTotals[],
  { columns, palette, verbose = false }: { columns: number; palette: Palette; verbose?: boolean },
): string[] {
  const isKnown = ({ tokensIn, tokensOut, replayed = 0 }: ModelTotals): boolean => tokensIn + tokensOut + replayed > 0;
  if (totals.length === 0 || !(verbose || totals.some(isKnown))) return [];
  const rows = totals.map(rowOf);
  const together = togetherOf(totals);
  return [
    'models',
    ...tableOf(rows, { columns, palette }),
    ...(together === undefined ? [] : [`  together ${together}`]),
    ...totals.flatMap((total) => gapOf(total, columns)).map((line) => palette.quiet(line)),
  ];
}

/** A line for each row, or more where the terminal is too narrow for one. */
function tableOf(rows: readonly Row[], { columns, palette }: { columns: number; palette: Palette }): string[] {
  const widthOf = (key: keyof Row): number => Math.max(...rows.map((row) => displayWidth(row[key])));
  const [role, calls, tokens] = [widthOf('role'), widthOf('calls'), widthOf('tokens')];
  const natural = Math.min(widthOf('model'), MAX_NAME_COLUMNS);
  const roomInLine = columns - role - calls - tokens - widthOf('cost') - 10;
  const isInLine = roomInLine >= Math.min(natural, MIN_NAME_COLUMNS);
  const name = Math.min(natural, Math.max(MIN_NAME_COLUMNS, isInLine ? roomInLine : columns - role - calls - 6));
  return rows.flatMap((row) => {
    const head = `  ${padWidth(row.role, role)}  ${padWidth(fitWidth(row.model, name), name)}`;
    const count = row.calls.padStart(calls);
    if (isInLine) {
      const use = `${count}  ${padWidth(row.tokens, tokens)}  ${row.cost}`;
      return [`${head}  ${palette.quiet(use.trimEnd())}`];
    }
    const use = `${row.tokens}  ${row.cost}`.trimEnd();
    const isShort = displayWidth(use) <= columns - 4;
    const below = isShort ? [use] : [row.tokens, row.cost];
    return [`${head}  ${palette.quiet(count)}`, ...below.map((text) => `    ${palette.quiet(text)}`)];
  });
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
function gapOf({ role, model, calls, callsWithoutUsage }: ModelTotals, columns: number): string[] {
  if (callsWithoutUsage === 0 || callsWithoutUsage === calls) return [];
  const text = `${countOf(callsWithoutUsage, 'call')} not in the sum, for want of a count of tokens: ${role}, ${model}`;
  return markedText(text, { columns: columns - 2, maxLength: columns * 2 }).map((line) => `  ${line.text}`);
}

function costOf({ calls, replayed = 0, callsWithoutUsage, costUsd }: ModelTotals): string {
  if (replayed >= calls) return 'replayed';
  const cost = newCostOf({ calls, callsWithoutUsage, costUsd });
  return replayed === 0 ? cost : [cost, `${formatCount(replayed)} replayed`].filter((text) => text !== '').join(', ');
}

/** What was paid for the calls that recordings did not answer. */
function newCostOf({
  calls,
  callsWithoutUsage,
  costUsd,
}: Pick<ModelTotals, 'calls' | 'callsWithoutUsage' | 'costUsd'>): string {
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
