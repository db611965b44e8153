import { z } from 'zod';
import { Comparison } from './comparison.ts';
import { Stage } from './evidence.ts';
import { ModelTotals } from './model-totals.ts';
import { RoutingResult } from './routing-result.ts';
import { RunMatrix } from './run-matrix.ts';
import { RunShard } from './run-shard.ts';
import { SessionSummary } from './session-result.ts';
import { Totals } from './totals.ts';

/** Version of the report format. */
export const RUN_RESULT_VERSION = 1;

/** What `k` fresh trials would come to, 0 to 1, estimated without bias. Invalid trials count as not passed. */
export const TrialChance = z.strictObject({
  k: z.int().min(1),
  /** pass@k: at least one of them passes. */
  any: z.number().min(0).max(1),
  /** pass^k: all of them pass. */
  all: z.number().min(0).max(1),
});
export type TrialChance = z.infer<typeof TrialChance>;

/** All trials of one scenario in one variant; of a table of messages, those of all its rows. */
export const ScenarioTotals = Totals.extend({
  scenario: z.string(),
  variant: z.string(),
  /** passed / sessions, 0 to 1. */
  passRate: z.number().min(0).max(1),
  /**
   * Where the true rate plausibly lies, by these trials: 95 %, Wilson. Absent for a single trial. Invalid trials count
   * against it, as they do in `passRate`.
   */
  interval: z.strictObject({ low: z.number().min(0).max(1), high: z.number().min(0).max(1) }).optional(),
  /** The share that had to pass; 0 where the scenario answers only for the run. */
  minPassRate: z.number().min(0).max(1),
  /** Some trials passed and some failed. */
  flaky: z.boolean().optional(),
  /** Chances of `k` fresh trials, for k from 2 up to the trials, at most 10; absent for a single trial. */
  chances: z.array(TrialChance).optional(),
});
export type ScenarioTotals = z.infer<typeof ScenarioTotals>;

/** Supported and checkable values of answers in one turn. */
export const GroundingPoint = z.strictObject({
  turn: z.int().min(0),
  supported: z.int().min(0),
  checkable: z.int().min(0),
});
export type GroundingPoint = z.infer<typeof GroundingPoint>;

/** Grounding by turn, for each scenario and over the run. A turn without checkable values is not in the list. */
export const GroundingCurves = z.strictObject({
  run: z.array(GroundingPoint),
  scenarios: z.array(z.strictObject({ scenario: z.string(), turns: z.array(GroundingPoint) })),
});
export type GroundingCurves = z.infer<typeof GroundingCurves>;

/** A mean over scenarios, each of which counts alike. */
export const MeanOverScenarios = z.strictObject({
  mean: z.number(),
  /** Scenarios that have a value. */
  scenarios: z.int().min(1),
  /** 95 %, studentised bootstrap over whole scenarios; absent where nothing tells how far another sample might lie. */
  interval: z.strictObject({ low: z.number(), high: z.number() }).optional(),
});
export type MeanOverScenarios = z.infer<typeof MeanOverScenarios>;

export const RunStatistics = z.strictObject({
  /** Share of the trials that passed. */
  passRate: MeanOverScenarios.optional(),
  /** Means of pass@k and pass^k over the scenarios that have at least `k` trials. */
  chances: z.array(TrialChance.extend({ scenarios: z.int().min(1) })),
  /** Ordered by scorer and stage. */
  scores: z.array(MeanOverScenarios.extend({ scorer: z.string(), stage: Stage })),
  /** Where the intervals say less than they seem to. */
  limits: z.array(z.string()),
});
export type RunStatistics = z.infer<typeof RunStatistics>;

/** The rule that turns a run into an exit code. */
export const GateOutcome = z.strictObject({
  status: z.enum(['met', 'lost', 'invalid', 'interrupted']),
  reasons: z.array(z.string()),
});
export type GateOutcome = z.infer<typeof GateOutcome>;

export const RunResult = z.strictObject({
  version: z.literal(RUN_RESULT_VERSION),
  /** Name of the run's folder. */
  id: z.string(),
  /** Seed of the run. */
  seed: z.int().min(0),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  durationMs: z.number().min(0),
  /** Ordered by scenario, variant and trial. */
  sessions: z.array(SessionSummary),
  totals: Totals,
  scenarios: z.array(ScenarioTotals),
  statistics: RunStatistics.optional(),
  /** Which part of a run this is; its gate says only what is certain whatever the others come to. */
  shard: RunShard.optional(),
  /** The same scenarios against several agents; absent for a run against one. */
  matrix: RunMatrix.optional(),
  grounding: GroundingCurves,
  /** Who was called for what; absent when no scenario was a table of messages. Ordered by scenario and variant. */
  routing: z.array(RoutingResult).optional(),
  /** With the run of `--baseline`; absent without one. */
  comparison: Comparison.optional(),
  gate: GateOutcome,
  /** Ordered by role and model; absent when no model was asked. */
  models: z.array(ModelTotals).optional(),
  /** Sessions that were planned and did not come to a result. */
  missing: z.array(z.string()),
  /** What went wrong around the sessions and makes the run invalid: a reporter that threw, a bug of ours. */
  problems: z.array(z.string()),
  /** What a reader should know and what decides nothing: an agent that held up others, an answer that came too late. */
  notes: z.array(z.string()),
});
export type RunResult = z.infer<typeof RunResult>;
