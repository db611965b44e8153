import type { ScoreInput } from '../domain/contracts/scorer.ts';
import { verdictOfEnd } from '../domain/transcript/end-reason.ts';
import { endOf } from '../domain/transcript/endings.ts';

/** The last turn in which somebody spoke or acted; 0 when nobody did. */
export function lastTurnOf({ turns }: Pick<ScoreInput, 'turns'>): number {
  return turns.at(-1)?.turn ?? 0;
}

/**
 * The turn of something that never came: `likely`, unless the talk was cut short. Then it is the turn in which that
 * happened, since until then it could still have come.
 */
export function turnOfAbsence({ transcript }: Pick<ScoreInput, 'transcript'>, likely: number): number {
  const end = endOf(transcript);
  return end === undefined || verdictOfEnd(end.reason) === 'scored' ? likely : Math.max(likely, end.turn);
}
