import { ndcgAt, precisionAt, recallAt, reciprocalRankAt } from '../../statistics/ranking-measures.ts';
import type { Question } from './relevance.ts';
import { mergeSearches, type Search } from './searches.ts';

export const MEASURES = ['recall', 'precision', 'mrr', 'ndcg'] as const;
export type Measure = (typeof MEASURES)[number];

/** How well searches answered a question, each 0 to 1. `mrr` is the reciprocal rank of one question. */
export type Measured = Readonly<Record<Measure, number>>;

export type MeasuredQuestion = {
  question: Question;
  searches: readonly Search[];
  ranking: readonly string[];
  measured: Measured;
};

/** Measures what searches brought together; without `k`, all of what they brought. */
export function measureQuestion(
  question: Question,
  searches: readonly Search[],
  k: number | undefined,
): MeasuredQuestion {
  const ranking = mergeSearches(searches, k ?? Number.POSITIVE_INFINITY);
  // Two searches of which the first k count make a ranking that may be longer than k.
  const depth = Math.max(k ?? 1, ranking.length);
  const { grades } = question;
  return {
    question,
    searches,
    ranking,
    measured: {
      recall: recallAt(ranking, grades, depth),
      precision: precisionAt(ranking, grades, depth),
      mrr: reciprocalRankAt(ranking, grades, depth),
      ndcg: ndcgAt(ranking, grades, depth),
    },
  };
}
