import type { FoundSession } from '../domain/contracts/run-store.ts';
import type { RunResult } from '../domain/verdicts/run-result.ts';
import type { StoredPlan } from '../domain/verdicts/stored-plan.ts';
import { createRunTally, type ScoreReaders } from './run-tally.ts';

/**
 * The result of a run whose process was killed, out of its plan and its stored sessions alone. It counts as interrupted,
 * and its notes say which sessions were stopped on their way.
 */
export async function rebuildRun(
  plan: StoredPlan,
  sessions: AsyncIterable<FoundSession>,
  readers: ScoreReaders,
): Promise<RunResult> {
  const { id, seed, startedAt, prices, gate } = plan;
  const tally = createRunTally(plan.sessions, { ...readers, prices, gate });
  const notes: string[] = [];
  let endedMs = Date.parse(startedAt);
  for await (const found of sessions) {
    if (found.status === 'finished') {
      tally.add(found.result, found.file);
      endedMs = Math.max(endedMs, endOf(found.result.timings));
    } else notes.push(`${found.file}: ${found.reason}`);
  }
  const durationMs = Math.max(0, endedMs - Date.parse(startedAt));
  return tally.result({ id, seed, startedAt, durationMs, interrupted: true, problems: [], notes });
}

/** Milliseconds since 1970 at which a session ended. */
export function endOf({ startedAt, durationMs }: { startedAt: string; durationMs: number }): number {
  return Date.parse(startedAt) + durationMs;
}
