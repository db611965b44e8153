import { sessionPath } from '../../domain/transcript/session-key.ts';
import { countOf } from '../../domain/values/quantities.ts';
import type { SessionSummary } from '../../domain/verdicts/session-result.ts';
import type { Verdict } from '../../domain/verdicts/verdict.ts';
import { readStoredRun } from '../commands/compare.ts';
import type { SelectionFlags } from './selection-flags.ts';

/** The sessions of an earlier run that are to run again. */
export type EarlierSessions = {
  /** Name of that run. */
  run: string;
  seed: number;
  /** Ordered by key. */
  sessions: readonly SessionSummary[];
  /** `2 failed and 1 invalid session of run 2026-…`. */
  text: string;
};

/** What `--last-failed` or `--only` asks for; undefined where neither is given. Throws `UsageError` without a run. */
export async function earlierSessions(
  { lastFailed = false, only, from }: SelectionFlags,
  { cwd }: { cwd: string },
): Promise<EarlierSessions | undefined> {
  if (!lastFailed && only === undefined) return undefined;
  const kinds: readonly Verdict[] = only === undefined ? ['failed', 'invalid'] : [only];
  const { id, seed, sessions } = await readStoredRun(from, { cwd });
  const found = sessions.filter(({ verdict }) => kinds.includes(verdict));
  return { run: id, seed, sessions: found, text: `${describe(found, kinds)} of run ${id}` };
}

function describe(sessions: readonly SessionSummary[], kinds: readonly Verdict[]): string {
  const counts = kinds.map((kind) => ({ kind, count: sessions.filter(({ verdict }) => verdict === kind).length }));
  const there = counts.filter(({ count }) => count > 0);
  if (there.length === 0) return `no ${kinds.join(' or ')} session`;
  const last = there.pop() as { kind: Verdict; count: number };
  return [...there.map(({ kind, count }) => `${count} ${kind}`), countOf(last.count, `${last.kind} session`)].join(
    ' and ',
  );
}

/** Names (`scenario/variant/trial`) of sessions. */
export function pathsOf(sessions: readonly Pick<SessionSummary, 'key'>[]): ReadonlySet<string> {
  return new Set(sessions.map(({ key }) => sessionPath(key)));
}
