import type { ReportData, SessionRow } from '../../report-data.ts';
import type { Filter } from '../route.ts';

/** The sessions that a filter lets through, those that did not pass first. */
export function matchSessions(
  { sessions, groups }: Pick<ReportData, 'sessions' | 'groups'>,
  filter: Filter,
): SessionRow[] {
  const { verdict, stage, tag, persona, text } = filter;
  const words = (text ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const ranks: Readonly<Record<string, number>> = { failed: 0, invalid: 1, passed: 2 };
  const found = sessions.filter((row) => {
    const group = groups[row.group];
    if (group === undefined) return false;
    if (verdict === 'flaky' ? !group.isFlaky : verdict !== undefined && row.verdict !== verdict) return false;
    if (stage !== undefined && row.trouble?.stage !== stage) return false;
    if (tag !== undefined && !group.tags.includes(tag)) return false;
    if (persona !== undefined && group.persona !== persona) return false;
    if (words.length === 0) return true;
    const whole =
      `${group.scenario}/${group.variant}/${row.trial} ${group.title} ${row.trouble?.message ?? ''}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
  return found.toSorted((a, b) => (ranks[a.verdict] ?? 0) - (ranks[b.verdict] ?? 0));
}
