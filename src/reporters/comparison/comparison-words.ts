import type { Change, Comparison, ScenarioComparison, ScoreComparison } from '../../domain/verdicts/comparison.ts';
import { countOf } from '../terminal/numbers.ts';

/** Changes in the order in which a reader wants them: what is worse first, what is as it was last. */
export const CHANGES: readonly Change[] = ['regressed', 'unjudged', 'noise', 'improved', 'removed', 'added', 'same'];

/** `3 regressed, 1 improved, 40 the same`; what does not occur is left out. */
export function countChanges(scenarios: readonly { change: Change }[]): string {
  const counts = CHANGES.flatMap((change) => {
    const count = scenarios.filter((one) => one.change === change).length;
    return count === 0 ? [] : [`${count} ${change === 'same' ? 'the same' : change}`];
  });
  return counts.length === 0 ? 'nothing to compare' : counts.join(', ');
}

/** `9/10 → 4/10 passed`, or `–` where a run has none. */
export function ratesText({ before, after }: Pick<ScenarioComparison, 'before' | 'after'>): string {
  const rateOf = (totals: ScenarioComparison['before']): string =>
    totals === undefined ? '–' : `${totals.passed}/${totals.sessions}`;
  return `${rateOf(before)} → ${rateOf(after)} passed`;
}

/** Why a single trial is enough. */
export const CERTAIN = 'certain: user and model are scripts';

/** How sure a change is: `p = 0.012`, `certain`, or why nobody can be. */
export function sureness({ change, certain, pairs, corrected, invalid }: ScenarioComparison): string {
  if (change === 'unjudged') return `no pair of valid sessions (${countOf(invalid, 'pair')} invalid)`;
  if (change === 'added' || change === 'removed' || change === 'same') return '';
  if (certain) return CERTAIN;
  if (change === 'noise' && pairs === 1) return 'one trial cannot tell';
  return corrected === undefined ? '' : probabilityText(corrected);
}

/** `turn 2, generation: …`, of the first session that was lost; not yet safe to show. */
export function lostText({ firstLost }: ScenarioComparison): string {
  if (firstLost === undefined) return '';
  const { turn, stage, message } = firstLost;
  const place = [turn === undefined ? '' : `turn ${turn}`, stage ?? ''].filter((part) => part !== '').join(', ');
  return place === '' ? message : `${place}: ${message}`;
}

/** `0.82 → 0.71 (−0.11, 95 % interval −0.15 to −0.07, p = 0.001)`. */
export function scoreText({ before, after, difference, interval, corrected, certain }: ScoreComparison): string {
  if (before === undefined || after === undefined || difference === undefined)
    return 'no pair has a value on both sides';
  const parts = [
    signed(difference),
    ...(interval === undefined ? [] : [`95 % interval ${signed(interval.low)} to ${signed(interval.high)}`]),
    ...(corrected === undefined || certain ? [] : [probabilityText(corrected)]),
  ];
  return `${before.toFixed(2)} → ${after.toFixed(2)} (${parts.join(', ')})`;
}

/** The run in a few short sentences. */
export function runText({ run }: Comparison): string[] {
  const { pairs, lost, won, invalid, rateBefore, rateAfter, difference, interval, pValue } = run;
  const cut =
    invalid === 0 ? [] : [`${countOf(invalid, 'pair')} with an invalid side ${invalid === 1 ? 'says' : 'say'} nothing`];
  if (pairs === 0 || rateBefore === undefined || rateAfter === undefined)
    return ['no pair of valid sessions: nothing can be said', ...cut];
  const chance = pValue === undefined ? '' : `, ${probabilityText(pValue)}`;
  const range =
    difference === undefined || interval === undefined
      ? []
      : [
          `${points(difference)} points, each scenario counted alike; 95 % interval ${points(interval.low)} to ${points(interval.high)}`,
        ];
  const rates = `${share(rateBefore)} → ${share(rateAfter)} of ${countOf(pairs, 'pair')} passed`;
  return [`${rates} (${lost} lost, ${won} won${chance})`, ...range, ...cut];
}

function probabilityText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
}

function points(value: number): string {
  return `${value < 0 ? '−' : '+'}${(Math.abs(value) * 100).toFixed(1)}`;
}

function share(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}
