import * as nodeFs from 'node:fs';
import type { RunWriter } from '../../domain/contracts/run-store.ts';
import { sessionId, sessionPath } from '../../domain/transcript/session-key.ts';
import { countOf } from '../../domain/values/quantities.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import type { StoredPlan } from '../../domain/verdicts/stored-plan.ts';
import { pivotRun } from '../../runs/pivot-run.ts';
import { endOf } from '../../runs/rebuild-run.ts';
import { createRunTally, type ScoreReaders } from '../../runs/run-tally.ts';
import { findSessions, readRunResult } from '../../store/read-run.ts';
import type { FoundShard } from './read-shards.ts';

/** The plan of the run that these are the shards of. */
export function joinPlans(shards: readonly FoundShard[], id: string): StoredPlan {
  const [first] = shards as [FoundShard];
  const { shard: _part, ...plan } = first.plan;
  const { shard: _, ...options } = plan.options as { shard?: unknown };
  const sessions = inOrder(plan.sessions, first.shard);
  const startedAt = shards.map((one) => one.plan.startedAt).sort()[0] ?? plan.startedAt;
  return { ...plan, id, startedAt, options: options as StoredPlan['options'], sessions };
}

/** The sessions as they were before they were dealt. */
function inOrder(own: StoredPlan['sessions'], { index, count, others }: FoundShard['shard']): StoredPlan['sessions'] {
  const left = { own: [...own], others: [...others] };
  return Array.from({ length: own.length + others.length }, (_, position) => {
    const pile = position % count === index - 1 ? left.own : left.others;
    return pile.shift() as StoredPlan['sessions'][number];
  });
}

/** Copies the finished sessions of shards into one run, and judges it anew from them. */
export async function joinShards(
  shards: readonly FoundShard[],
  { plan, writer, readers }: { plan: StoredPlan; writer: RunWriter; readers: ScoreReaders },
): Promise<RunResult> {
  const { id, seed, startedAt, prices, gate } = plan;
  const tally = createRunTally(plan.sessions, { ...readers, prices, gate });
  const results = await Promise.all(shards.map(resultOf));
  const broken: string[] = [];
  let endedMs = Date.parse(startedAt);
  for (const { directory, name } of shards) {
    for await (const found of findSessions(directory, nodeFs)) {
      if (found.status === 'unfinished') broken.push(`${name}/${found.file}: ${found.reason}`);
      else {
        const result = { ...found.result, id: sessionId(id, found.key) };
        tally.add(result, await copySession(result, writer));
        endedMs = Math.max(endedMs, endOf(found.result.timings));
      }
    }
  }
  const run = tally.result({
    ...{ id, seed, startedAt, interrupted: false },
    durationMs: Math.max(0, endedMs - Date.parse(startedAt)),
    problems: [...missingShards(shards), ...new Set(results.flatMap((result) => result?.problems ?? []))],
    lateNotes: [...results.flatMap((result) => result?.notes ?? []), ...broken],
  });
  const columns = results.flatMap((result) => result?.matrix?.columns ?? []);
  if (columns.length === 0) return run;
  const agents = columns.filter(({ agent }, index) => columns.findIndex((one) => one.agent === agent) === index);
  const { version, ...rest } = run;
  return { version, ...rest, matrix: pivotRun(run, agents) };
}

/** Undefined for a shard whose process was killed. */
async function resultOf({ directory }: FoundShard): Promise<RunResult | undefined> {
  return nodeFs.existsSync(`${directory}/run.json`) ? readRunResult(directory, nodeFs) : undefined;
}

async function copySession({ transcript, ...outcome }: SessionResult, writer: RunWriter): Promise<string> {
  const session = writer.openSession(outcome.key);
  try {
    for (const event of transcript) session.append(event);
    return await session.finish(outcome);
  } catch (error) {
    await session.abandon();
    throw error;
  }
}

/** `shard 2 of 3 is missing: 12 sessions, such as …`. */
function missingShards(shards: readonly FoundShard[]): string[] {
  const [first] = shards as [FoundShard];
  const { count } = first.shard;
  const there = new Set(shards.map(({ shard }) => shard.index));
  const lost = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !there.has(index));
  if (lost.length === 0) return [];
  const own = new Set(shards.flatMap(({ plan }) => plan.sessions.map(({ key }) => sessionPath(key))));
  const all = [...first.plan.sessions, ...first.shard.others].filter(({ key }) => !own.has(sessionPath(key)));
  const verb = lost.length === 1 ? 'is' : 'are';
  return [`shard ${lost.join(', ')} of ${count} ${verb} missing, and with it ${countOf(all.length, 'session')}`];
}
