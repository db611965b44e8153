import { compareKeys, type SessionKey, sessionPath } from '../../domain/transcript/session-key.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import type { Verdict } from '../../domain/verdicts/verdict.ts';

type Told = { key: SessionKey; verdict: Verdict; lines: readonly string[] };

/**
 * The reports of the first sessions that did not pass, whichever ended first: one of each scenario before a second one
 * of any; failed before invalid; then by key.
 */
export type ToldFailures = {
  /** Renders the session when it is among the first so far. */
  add(result: SessionResult): void;
  has(session: { key: SessionKey }): boolean;
  /** Failed before invalid, then by key. */
  reports(): (readonly string[])[];
};

export function toldFailures(max: number, render: (result: SessionResult) => readonly string[]): ToldFailures {
  let told: Told[] = [];
  return {
    add(result) {
      const { key, verdict } = result;
      const fresh: Told = { key, verdict, lines: [] };
      const first = firstOf([...told, fresh], max);
      // Rendering costs more than ranking, and most failures of a bad run are not shown.
      told = first.map((one) => (one === fresh ? { ...fresh, lines: render(result) } : one));
    },
    has: ({ key }) => told.some((one) => sessionPath(one.key) === sessionPath(key)),
    reports: () => told.toSorted(compareTold).map(({ lines }) => lines),
  };
}

function firstOf(told: readonly Told[], max: number): Told[] {
  if (told.length <= max) return [...told];
  const earlier = new Map<string, number>();
  const ranked = told.toSorted(compareTold).map((one) => {
    const group = `${one.key.scenario}/${one.key.variant}`;
    const rank = earlier.get(group) ?? 0;
    earlier.set(group, rank + 1);
    return { one, rank };
  });
  // The sort is stable, so within a rank the order stays.
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, max)
    .map(({ one }) => one);
}

function compareTold(a: Told, b: Told): number {
  if (a.verdict !== b.verdict) return a.verdict === 'failed' ? -1 : 1;
  return compareKeys(a.key, b.key);
}
