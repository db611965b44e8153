/** One part of a run whose other parts run elsewhere; `index` counts from 1. */
export type ShardPart = { index: number; count: number };

/**
 * The sessions of one shard and those of the others, each in the order of the plan. Sessions are dealt like cards over the
 * ordered plan, so that shards are even, trials of one scenario are spread, and it does not matter in what order scenarios
 * were named.
 */
export function dealShard<T>(
  sessions: readonly T[],
  { index, count }: ShardPart,
): { own: readonly T[]; others: readonly T[] } {
  const isOwn = (_: T, position: number): boolean => position % count === index - 1;
  return { own: sessions.filter(isOwn), others: sessions.filter((session, position) => !isOwn(session, position)) };
}
