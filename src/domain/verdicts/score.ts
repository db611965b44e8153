import { z } from 'zod';
import { JsonValue } from '../values/json-value.ts';
import { Finding, Stage } from './evidence.ts';

const head = {
  /** The author's id, or the scorer's name and a hash of its specification. Never a position. */
  id: z.string(),
  scorer: z.string(),
  stage: Stage,
  required: z.boolean(),
};

/** How one turn did, where a scorer can say. */
export const TurnScore = z.strictObject({
  turn: z.int().min(0),
  /** 0 to 1; absent where there was nothing to check in this turn. */
  value: z.number().min(0).max(1).optional(),
  /** What was counted, such as supported and checkable values. */
  metrics: z.record(z.string(), z.number()),
});
export type TurnScore = z.infer<typeof TurnScore>;

const outcomes = {
  scored: {
    status: z.literal('scored'),
    /** 0 to 1. */
    value: z.number().min(0).max(1),
    passed: z.boolean(),
    reason: z.string(),
    findings: z.array(Finding),
    metrics: z.record(z.string(), z.number()),
    turns: z.array(TurnScore),
    details: JsonValue.optional(),
  },
  notApplicable: { status: z.literal('not_applicable'), reason: z.string() },
  unscored: { status: z.literal('unscored'), reason: z.string() },
  errored: {
    status: z.literal('errored'),
    message: z.string(),
    /** What the check found is that the simulation broke: the session is no valid test, whatever else was found. */
    breaksSimulation: z.literal(true).optional(),
  },
};

/**
 * What a scorer says. `not_applicable`: there was nothing to check. `unscored`: it could not tell. `errored`: it broke.
 * None of the three is a zero, and none is a pass.
 */
export const ScoreOutcome = z.discriminatedUnion('status', [
  z.strictObject(outcomes.scored),
  z.strictObject(outcomes.notApplicable),
  z.strictObject(outcomes.unscored),
  z.strictObject(outcomes.errored),
]);
export type ScoreOutcome = z.infer<typeof ScoreOutcome>;

export const Score = z.discriminatedUnion('status', [
  z.strictObject({ ...head, ...outcomes.scored }),
  z.strictObject({ ...head, ...outcomes.notApplicable }),
  z.strictObject({ ...head, ...outcomes.unscored }),
  z.strictObject({ ...head, ...outcomes.errored }),
]);
export type Score = z.infer<typeof Score>;
