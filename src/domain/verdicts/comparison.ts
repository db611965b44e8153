import { z } from 'zod';
import { Stage } from './evidence.ts';
import { Totals } from './totals.ts';

/** Version of the format of a comparison. */
export const COMPARISON_VERSION = 1;

/**
 * What became of a scenario or a score. `noise`: it differs, and chance may be why. `unjudged`: on one side or both no
 * session was a valid test, so that nothing can be said.
 */
export const Change = z.enum(['regressed', 'improved', 'noise', 'same', 'added', 'removed', 'unjudged']);
export type Change = z.infer<typeof Change>;

const probability = z.number().min(0).max(1);

/** Both ends of a 95 % interval, in the unit of what it is about. */
const Range = z.strictObject({ low: z.number(), high: z.number() });

/** Pairs of sessions with the same scenario, variant and trial, both of them valid tests. */
export const PairCounts = z.strictObject({
  pairs: z.int().min(0),
  /** Passed before and failed after. */
  lost: z.int().min(0),
  /** Failed before and passed after. */
  won: z.int().min(0),
  /** Pairs of which a side is invalid: they say nothing. */
  invalid: z.int().min(0),
});
export type PairCounts = z.infer<typeof PairCounts>;

/** The first session that passed before and failed after. */
export const LostSession = z.strictObject({
  before: z.string(),
  after: z.string(),
  trial: z.int().min(0),
  turn: z.int().min(0).optional(),
  stage: Stage.optional(),
  message: z.string(),
});
export type LostSession = z.infer<typeof LostSession>;

export const ScenarioComparison = PairCounts.extend({
  scenario: z.string(),
  variant: z.string(),
  change: Change,
  /** Absent where the scenario was not in that run. */
  before: Totals.optional(),
  after: Totals.optional(),
  /** Both sides were free of chance, so that every difference is one. */
  certain: z.boolean(),
  /** Exact test of McNemar; absent where no pair differs. */
  pValue: probability.optional(),
  /** The same, corrected for the number of scenarios that differ. */
  corrected: probability.optional(),
  firstLost: LostSession.optional(),
  /** The name it had before, where the reader said so. */
  renamedFrom: z.string().optional(),
});
export type ScenarioComparison = z.infer<typeof ScenarioComparison>;

/** Mean of one score over the pairs in which both sides have a value. */
export const ScoreComparison = z.strictObject({
  /** Absent over the whole run. */
  scenario: z.string().optional(),
  variant: z.string().optional(),
  /** Id of the score within a scenario, name of the scorer over the run. */
  score: z.string(),
  stage: Stage,
  change: Change,
  pairs: z.int().min(0),
  /** Pairs in which one side alone has a value: a check that could not be made any more, or can be made now. */
  onlyBefore: z.int().min(0),
  onlyAfter: z.int().min(0),
  /** As of a scenario. */
  certain: z.boolean(),
  before: z.number().optional(),
  after: z.number().optional(),
  difference: z.number().optional(),
  interval: Range.optional(),
  pValue: probability.optional(),
  corrected: probability.optional(),
});
export type ScoreComparison = z.infer<typeof ScoreComparison>;

const RunHead = z.strictObject({ id: z.string(), seed: z.int().min(0), startedAt: z.string(), totals: Totals });

/** Failed sessions of pairs, by what is named. */
const FailureCount = { before: z.int().min(0), after: z.int().min(0) };

export const Comparison = z.strictObject({
  version: z.literal(COMPARISON_VERSION),
  before: RunHead,
  after: RunHead,
  /** Smallest difference of a rate or a score that may count, 0 to 1. */
  tolerance: z.number().min(0).max(1),
  /** Over all pairs of both runs. */
  run: PairCounts.extend({
    change: Change,
    /** Share of the pairs that passed; absent without pairs. */
    rateBefore: probability.optional(),
    rateAfter: probability.optional(),
    /** `rateAfter - rateBefore`, each scenario counted alike, with its interval. */
    difference: z.number().optional(),
    interval: Range.optional(),
    pValue: probability.optional(),
  }),
  /** Ordered by scenario and variant. */
  scenarios: z.array(ScenarioComparison),
  /** Each scorer over the run, then each score of each scenario that changed. */
  scores: z.array(ScoreComparison),
  /** Failures of the sessions in pairs, by the stage and the turn in which they began. */
  stages: z.array(z.strictObject({ stage: Stage, ...FailureCount })),
  turns: z.array(z.strictObject({ turn: z.int().min(0), ...FailureCount })),
  /** What a reader should know: scenarios that may have been renamed, other seeds, a run that was cut short. */
  notes: z.array(z.string()),
});
export type Comparison = z.infer<typeof Comparison>;
