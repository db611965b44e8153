import { relative } from 'node:path';
import type { Prices } from '../domain/authoring/budgets.ts';
import type { RunGate } from '../domain/authoring/gate.ts';
import { type JsonObject, toJsonValue } from '../domain/values/json-value.ts';
import { STORED_PLAN_VERSION, type StoredPlan, type StoredPlanSession } from '../domain/verdicts/stored-plan.ts';
import { type FileFormatName, fileFormats } from '../reporters/files/file-formats.ts';
import { inputsOf, type PlannedSession } from '../runs/plan-run.ts';
import type { RunOptions } from './run-options.ts';

/** Options that decide how a run is told and not what comes out; a run that goes on takes them from its own command. */
const OF_THE_COMMAND = [
  'resume',
  'dryRun',
  'out',
  'store',
  'report',
  'json',
  'otelFile',
  'otelContent',
  'annotations',
  'quiet',
  'verbose',
] as const satisfies readonly (keyof RunOptions)[];
type OwnOption = (typeof OF_THE_COMMAND)[number] | FileFormatName;

const OWN: readonly string[] = [...OF_THE_COMMAND, ...Object.keys(fileFormats)];

export type OwnOptions = Pick<RunOptions, OwnOption>;

/** The options in two parts: those of this command, and those that belong to the run. */
export function splitOptions(options: RunOptions): { own: OwnOptions; ofRun: Omit<RunOptions, OwnOption> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  const isOwn = ([name]: [string, unknown]): boolean => OWN.includes(name);
  return {
    own: Object.fromEntries(entries.filter(isOwn)),
    ofRun: Object.fromEntries(entries.filter((entry) => !isOwn(entry))),
  };
}

/** What is written of a run before its first session. */
export function planFile({
  cwd,
  root,
  options,
  prices,
  gate,
  sessions,
  shard,
  ...head
}: Pick<StoredPlan, 'id' | 'seed' | 'startedAt'> & {
  cwd: string;
  root: string;
  wanted: readonly string[];
  options: RunOptions;
  prices: Prices | undefined;
  gate: RunGate;
  sessions: readonly PlannedSession[];
  shard?: StoredPlan['shard'];
}): StoredPlan {
  const { id, seed, startedAt, wanted } = head;
  return {
    version: STORED_PLAN_VERSION,
    ...{ id, seed, startedAt },
    from: relative(root, cwd),
    wanted: [...wanted],
    options: toJsonValue(splitOptions(options).ofRun).value as JsonObject,
    ...(prices === undefined ? {} : { prices }),
    gate,
    sessions: sessions.map(planEntry),
    ...(shard === undefined ? {} : { shard }),
  };
}

export function planEntry(planned: PlannedSession): StoredPlanSession {
  const { key, seed, scenario, gate, row } = planned;
  return {
    ...{ key, seed, title: scenario.title, gate },
    inputs: inputsOf(planned),
    ...(row === undefined ? {} : { row: { ...row, wanted: [...row.wanted] } }),
  };
}
