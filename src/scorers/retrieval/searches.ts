import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { RankedEntry, ReadIds } from './read-ids.ts';

/** One search, and the documents that it brought. */
export type Search = {
  call: TrajectoryCall;
  /** Each document once, by its first rank; what has no id keeps its rank under a name that no document has. */
  ranking: readonly string[];
  /** Id → pointer to it in the result, where it stands in one. */
  pointers: ReadonlyMap<string, string>;
  /** Whether an entry of the ranking is an id that the result holds. */
  isNamed(entry: string): boolean;
};

export type Unreadable = { call: TrajectoryCall; problem: string };

/** Reads the results of searches. A call that failed brought nothing. */
export function readSearches(
  calls: readonly TrajectoryCall[],
  read: (content: JsonValue) => ReadIds,
): { searches: readonly Search[]; unreadable: readonly Unreadable[] } {
  const searches: Search[] = [];
  const unreadable: Unreadable[] = [];
  for (const call of calls) {
    const outcome = call.result?.outcome;
    if (outcome?.status !== 'ok') {
      searches.push(searchOf(call, []));
      continue;
    }
    const ids = read(outcome.content);
    if (ids.status === 'unreadable') unreadable.push({ call, problem: ids.problem });
    else searches.push(searchOf(call, ids.entries));
  }
  return { searches, unreadable };
}

function searchOf(call: TrajectoryCall, entries: readonly RankedEntry[]): Search {
  const ranking = new Set<string>();
  const pointers = new Map<string, string>();
  const named = new Set<string>();
  for (const [index, { id, pointer }] of entries.entries()) {
    ranking.add(id ?? nameless(call, index));
    if (id !== undefined) named.add(id);
    if (id !== undefined && pointer !== undefined && !pointers.has(id)) pointers.set(id, pointer);
  }
  return { call, ranking: [...ranking], pointers, isNamed: (entry) => named.has(entry) };
}

/** Looked up by nobody, and shown to nobody. */
function nameless(call: TrajectoryCall, index: number): string {
  return `\u0000${call.index}:${index}`;
}

/**
 * What several searches brought together: the first `k` documents of each, by their best rank, then in the order of the
 * calls, each once.
 */
export function mergeSearches(searches: readonly Search[], k: number): readonly string[] {
  const places = new Map<string, { rank: number; order: number }>();
  for (const [order, { ranking }] of searches.entries()) {
    for (const [rank, id] of ranking.slice(0, k).entries()) {
      const known = places.get(id);
      if (known === undefined || rank < known.rank) places.set(id, { rank, order });
    }
  }
  return [...places].sort(([, a], [, b]) => a.rank - b.rank || a.order - b.order).map(([id]) => id);
}

/** The best rank, from 1, that a document had in any search. */
export function bestRankOf(id: string, searches: readonly Search[]): { rank: number; search: Search } | undefined {
  let best: { rank: number; search: Search } | undefined;
  for (const search of searches) {
    const rank = search.ranking.indexOf(id) + 1;
    if (rank > 0 && (best === undefined || rank < best.rank)) best = { rank, search };
  }
  return best;
}
