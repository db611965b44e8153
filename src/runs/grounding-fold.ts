import type { SessionKey } from '../domain/transcript/session-key.ts';
import type { GroundingCurves, GroundingPoint } from '../domain/verdicts/run-result.ts';

/** Adds up supported and checkable values by turn, for each scenario and over the run. */
export type GroundingFold = {
  add(key: SessionKey, points: readonly GroundingPoint[]): void;
  curves(): GroundingCurves;
};

export function createGroundingFold(): GroundingFold {
  const run = new Map<number, GroundingPoint>();
  const scenarios = new Map<string, Map<number, GroundingPoint>>();
  return {
    add({ scenario }, points) {
      if (points.length === 0) return;
      const own = scenarios.get(scenario) ?? new Map<number, GroundingPoint>();
      scenarios.set(scenario, own);
      for (const point of points) {
        addPoint(run, point);
        addPoint(own, point);
      }
    },
    curves: () => ({
      run: inOrder(run),
      scenarios: [...scenarios]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([scenario, turns]) => ({ scenario, turns: inOrder(turns) })),
    }),
  };
}

function addPoint(points: Map<number, GroundingPoint>, { turn, supported, checkable }: GroundingPoint): void {
  const known = points.get(turn) ?? { turn, supported: 0, checkable: 0 };
  points.set(turn, { turn, supported: known.supported + supported, checkable: known.checkable + checkable });
}

function inOrder(points: Map<number, GroundingPoint>): GroundingPoint[] {
  return [...points.values()].sort((a, b) => a.turn - b.turn);
}
