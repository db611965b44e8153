import type { RunMatrix } from '../../domain/verdicts/run-matrix.ts';
import { inLine } from '../files/markdown/headline.ts';
import { matrixTable } from './matrix-table.ts';

const MAX_NAME = 80;
/** More rows than these nobody reads in a comment. */
const MAX_ROWS = 60;

/** The matrix as a table of Markdown, with an empty line at its end. */
export function matrixMarkdown(matrix: RunMatrix): string[] {
  const { heads, rows } = matrixTable(matrix);
  const scenarios = matrix.rows.length;
  const left = Math.max(0, scenarios - MAX_ROWS);
  const shown = rows.filter((_, index) => index < MAX_ROWS || index >= scenarios);
  return [
    `| scenario | ${heads.map((head) => inLine(head, MAX_NAME)).join(' | ')} |`,
    `| --- |${' --- |'.repeat(heads.length)}`,
    ...shown.map(({ name, fields }, index) => {
      const isScenario = index < shown.length - (rows.length - scenarios);
      const label = isScenario ? inLine(name, MAX_NAME) : `**${name}**`;
      return `| ${[label, ...fields.map(({ text }) => text)].join(' | ')} |`;
    }),
    ...(left > 0 ? ['', `… and ${left} more scenarios, which the totals count`] : []),
    '',
  ];
}
