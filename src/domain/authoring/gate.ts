import { z } from 'zod';

const rate = z.number().gt(0).max(1);

/** Name of a scorer, or id of a score → its least mean, 0 to 1. */
const ScoreFloors = z.record(z.string().min(1), z.number().min(0).max(1));

/** What the trials of one scenario must reach. */
export const Gate = z.strictObject({
  /** Share of the trials that must pass, above 0 and at most 1; 1 where absent. Invalid trials never count as passed. */
  minPassRate: rate.optional(),
  /** The least lower end of the 95 % interval of that share: few trials cannot reach it, however they went. */
  minPassRateLow: rate.optional(),
  /** The chance that so many trials in a row all pass must be at least `min`. */
  passHatK: z.strictObject({ trials: z.int().min(1).max(100_000), min: rate }).optional(),
  /** Means over the trials that have a value; where none has one, the gate is lost. */
  scores: ScoreFloors.optional(),
});
export type Gate = z.infer<typeof Gate>;

export const FAIL_ON = ['flaky', 'invalid'] as const;

/** What a whole run must reach, besides the gates of its scenarios. */
export const RunGate = z.strictObject({
  /** Share of all sessions that must pass. Scenarios without a gate of their own then answer for this one together. */
  minPassRate: rate.optional(),
  /** The least lower end of the 95 % interval of that share, each scenario counted alike. */
  minPassRateLow: rate.optional(),
  /** Means over the scenarios. */
  scores: ScoreFloors.optional(),
  /** US dollars for all models of the run. A model without a price makes it unknown, and the run invalid. */
  maxCostUsd: z.number().gt(0).optional(),
  /** Scenarios that may be worse than in the run of `--baseline`; 0 where absent. */
  maxRegressions: z.int().min(0).optional(),
  /** What loses the run by itself: a scenario of which some trials passed and some failed, or an invalid session. */
  failOn: z.array(z.enum(FAIL_ON)).optional(),
});
export type RunGate = z.infer<typeof RunGate>;
