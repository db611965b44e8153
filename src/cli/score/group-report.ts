import { countOf, formatCount } from '../../reporters/terminal/numbers.ts';
import type { Palette } from '../../reporters/terminal/palette.ts';
import { MARKS } from '../../reporters/terminal/session-name.ts';
import type { FailureGroup } from './failure-groups.ts';
import { groupHead, othersText, placeName } from './group-lines.ts';
import type { ScoreTotals } from './score-totals.ts';
import { wholeLine } from './whole-line.ts';

/** The first conversation of a group as it is told: in full, which is empty for one that cannot be read, and in short. */
export type Example = { report: readonly string[]; short: readonly string[] };

type Look = { columns: number; lineColumns: number; palette: Palette; hasOneLog: boolean };
type Block = { kind: 'line' | 'block'; lines: readonly string[] };

/** Groups with an example in full: of conversations that failed, and of those that could not be judged. */
const MAX_FULL = { failed: 10, invalid: 3 };
const MAX_LINES = 200;

/** Each group once, the largest first: one example in full with the command that scores it again, then the others' names. */
export function groupBlocks(
  { groups, ungrouped }: Pick<ScoreTotals, 'groups' | 'ungrouped'>,
  look: Look & { examples: ReadonlyMap<FailureGroup, Example> },
): Block[] {
  const left = { ...MAX_FULL };
  const shown = groups.slice(0, MAX_LINES);
  const blocks = shown.map((group): Block => {
    const example = look.examples.get(group);
    if (example === undefined || example.report.length === 0 || left[group.verdict] === 0) {
      return { kind: 'line', lines: shortGroup(group, example, look) };
    }
    left[group.verdict] -= 1;
    return { kind: 'block', lines: fullGroup(group, example, look) };
  });
  const hidden = groups.slice(MAX_LINES).reduce((sum, { conversations }) => sum + conversations, ungrouped);
  const rest = `… and ${countOf(hidden, 'more conversation')} with other reasons, all of them with --json`;
  return hidden === 0 ? blocks : [...blocks, { kind: 'line', lines: [look.palette.quiet(rest)] }];
}

function fullGroup(group: FailureGroup, { report }: Example, look: Look): string[] {
  if (group.conversations === 1) return [...report];
  const [, ...body] = report;
  const others = wholeLine(`others   ${othersText(group, look.hasOneLog)}`, { columns: look.columns, indent: 2 });
  return [...headLines(group, look), ...body, ...others.map(look.palette.quiet)];
}

function shortGroup(group: FailureGroup, example: Example | undefined, look: Look): string[] {
  if (group.conversations === 1 && example !== undefined) return [...example.short];
  const names = [placeName(group.example, look.hasOneLog), othersText(group, look.hasOneLog)];
  const text = `${names.filter((name) => name !== '').join(', ')}`;
  return [
    ...headLines(group, look),
    ...wholeLine(text, { columns: look.lineColumns, indent: 4 }).map(look.palette.quiet),
  ];
}

function headLines(group: FailureGroup, { lineColumns, palette }: Look): string[] {
  const { verdict } = group;
  return wholeLine(`${MARKS[verdict]} ${groupHead(group)}`, { columns: lineColumns }).map(palette[verdict]);
}

/** The groups alone, where every conversation has been told already. */
export function groupTable({ groups, ungrouped }: Pick<ScoreTotals, 'groups' | 'ungrouped'>, look: Look): string[] {
  const told = groups.reduce((sum, { conversations }) => sum + conversations, ungrouped);
  if (told < 2) return [];
  const shown = groups.slice(0, MAX_LINES);
  const rest = told - shown.reduce((sum, { conversations }) => sum + conversations, 0);
  return [
    'Why conversations did not pass',
    ...shown.flatMap((group) =>
      wholeLine(groupHead(group), { columns: look.lineColumns, indent: 2 }).map(look.palette[group.verdict]),
    ),
    ...(rest > 0 ? [look.palette.quiet(`  ${formatCount(rest)} × other reasons`)] : []),
  ];
}
