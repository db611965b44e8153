import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignPairs, columnPrices } from '../../../../src/scorers/trajectory/pairing/assign.ts';

/** Weights by row, of up to five rows and six columns. */
const tables = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 6 })).chain(([rows, columns]) =>
  fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: columns, maxLength: columns }), {
    minLength: rows,
    maxLength: rows,
  }),
);

/** The greatest sum, by trying every way; a row may stay without a column. */
function greatestSum(table: readonly (readonly number[])[], used: readonly number[] = []): number {
  const [row, ...rest] = table;
  if (row === undefined) return 0;
  const ways = row.flatMap((weight, column) =>
    used.includes(column) ? [] : [weight + greatestSum(rest, [...used, column])],
  );
  return Math.max(greatestSum(rest, used), ...ways);
}

test('the sum of weights is the greatest, each column is used once, and nobody is left out who need not be', () => {
  fc.assert(
    fc.property(tables, (table) => {
      const columns = table[0]!.length;
      const columnOf = assignPairs(table.length, columns, (row, column) => table[row]![column]!);
      const taken = columnOf.filter((column) => column >= 0);
      expect(columnOf).toHaveLength(table.length);
      expect(new Set(taken).size).toBe(Math.min(table.length, columns));
      expect(taken).toHaveLength(Math.min(table.length, columns));
      expect(columnOf.reduce((sum, column, row) => sum + (table[row]![column] ?? 0), 0)).toBe(greatestSum(table));
    }),
    { numRuns: 300 },
  );
});

test('of many rows and about as many columns it is as great as with many columns more that are worth nothing', () => {
  const size = fc.integer({ min: 60, max: 72 });
  fc.assert(
    fc.property(size, size, fc.infiniteStream(fc.integer({ min: 0, max: 4 })), (rows, columns, numbers) => {
      const table = Array.from({ length: rows }, () => [...numbers.take(columns)]);
      const weight = (row: number, column: number) => table[row]![column] ?? 0;
      const sumOf = (columnOf: number[]) => columnOf.reduce((sum, column, row) => sum + weight(row, column), 0);
      const columnOf = assignPairs(rows, columns, weight);
      const taken = columnOf.filter((column) => column >= 0);
      expect(new Set(taken).size).toBe(Math.min(rows, columns));
      expect(sumOf(columnOf)).toBe(sumOf(assignPairs(rows, 2 * Math.max(rows, columns), weight)));
    }),
    { numRuns: 40 },
  );
});

test('no column costs more than the sum would lose without it', () => {
  fc.assert(
    fc.property(tables, (table) => {
      const prices = columnPrices(table.length, table[0]!.length, (row, column) => table[row]![column]!);
      prices.forEach((price, column) => {
        expect(price).toBeLessThanOrEqual(greatestSum(table) - greatestSum(table, [column]) + 1e-9);
      });
    }),
    { numRuns: 300 },
  );
});
