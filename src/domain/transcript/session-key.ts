import { z } from 'zod';
import { Identifier } from '../authoring/identifier.ts';

/**
 * What makes a session the same session in another run, shard or machine: the scenario, the variant (`default`, or the
 * overrides of agent, model and persona), and the trial, counted from 0.
 */
export const SessionKey = z.strictObject({
  scenario: Identifier,
  variant: Identifier,
  trial: z.int().min(0),
});
export type SessionKey = z.infer<typeof SessionKey>;

/** `scenario/variant/trial`: unique in a run, safe as a path. */
export function sessionPath({ scenario, variant, trial }: SessionKey): string {
  return `${scenario}/${variant}/${trial}`;
}

/** `run/scenario/variant/trial`, the name of a stored session. */
export function sessionId(run: string, key: SessionKey): string {
  return `${run}/${sessionPath(key)}`;
}

/** Orders keys by scenario, variant and trial, independent of locale. */
export function compareKeys(a: SessionKey, b: SessionKey): number {
  if (a.scenario !== b.scenario) return a.scenario < b.scenario ? -1 : 1;
  if (a.variant !== b.variant) return a.variant < b.variant ? -1 : 1;
  return a.trial - b.trial;
}
