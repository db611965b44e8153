import type { ScoreInput } from '../domain/contracts/scorer.ts';

/** The last turn in which somebody spoke or acted; 0 when nobody did. */
export function lastTurnOf({ turns }: Pick<ScoreInput, 'turns'>): number {
  return turns.at(-1)?.turn ?? 0;
}
