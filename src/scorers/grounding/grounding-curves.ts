import type { GroundingPoint } from '../../domain/verdicts/run-result.ts';
import type { Score } from '../../domain/verdicts/score.ts';

/**
 * Supported and checkable claims by turn, from the `grounded` scores of a session; turns without anything checkable are
 * left out. Where several scores judged a turn, the one that looked at most claims counts.
 */
export function groundingPointsOf(scores: readonly Score[]): GroundingPoint[] {
  const points = new Map<number, GroundingPoint>();
  for (const score of scores) {
    if (score.scorer !== 'grounded' || score.status !== 'scored') continue;
    for (const { turn, metrics } of score.turns) {
      const { supported = 0, checkable = 0 } = metrics;
      if (checkable > (points.get(turn)?.checkable ?? 0)) points.set(turn, { turn, supported, checkable });
    }
  }
  return [...points.values()].sort((a, b) => a.turn - b.turn);
}
