import { forTerminal } from '../../domain/display/terminal.ts';
import type { SessionKey } from '../../domain/transcript/session-key.ts';
import type { Verdict } from '../../domain/verdicts/verdict.ts';

/** Verdicts as one character that differs without colour, too. */
export const MARKS: Readonly<Record<Verdict, string>> = { passed: '✓', failed: '✗', invalid: '!' };

/** `refund`, `refund (faulty)`; safe to show. */
export function scenarioName({ scenario, variant }: Pick<SessionKey, 'scenario' | 'variant'>): string {
  const name = variant === 'default' ? scenario : `${scenario} (${variant})`;
  return forTerminal(name, { newlines: 'escape' });
}

/** The name of the scenario, and the trial where there is more than the first: `refund, trial 3`. */
export function sessionName(key: SessionKey, isRepeated: boolean): string {
  const isNamed = isRepeated || key.trial > 0;
  return isNamed ? `${scenarioName(key)}, trial ${key.trial}` : scenarioName(key);
}
