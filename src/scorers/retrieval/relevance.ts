import { z } from 'zod';
import { UsageError } from '../../domain/errors.ts';
import type { Grades } from '../../statistics/ranking-measures.ts';

const Id = z.union([z.string().min(1), z.number()]);
const Grade = z.number().min(0).max(100);
const OneQuestion = z.union([z.array(Id).min(1), z.record(z.string().min(1), Grade)]);

/** Which documents answer the question: a list, grades by id, or either of them by turn (from 0). */
export const Relevant = z.union([OneQuestion, z.record(z.string().regex(/^\d+$/, 'is no turn'), OneQuestion)]);
export type Relevant = z.infer<typeof Relevant>;

/** What is to be found, in one turn, or in the session as a whole. */
export type Question = { turn?: number | undefined; grades: Grades };

/** Throws `UsageError` where nothing is relevant. */
export function questionsOf(relevant: Relevant, gain: 'linear' | 'exponential'): readonly Question[] {
  if (isByTurn(relevant)) {
    return Object.entries(relevant)
      .map(([turn, one]) => ({ turn: Number(turn), grades: gradesOf(one, gain, `relevant.${turn}`) }))
      .sort((a, b) => a.turn - b.turn);
  }
  return [{ grades: gradesOf(relevant, gain, 'relevant') }];
}

type One = z.infer<typeof OneQuestion>;

function isByTurn(relevant: Relevant): relevant is Record<string, One> {
  const values: readonly unknown[] = Array.isArray(relevant) ? [] : Object.values(relevant);
  return values.some((value) => typeof value === 'object');
}

function gradesOf(one: One, gain: 'linear' | 'exponential', path: string): Grades {
  const entries = Array.isArray(one) ? one.map((id) => [String(id), 1] as const) : Object.entries(one);
  const relevant = entries.filter(([, grade]) => grade > 0);
  if (relevant.length === 0) {
    const message = 'no document is relevant, so nothing could be found';
    throw new UsageError(message, [{ severity: 'error', code: 'nothing-relevant', path, message }]);
  }
  return new Map(relevant.map(([id, grade]) => [id, gain === 'linear' ? grade : 2 ** grade - 1]));
}
