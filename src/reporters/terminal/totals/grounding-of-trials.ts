import { forTerminal } from '../../../domain/display/terminal.ts';
import type { GroundingPoint, RunResult } from '../../../domain/verdicts/run-result.ts';
import { formatCount, formatShare } from '../numbers.ts';
import type { Palette } from '../palette.ts';
import { displayWidth, fitWidth, padWidth } from '../text-width.ts';

const MAX_SCENARIOS = 10;
const MAX_NAME_COLUMNS = 30;

/** The share of supported values by turn, for each scenario with several trials; nothing where none was checkable. */
export function groundingOfTrials(
  { grounding, scenarios }: Pick<RunResult, 'grounding' | 'scenarios'>,
  { columns, palette }: { columns: number; palette: Palette },
): string[] {
  const repeated = new Set(scenarios.flatMap(({ scenario, sessions }) => (sessions > 1 ? [scenario] : [])));
  const curves = grounding.scenarios.filter(({ scenario, turns }) => repeated.has(scenario) && turns.length > 0);
  if (curves.length === 0) return [];
  const shown = curves.slice(0, MAX_SCENARIOS).map(({ scenario, turns }) => ({
    name: fitWidth(forTerminal(scenario, { newlines: 'escape' }), Math.min(MAX_NAME_COLUMNS, columns - 26)),
    turns,
  }));
  const nameColumns = Math.max(...shown.map(({ name }) => displayWidth(name)));
  const rest = curves.length - shown.length;
  return [
    'grounding by turn: values in answers that the evidence supports',
    ...shown.flatMap(({ name, turns }) =>
      wrapItems(turns.map(pointText), columns - nameColumns - 4).map(
        (text, index) => `  ${padWidth(index === 0 ? name : '', nameColumns)}  ${palette.quiet(text)}`,
      ),
    ),
    ...(rest > 0 ? [palette.quiet(`  … and ${formatCount(rest)} more: --report grounding`)] : []),
  ];
}

function pointText({ turn, supported, checkable }: GroundingPoint): string {
  return `turn ${turn}: ${formatShare(supported, checkable)} of ${formatCount(checkable)}`;
}

/** Items with commas between them, in lines of at most `columns`; none is taken apart. */
function wrapItems(items: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const [index, item] of items.entries()) {
    const text = index === items.length - 1 ? item : `${item},`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= columns) lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(text);
  }
  return lines;
}
