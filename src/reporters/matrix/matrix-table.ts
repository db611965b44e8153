import type { RunMatrix } from '../../domain/verdicts/run-matrix.ts';
import type { Verdict } from '../../domain/verdicts/verdict.ts';
import { formatCount, formatShare } from '../terminal/numbers.ts';
import { MARKS } from '../terminal/session-name.ts';

/** One field of the table; `verdict` where it has one. */
export type MatrixField = { text: string; verdict?: Verdict };
export type MatrixTable = {
  heads: readonly string[];
  rows: readonly { name: string; fields: readonly MatrixField[] }[];
};

/** The texts of a matrix: a row for each scenario, then all of them, then the intervals of these rates. Not yet safe to show. */
export function matrixTable({ columns, rows }: RunMatrix): MatrixTable {
  const ofScenarios = rows.map(({ scenario, cells }) => ({
    name: scenario,
    fields: columns.map(({ variant }): MatrixField => {
      const cell = cells.find((one) => one.variant === variant);
      if (cell === undefined) return { text: '·' };
      const { passed, sessions, verdict } = cell;
      return { text: `${MARKS[verdict]} ${formatCount(passed)}/${formatCount(sessions)}`, verdict };
    }),
  }));
  const hasIntervals = columns.some(({ interval }) => interval !== undefined);
  return {
    heads: columns.map(({ agent }) => agent),
    rows: [
      ...ofScenarios,
      {
        name: 'all',
        fields: columns.map(({ passed, sessions, passRate }) => ({
          text:
            passRate === undefined
              ? '·'
              : `${formatShare(passRate, 1)} (${formatCount(passed)}/${formatCount(sessions)})`,
        })),
      },
      ...(hasIntervals
        ? [{ name: '95 % interval', fields: columns.map(({ interval }) => ({ text: rangeText(interval) })) }]
        : []),
    ],
  };
}

function rangeText(interval: { low: number; high: number } | undefined): string {
  if (interval === undefined) return '·';
  return `${formatShare(interval.low, 1).replace(' %', '')}–${formatShare(interval.high, 1)}`;
}
