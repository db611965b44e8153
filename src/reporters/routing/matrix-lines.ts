import { forTerminal } from '../../domain/display/terminal.ts';
import { assertNever } from '../../domain/values/assert-never.ts';
import type { RoutingChoice, RoutingResult } from '../../domain/verdicts/routing-result.ts';
import { formatCount } from '../terminal/numbers.ts';
import { displayWidth, fitWidth, padWidth } from '../terminal/text-width.ts';

const MAX_NAME = 30;
const MIN_NAME = 12;
/** A cell of nothing, so that the eye finds the others. */
const NOTHING = '·';

/** A choice as people read it. */
export function choiceText(choice: RoutingChoice): string {
  switch (choice.kind) {
    case 'tool':
      return inLine(choice.tool);
    case 'none':
      return 'none';
    case 'unknown_tool':
      return 'unknown tool';
    case 'no_answer':
      return 'no answer';
    case 'invalid':
      return 'invalid';
    default:
      return assertNever(choice);
  }
}

/**
 * The confusion matrix: a line for what was wanted, a column for what was called. Columns have names where they fit, else
 * numbers with a legend; where even those are too many, the matrix goes on below.
 */
export function matrixLines({ wanted, called, counts }: RoutingResult, columns: number): string[] {
  const lines = wanted.map(inLine);
  const names = called.map(choiceText);
  const cells = counts.map((line) => line.map((count) => (count === 0 ? NOTHING : formatCount(count))));
  const longest = Math.max(displayWidth('wanted'), ...lines.map(displayWidth));
  const widths = names.map((name, column) => Math.max(displayWidth(name), widthOf(cells, column)));
  const isNamed = longest <= MAX_NAME && longest + widths.reduce((sum, width) => sum + width + 2, 0) <= columns;
  if (isNamed) return grid({ lines, heads: names, cells, widths, gap: 2, nameWidth: longest });
  return numbered({ lines, names, cells, longest, columns });
}

type Numbered = {
  lines: readonly string[];
  names: readonly string[];
  cells: readonly (readonly string[])[];
  longest: number;
  columns: number;
};

function numbered({ lines, names, cells, longest, columns }: Numbered): string[] {
  const heads = names.map((_name, column) => String(column + 1));
  const widths = heads.map((head, column) => Math.max(head.length, widthOf(cells, column)));
  const digits = String(lines.length).length;
  const wide = widths.reduce((sum, width) => sum + width, 0);
  const wanted = Math.min(longest, MAX_NAME) + digits + 1;
  const gap = wanted + wide + 2 * widths.length <= columns ? 2 : 1;
  const room = columns - wide - gap * widths.length;
  const nameWidth = Math.max(MIN_NAME + digits + 1, Math.min(wanted, room));
  const labels = lines.map((line, index) => `${String(index + 1).padStart(digits)} ${line}`);
  const legend = names.flatMap((name, column) => (column < lines.length ? [] : [`${column + 1} ${name}`]));
  const blocks = inBlocks(widths, { gap, room: columns - nameWidth });
  return [
    ...blocks.flatMap(({ from, to }, index) => [
      ...(index === 0 ? [] : ['']),
      ...grid({
        lines: labels,
        heads: heads.slice(from, to),
        cells: cells.map((line) => line.slice(from, to)),
        widths: widths.slice(from, to),
        gap,
        nameWidth,
      }),
    ]),
    ...(legend.length === 0 ? [] : wrapList('called besides: ', legend, columns)),
  ];
}

/** As many columns as fit, one block below the other. */
function inBlocks(
  widths: readonly number[],
  { gap, room }: { gap: number; room: number },
): { from: number; to: number }[] {
  const blocks: { from: number; to: number }[] = [];
  let from = 0;
  let used = 0;
  for (const [column, width] of widths.entries()) {
    if (column > from && used + width + gap > room) {
      blocks.push({ from, to: column });
      from = column;
      used = 0;
    }
    used += width + gap;
  }
  return [...blocks, { from, to: widths.length }];
}

type Grid = {
  lines: readonly string[];
  heads: readonly string[];
  cells: readonly (readonly string[])[];
  widths: readonly number[];
  gap: number;
  nameWidth: number;
};

function grid({ lines, heads, cells, widths, gap, nameWidth }: Grid): string[] {
  const lineOf = (name: string, values: readonly string[]): string =>
    padWidth(fitWidth(name, nameWidth), nameWidth) +
    values.map((value, column) => padLeft(value, (widths[column] ?? 0) + gap)).join('');
  return [lineOf('wanted', heads), ...lines.map((line, index) => lineOf(line, cells[index] ?? []))];
}

function wrapList(label: string, items: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const [index, item] of items.entries()) {
    const text = fitWidth(index === items.length - 1 ? item : `${item},`, columns - label.length);
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last) + 1 + displayWidth(text) <= columns)
      lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(`${lines.length === 0 ? label : ' '.repeat(label.length)}${text}`);
  }
  return lines;
}

function widthOf(cells: readonly (readonly string[])[], column: number): number {
  return Math.max(0, ...cells.map((line) => displayWidth(line[column] ?? '')));
}

function padLeft(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - displayWidth(text))) + text;
}

function inLine(text: string): string {
  return forTerminal(text, { newlines: 'escape' });
}
