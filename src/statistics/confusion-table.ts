/** `right` out of `of`. */
export type Share = { right: number; of: number };

/**
 * Recall and precision of each label that lines and columns share. `counts[line][column]` says how often what is of the class
 * `line` was taken for `column`; the first columns are the lines' own, in the same order, and others may follow. Columns in
 * `leftOut` count nowhere. Throws RangeError for a line that is shorter than the number of lines.
 */
export function confusionShares(
  counts: readonly (readonly number[])[],
  { leftOut = [] }: { leftOut?: readonly number[] } = {},
): { recall: Share; precision: Share }[] {
  const counted = (line: readonly number[]): number[] =>
    line.map((count, column) => (leftOut.includes(column) ? 0 : count));
  const lines = counts.map(counted);
  return lines.map((line, label) => {
    const right = line[label];
    if (right === undefined || line.length < lines.length) {
      throw new RangeError(
        `Line ${label} has ${line.length} columns: each of the ${lines.length} lines needs its own.`,
      );
    }
    return {
      recall: { right, of: sumOf(line) },
      precision: { right, of: sumOf(lines.map((other) => other[label] ?? 0)) },
    };
  });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
