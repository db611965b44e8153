import { visibleText } from '../../domain/display/visible-text.ts';
import { type JudgedGroup, judgeGroups } from '../../domain/verdicts/judge-groups.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';

/** Those in which some session did not pass: failed, invalid, then those whose gate allows it. */
export function troubledGroups(run: RunResult): readonly JudgedGroup[] {
  const ranks = { failed: 0, invalid: 1, passed: 2 };
  return judgeGroups(run)
    .filter(({ counts }) => counts.failed + counts.invalid > 0)
    .toSorted((a, b) => ranks[a.verdict] - ranks[b.verdict]);
}

/** `refund`, `refund (agent-faulty)`; not yet safe to show. */
export function groupName({ scenario, variant }: Pick<JudgedGroup, 'scenario' | 'variant'>): string {
  return variant === 'default' ? scenario : `${scenario} (${variant})`;
}

/** What went wrong around the sessions, a sentence each, on a line of its own. */
export function troubleAround({ gate, missing, problems, totals }: RunResult): readonly string[] {
  const first = missing.slice(0, 5).join(', ');
  const more = missing.length > 5 ? ', …' : '';
  const sessions = missing.length === 1 ? '1 session' : `${missing.length} sessions`;
  return [
    ...(gate.status === 'interrupted' ? ['the run was interrupted'] : []),
    ...(totals.sessions === 0 ? ['nothing ran'] : []),
    ...(missing.length > 0 ? [`${sessions} did not run: ${first}${more}`] : []),
    ...problems,
  ].map((sentence) => visibleText(sentence, { newlines: 'escape' }));
}

/**
 * Why the run was not good enough, where no scenario on its own says so: a gate of the run, or one on something else than
 * how often a scenario passed. `isRed`: a scenario that failed or was no valid test is told already.
 */
export function untoldReasons({ gate }: RunResult, isRed: boolean): readonly string[] {
  if (isRed || gate.status === 'met' || gate.status === 'interrupted') return [];
  return gate.reasons.map((reason) => visibleText(reason, { newlines: 'escape' }));
}
