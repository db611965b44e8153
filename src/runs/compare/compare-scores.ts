import type { ScoreComparison } from '../../domain/verdicts/comparison.ts';
import type { ScoreSummary } from '../../domain/verdicts/session-result.ts';
import { type ClusteredMean, clusteredMean } from '../../statistics/clustered-mean.ts';
import { holmCorrection } from '../../statistics/holm-correction.ts';
import { mcnemarTest } from '../../statistics/mcnemar-test.ts';
import { type CompareRules, changeOf, DIFFERENCE } from './change-of.ts';
import { isCertain, isJudged } from './count-pairs.ts';
import type { PairedScenario, SessionPair } from './pair-sessions.ts';

type BothValues = { before: number; after: number };

/** The values of one score in pairs: a list of differences for each group that the bootstrap draws as a whole. */
type Tally = {
  head: Pick<ScoreComparison, 'scenario' | 'variant' | 'score' | 'stage'>;
  scorer: string;
  groups: BothValues[][];
  onlyBefore: number;
  onlyAfter: number;
  certain: boolean;
};

/** Each scorer over the run, then the scores of single scenarios that changed in any way. */
export function compareScores(scenarios: readonly PairedScenario[], rules: CompareRules): ScoreComparison[] {
  const overRun = judgeAll(talliesOfRun(scenarios), rules);
  const ofScenarios = judgeAll(scenarios.flatMap(talliesOfScenario), rules).filter(
    ({ change, onlyBefore, onlyAfter }) => change !== 'same' || onlyBefore + onlyAfter > 0,
  );
  return [...overRun, ...ofScenarios];
}

function talliesOfRun(scenarios: readonly PairedScenario[]): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const { pairs } of scenarios) {
    const groups = new Map<Tally, BothValues[]>();
    for (const pair of pairs.filter(isJudged)) {
      for (const both of scoresOf(pair)) {
        const { scorer, stage } = both.either;
        const name = `${scorer}/${stage}`;
        const tally = tallies.get(name) ?? emptyTally(scorer, { score: scorer, stage });
        tallies.set(name, tally);
        const group = groups.get(tally) ?? [];
        groups.set(tally, group);
        take(tally, { ...both, group, pair });
      }
    }
    for (const [tally, group] of groups) tally.groups.push(group);
  }
  return [...tallies].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tally]) => tally);
}

function talliesOfScenario({ scenario, variant, pairs }: PairedScenario): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const pair of pairs.filter(isJudged)) {
    for (const both of scoresOf(pair)) {
      const { id: score, scorer, stage } = both.either;
      const tally = tallies.get(score) ?? emptyTally(scorer, { scenario, variant, score, stage });
      tallies.set(score, tally);
      const group: BothValues[] = [];
      take(tally, { ...both, group, pair });
      tally.groups.push(group);
    }
  }
  return [...tallies.values()];
}

function emptyTally(scorer: string, head: Tally['head']): Tally {
  return { head, scorer, groups: [], onlyBefore: 0, onlyAfter: 0, certain: true };
}

type BothScores = { either: ScoreSummary; before: ScoreSummary | undefined; after: ScoreSummary | undefined };

/** The scores of both sessions by their ids, in the order of the later one. */
function scoresOf({ before, after }: SessionPair): BothScores[] {
  const earlier = new Map(before.scores.map((score) => [score.id, score]));
  const later = new Set(after.scores.map(({ id }) => id));
  return [
    ...after.scores.map((score) => ({ either: score, before: earlier.get(score.id), after: score })),
    ...before.scores
      .filter(({ id }) => !later.has(id))
      .map((score) => ({ either: score, before: score, after: undefined })),
  ];
}

function take(
  tally: Tally,
  { before, after, group, pair }: Omit<BothScores, 'either'> & { group: BothValues[]; pair: SessionPair },
): void {
  const [old, now] = [before?.value, after?.value];
  if (old !== undefined && now !== undefined) {
    group.push({ before: old, after: now });
    tally.certain &&= isCertain(pair);
  } else if (old !== undefined) tally.onlyBefore += 1;
  else if (now !== undefined) tally.onlyAfter += 1;
}

function judgeAll(tallies: readonly Tally[], rules: CompareRules): ScoreComparison[] {
  const measured = tallies.filter(hasValue).map((tally) => measure(tally, rules));
  const asked = measured.filter(({ pValue }) => pValue !== undefined);
  const corrected = holmCorrection(asked.map(({ pValue }) => pValue as number));
  const correctedOf = new Map(asked.map((one, index) => [one, corrected[index] as number]));
  return measured.map((one) => told(one, { corrected: correctedOf.get(one), rules }));
}

/** Whether any session has a value: a check that was neither time to be made says nothing. */
function hasValue({ groups, onlyBefore, onlyAfter }: Tally): boolean {
  return onlyBefore + onlyAfter > 0 || groups.some(({ length }) => length > 0);
}

type Measured = { tally: Tally; values: BothValues[]; found: ClusteredMean | undefined; pValue: number | undefined };

function measure(tally: Tally, { seed }: CompareRules): Measured {
  const values = tally.groups.flat();
  const differences = tally.groups.map((group) => group.map(({ before, after }) => after - before));
  const differs = values.some(({ before, after }) => before !== after);
  const found = clusteredMean(differences, { seed, bounds: DIFFERENCE });
  return { tally, values, found, pValue: differs ? (found?.pValue ?? signTest(differences)) : undefined };
}

/** Where all groups differ by the same, nothing can be drawn; each of them still says which way it went. */
function signTest(groups: readonly (readonly number[])[]): number {
  const sums = groups.map((group) => group.reduce((sum, value) => sum + value, 0));
  return mcnemarTest(sums.filter((sum) => sum < 0).length, sums.filter((sum) => sum > 0).length);
}

function told(
  { tally, values, found, pValue }: Measured,
  { corrected, rules }: { corrected: number | undefined; rules: CompareRules },
): ScoreComparison {
  const { head, onlyBefore, onlyAfter } = tally;
  const counts = { ...head, pairs: values.length, onlyBefore, onlyAfter, certain: tally.certain };
  if (found === undefined) return { ...counts, change: 'unjudged' };
  const tolerance = rules.tolerances.get(tally.scorer) ?? rules.tolerance;
  return {
    ...counts,
    change: changeOf({ difference: found.mean, pValue: corrected, certain: tally.certain }, { ...rules, tolerance }),
    before: meanOf(values.map(({ before }) => before)),
    after: meanOf(values.map(({ after }) => after)),
    difference: found.mean,
    ...(found.interval === undefined ? {} : { interval: found.interval }),
    ...(pValue === undefined ? {} : { pValue }),
    ...(corrected === undefined ? {} : { corrected }),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
