import { z } from 'zod';

/** What a session's result depends on besides its seed, as far as it can be compared; code has no hash. */
export const SessionInputs = z.strictObject({
  /** Name of the agent. */
  agent: z.string(),
  /** Hash of the scenario as loaded. */
  scenario: z.string(),
  /** Hash of the persona as loaded. */
  persona: z.string().optional(),
  /** Hash of the checks of config and persona, which the scenario does not hold. */
  checks: z.string().optional(),
});
export type SessionInputs = z.infer<typeof SessionInputs>;

/** What differs between two sessions of one key, in words: `the scenario`. Empty when nothing does. */
export function changedInputs(before: Partial<SessionInputs>, now: SessionInputs): string[] {
  const names = { agent: 'the agent', scenario: 'the scenario', persona: 'the persona', checks: 'the shared checks' };
  return (
    (Object.keys(names) as (keyof typeof names)[])
      // What an older version did not write down says nothing.
      .filter((part) => before[part] !== undefined && before[part] !== now[part])
      .map((part) => names[part])
  );
}
