/**
 * Agreement of two raters beyond chance: (observed - expected) / (1 - expected), from -1 to 1. `counts[i][j]` says how
 * many items the first rater put into class i and the second into class j. Undefined where chance alone would agree on
 * everything, such as when both know one class only. Source: Cohen, "A coefficient of agreement for nominal scales",
 * Educational and Psychological Measurement 20 (1960). Throws RangeError unless the table is square, and holds counts.
 */
export function cohensKappa(counts: readonly (readonly number[])[]): number | undefined {
  const size = counts.length;
  if (counts.some((row) => row.length !== size || row.some((count) => !(count >= 0 && Number.isFinite(count))))) {
    throw new RangeError('agreement is told of a square table of counts');
  }
  const rows = counts.map(sumOf);
  const columns = counts.map((_, column) => sumOf(counts.map((row) => row[column] ?? 0)));
  const all = sumOf(rows);
  // In counts, not shares, so that a chance of exactly one is seen as such.
  const agreed = sumOf(counts.map((row, index) => row[index] ?? 0));
  const expected = sumOf(rows.map((row, index) => row * (columns[index] ?? 0)));
  const room = all * all - expected;
  return room === 0 ? undefined : (agreed * all - expected) / room;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
