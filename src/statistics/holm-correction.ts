/**
 * p-values as they count when several questions are asked at once: whoever calls those below 0.05 a difference is wrong
 * about any of them in at most 5 of 100 cases. The order is kept. Source: S. Holm, "A Simple Sequentially Rejective Multiple
 * Test Procedure", Scandinavian Journal of Statistics 6 (1979). Throws RangeError for a value outside 0 to 1.
 */
export function holmCorrection(pValues: readonly number[]): number[] {
  for (const value of pValues) {
    if (!(value >= 0 && value <= 1)) throw new RangeError(`${value} is no probability.`);
  }
  const bySize = pValues.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const corrected = new Array<number>(pValues.length).fill(1);
  let largest = 0;
  for (const [rank, { value, index }] of bySize.entries()) {
    largest = Math.max(largest, Math.min(1, value * (pValues.length - rank)));
    corrected[index] = largest;
  }
  return corrected;
}
