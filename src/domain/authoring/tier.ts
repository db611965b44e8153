import type { Expectation, Scenario } from './scenario.ts';
import type { UserDefinition } from './user-definition.ts';

export type Tier = 'scripted' | 'live';

/** What a scenario says of itself, or `live` when its user or one of its own checks asks a model. */
export function tierOf({ tier, user, expect }: Pick<Scenario, 'tier' | 'user' | 'expect'>): Tier {
  return tier ?? (hasPersonaPart(user) || expect.some(asksJudge) ? 'live' : 'scripted');
}

/** Whether a model speaks for a persona in some part of the talk. */
export function hasPersonaPart(user: UserDefinition): boolean {
  const parts: readonly unknown[] = Array.isArray(user) ? user : [user];
  return parts.some((part) => typeof part === 'object' && part !== null && 'persona' in part);
}

export function asksJudge({ type }: Pick<Expectation, 'type'>): boolean {
  return type === 'judge';
}
