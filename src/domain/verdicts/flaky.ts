import { type SessionKey, sessionPath } from '../transcript/session-key.ts';
import type { Verdict } from './verdict.ts';

type Session = { key: SessionKey; verdict: Verdict };

/** Sessions of one scenario in one variant, in their order. */
export type TrialGroup<T extends Session> = { scenario: string; variant: string; sessions: readonly T[] };

/** Some passed and some failed. What is invalid says nothing of the agent, and makes nothing flaky. */
export function isFlaky({ passed, failed }: { passed: number; failed: number }): boolean {
  return passed > 0 && failed > 0;
}

/** The sessions by scenario and variant, in the order of the first of each. */
export function groupTrials<T extends Session>(sessions: readonly T[]): readonly TrialGroup<T>[] {
  const groups = new Map<string, { scenario: string; variant: string; sessions: T[] }>();
  for (const session of sessions) {
    const { scenario, variant } = session.key;
    const name = `${scenario}/${variant}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { scenario, variant, sessions: [session] });
    else group.sessions.push(session);
  }
  return [...groups.values()];
}

/** Names (`scenario/variant/trial`) of the sessions whose scenario and variant is flaky in this run. */
export function flakySessions(sessions: readonly Session[]): ReadonlySet<string> {
  const flaky = groupTrials(sessions).filter((group) => isFlaky(countVerdicts(group.sessions)));
  return new Set(flaky.flatMap((group) => group.sessions.map(({ key }) => sessionPath(key))));
}

/** How many of the sessions have which verdict. */
export function countVerdicts(sessions: readonly { verdict: Verdict }[]): Record<Verdict, number> {
  const counts = { passed: 0, failed: 0, invalid: 0 };
  for (const { verdict } of sessions) counts[verdict] += 1;
  return counts;
}
