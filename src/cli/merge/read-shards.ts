import * as nodeFs from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import { sessionPath } from '../../domain/transcript/session-key.ts';
import { identityText } from '../../domain/values/identity-text.ts';
import type { StoredPlan, StoredPlanSession } from '../../domain/verdicts/stored-plan.ts';
import { stateOfRun } from '../../store/find-runs.ts';
import { readPlan } from '../../store/read-run.ts';

/** A shard that was found on disk. */
export type FoundShard = {
  /** As it was named. */
  name: string;
  directory: string;
  plan: StoredPlan;
  shard: NonNullable<StoredPlan['shard']>;
};

/** Reads the plans of shards and makes sure that they are parts of one run. Throws `UsageError` naming what does not fit. */
export async function readShards(names: readonly string[], cwd: string): Promise<readonly FoundShard[]> {
  const shards: FoundShard[] = [];
  for (const name of names) {
    const next = await readShard(name, cwd);
    for (const other of shards) refuseUnlike(other, next);
    shards.push(next);
  }
  return shards.toSorted((a, b) => a.shard.index - b.shard.index);
}

async function readShard(name: string, cwd: string): Promise<FoundShard> {
  const directory = resolve(cwd, name);
  const plan = await readPlan(directory, nodeFs);
  if (plan.shard === undefined)
    throw new UsageError(`\`${name}\` is a whole run and no shard: \`rehearsal run --shard 1/3\` makes one`);
  if ((await stateOfRun(directory, nodeFs)) === 'writing')
    throw new UsageError(`\`${name}\` is still being written: merge when all shards are done`);
  return { name, directory, plan, shard: plan.shard };
}

function refuseUnlike(one: FoundShard, other: FoundShard): void {
  const names = `\`${one.name}\` and \`${other.name}\``;
  const refuse = (why: string): never => {
    throw new UsageError(`${names} are no parts of one run: ${why}`);
  };
  if (one.shard.count !== other.shard.count) {
    refuse(`one is of ${one.shard.count} shards, the other of ${other.shard.count}`);
  }
  if (one.plan.seed !== other.plan.seed) refuse(`their seeds are ${one.plan.seed} and ${other.plan.seed}`);
  if (one.shard.index === other.shard.index) {
    const [first] = one.plan.sessions;
    const session = first === undefined ? '' : `, such as \`${sessionPath(first.key)}\``;
    refuse(`both are shard ${one.shard.index} of ${one.shard.count}, so that sessions would be there twice${session}`);
  }
  const [left, right] = [wholePlan(one), wholePlan(other)];
  for (const [path, text] of left) {
    if (!right.has(path)) refuse(`only the first has \`${path}\` in its plan: other scenarios were picked`);
    if (right.get(path) !== text) refuse(`\`${path}\` is another session in each: its scenario, agent or gate changed`);
  }
  for (const path of right.keys()) {
    if (!left.has(path)) refuse(`only the second has \`${path}\` in its plan: other scenarios were picked`);
  }
}

/** All sessions of the run that a shard is of, as comparable texts. */
function wholePlan({ plan, shard }: FoundShard): ReadonlyMap<string, string> {
  const all: readonly StoredPlanSession[] = [...plan.sessions, ...shard.others];
  return new Map(all.map((session) => [sessionPath(session.key), identityText(session)]));
}
