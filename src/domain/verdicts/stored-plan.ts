import { z } from 'zod';
import { Price } from '../authoring/budgets.ts';
import { Gate, RunGate } from '../authoring/gate.ts';
import { SessionKey } from '../transcript/session-key.ts';
import { JsonObject } from '../values/json-value.ts';
import { RunShard } from './run-shard.ts';
import { SessionInputs } from './session-inputs.ts';

/** Version of the plan's format. */
export const STORED_PLAN_VERSION = 1;

/** A session that is going to run, and what a result needs to know of it. */
export const StoredPlanSession = z.strictObject({
  key: SessionKey,
  seed: z.int().min(0),
  title: z.string(),
  /** What the trials of its scenario must reach. */
  gate: Gate,
  inputs: SessionInputs,
  /** The row of a table of messages, and the variant of the table as a whole. */
  row: z
    .strictObject({
      id: z.string(),
      say: z.string(),
      wanted: z.array(z.string()),
      position: z.int().min(0),
      tableVariant: z.string(),
    })
    .optional(),
});
export type StoredPlanSession = z.infer<typeof StoredPlanSession>;

/**
 * What a run set out to do, written before its first session. With the stored sessions it is all that a result is made of,
 * so that a run whose process was killed can be read, told and gone on with.
 */
export const StoredPlan = z.strictObject({
  version: z.literal(STORED_PLAN_VERSION),
  /** Name of the run. */
  id: z.string(),
  /** Seed of the run. */
  seed: z.int().min(0),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  /** The folder that the command was started in, relative to the project's. */
  from: z.string(),
  /** Files, folders and ids, as they were given. */
  wanted: z.array(z.string()),
  /** The options of the command that decide results, as they were given. */
  options: JsonObject,
  /** What the run must reach besides. */
  gate: RunGate,
  /** Of the config, so that costs can be told again. */
  prices: z.record(z.string(), Price).optional(),
  /** In the order in which they run. */
  sessions: z.array(StoredPlanSession),
  /** Which part of a run this is, and the sessions of its other parts; absent for a whole run. */
  shard: RunShard.extend({ others: z.array(StoredPlanSession) }).optional(),
});
export type StoredPlan = z.infer<typeof StoredPlan>;
