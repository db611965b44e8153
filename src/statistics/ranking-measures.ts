/** How much each item counts, by its id: above 0 for a relevant one. What is not named counts 0. */
export type Grades = ReadonlyMap<string, number>;

/**
 * Share of the relevant items that stand among the first `k` of a ranking, 0 to 1. `ranking` names each item once. Throws
 * RangeError when nothing is relevant, or `k` is no whole number of at least 1.
 */
export function recallAt(ranking: readonly string[], grades: Grades, k: number): number {
  return countRelevant(firstOf(ranking, k), grades) / relevantCount(grades);
}

/**
 * Share of the first `k` places that relevant items take, 0 to 1. It divides by `k` also where the ranking is shorter: a
 * place that nothing fills is not relevant.
 * Source: trec_eval, measure "P". Throws RangeError as `recallAt` does.
 */
export function precisionAt(ranking: readonly string[], grades: Grades, k: number): number {
  relevantCount(grades);
  return countRelevant(firstOf(ranking, k), grades) / k;
}

/**
 * 1 over the rank of the first relevant item among the first `k`, 0 where there is none. The mean over several questions is
 * MRR.
 * Source: trec_eval, measure "recip_rank", cut off at `k`. Throws RangeError as `recallAt` does.
 */
export function reciprocalRankAt(ranking: readonly string[], grades: Grades, k: number): number {
  relevantCount(grades);
  const index = firstOf(ranking, k).findIndex((item) => isRelevant(item, grades));
  return index < 0 ? 0 : 1 / (index + 1);
}

/**
 * Normalised discounted cumulated gain of the first `k`, 0 to 1: the sum of grade / log2(rank + 1), over the same sum of the
 * best ranking that the grades allow.
 * Source: K. Järvelin and J. Kekäläinen, "Cumulated gain-based evaluation of IR techniques", ACM TOIS 20 (2002), with the
 * discount of trec_eval ("ndcg_cut"), which begins at rank 2. Throws RangeError as `recallAt` does.
 */
export function ndcgAt(ranking: readonly string[], grades: Grades, k: number): number {
  relevantCount(grades);
  const gains = firstOf(ranking, k).map((item) => gainOf(item, grades));
  const best = [...grades.keys()].map((item) => gainOf(item, grades)).sort((a, b) => b - a);
  // Equal rankings add up in the same order, and so to the same number.
  return Math.min(1, cumulatedGain(gains) / cumulatedGain(best.slice(0, k)));
}

function cumulatedGain(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}

function firstOf(ranking: readonly string[], k: number): readonly string[] {
  if (!Number.isSafeInteger(k) || k < 1) throw new RangeError(`${k} is no number of places: 1 is the least.`);
  return ranking.slice(0, k);
}

function relevantCount(grades: Grades): number {
  const count = [...grades.keys()].filter((item) => isRelevant(item, grades)).length;
  if (count === 0) throw new RangeError('Nothing is relevant: at least one grade above 0 is needed.');
  return count;
}

function countRelevant(items: readonly string[], grades: Grades): number {
  return new Set(items.filter((item) => isRelevant(item, grades))).size;
}

function isRelevant(item: string, grades: Grades): boolean {
  return gainOf(item, grades) > 0;
}

function gainOf(item: string, grades: Grades): number {
  return Math.max(0, grades.get(item) ?? 0);
}
