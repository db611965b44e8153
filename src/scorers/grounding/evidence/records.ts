import type { EvidenceLedger } from './evidence-ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { identityKey } from './ledger-indexes.ts';
import { identityRank } from './result-leaves.ts';

/** One thing that a result tells of: a member of a list or of a map, else the result as a whole. */
export type RecordNode = {
  id: number;
  parent: RecordNode | undefined;
  /** Equal for records that stand in the same place of results of one tool. */
  kind: string;
  /** Leaves that stand in it and in none of its parts; of the whole also what the call was given. */
  own: LedgerEntry[];
  /** Key of the text that names it. */
  name: string | undefined;
};

export type Records = {
  /** The innermost record that holds an entry. */
  of(entry: LedgerEntry): RecordNode | undefined;
  /** Records of one kind with different names. */
  countOf(kind: string): number;
  /** The record and those that bear the same name, where it is one that tells. */
  sameAs(node: RecordNode): readonly RecordNode[];
  /** Whether two kinds have most of their keys in common. */
  areAlike(a: string, b: string): boolean;
};

/** A number of some length, or a code; also names in words. */
const TELLING = /\d{3}|[a-z]\d|\d[a-z]|\p{L}{4}|\p{Script=Han}{2}/u;

const known = new WeakMap<EvidenceLedger, Records>();

/** The records of a ledger, sorted once. */
export function recordsOf(ledger: EvidenceLedger): Records {
  const records = known.get(ledger) ?? readRecords(ledger);
  known.set(ledger, records);
  return records;
}

function readRecords(ledger: EvidenceLedger): Records {
  const byPlace = new Map<string, RecordNode>();
  const byEntry: (RecordNode | undefined)[] = [];
  const keys = new Map<string, Set<string>>();
  const names = new Map<string, Set<string>>();
  const byName = new Map<string, RecordNode[]>();
  for (const entry of ledger.entries) {
    if ((entry.source !== 'tool' && entry.source !== 'argument') || entry.state === 'error') continue;
    const node = entry.source === 'tool' ? nodeFor(entry, { ledger, byPlace }) : wholeOf(entry, { ledger, byPlace });
    if (!node) continue;
    byEntry[entry.id] = node;
    node.own.push(entry);
    if (entry.source === 'tool') addTo(keys, node.kind, entry.key);
  }
  nameAll([...byPlace.values()]);
  for (const node of byPlace.values()) {
    if (node.name !== undefined && TELLING.test(node.name))
      byName.set(node.name, [...(byName.get(node.name) ?? []), node]);
    addTo(names, node.kind, node.name ?? `#${node.id}`);
  }
  return {
    of: ({ id }) => byEntry[id],
    countOf: (kind) => names.get(kind)?.size ?? 0,
    sameAs: (node) => (node.name === undefined ? undefined : byName.get(node.name)) ?? [node],
    areAlike: likenessOf(keys),
  };
}

type Builder = { ledger: EvidenceLedger; byPlace: Map<string, RecordNode> };

/** Walks down the path; each member of a collection is a record within the one before. */
function nodeFor(entry: LedgerEntry, builder: Builder): RecordNode | undefined {
  const { ledger } = builder;
  const { call, path, leaf } = entry;
  let node = wholeOf(entry, builder);
  if (call === undefined || node === undefined) return undefined;
  let pointer = '';
  let shape = node.kind;
  const last = leaf === 'key' ? path.length : path.length - 1;
  for (let depth = 0; depth < last; depth += 1) {
    const part = path[depth] as string;
    const isMember = ledger.collections.has(`${call}:${pointer}`);
    pointer += `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    shape += isMember ? '/*' : `/${part}`;
    if (isMember) node = nodeAt(`${call}:${pointer}`, { kind: shape, parent: node, builder });
  }
  return node;
}

function wholeOf({ call, source, path }: LedgerEntry, builder: Builder): RecordNode | undefined {
  if (call === undefined) return undefined;
  const kind = builder.ledger.calls[call]?.tool ?? '';
  // One of several things that a call was given is a thing by itself.
  if (source === 'argument' && path.length > 1) {
    const place = path.slice(0, -1).join('/');
    return nodeAt(`${call}:given:${place}`, { kind: `${kind}:given`, parent: undefined, builder });
  }
  return nodeAt(`${call}:`, { kind, parent: undefined, builder });
}

function nodeAt(
  place: string,
  { kind, parent, builder: { byPlace } }: { kind: string; parent: RecordNode | undefined; builder: Builder },
): RecordNode {
  const node = byPlace.get(place) ?? { id: byPlace.size, parent, kind, own: [], name: undefined };
  byPlace.set(place, node);
  return node;
}

/** Names each record by the key that tells most records of its kind apart. */
function nameAll(nodes: readonly RecordNode[]): void {
  const values = new Map<string, Set<string>>();
  for (const { kind, own } of nodes)
    for (const entry of own) if (rankOf(entry) > 0) addTo(values, `${kind}\n${entry.key}`, entry.text);
  for (const node of nodes) {
    let best: { rank: number; text: string } | undefined;
    for (const entry of node.own) {
      const rank = rankOf(entry);
      if (rank === 0 || entry.text.trim() === '') continue;
      const distinct = values.get(`${node.kind}\n${entry.key}`)?.size ?? 0;
      const weight = rank * 1000 + (isNamedFor(entry.key, node.kind) ? 500 : 0) + Math.min(distinct, 400);
      if (weight > (best?.rank ?? 0)) best = { rank: weight, text: entry.text };
    }
    node.name = best && identityKey(best.text);
  }
}

function rankOf({ source, leaf, key }: LedgerEntry): number {
  if (leaf === 'key') return 4;
  const rank = leaf === 'string' || leaf === 'number' ? identityRank(key) : 0;
  return source === 'tool' ? rank : rank / 4;
}

/** `item_id` among `items`, `order_id` of `get_order`. */
function isNamedFor(key: string, kind: string): boolean {
  const word = /^[a-z]{3,}/i.exec(key)?.[0].toLowerCase();
  const place = kind.split('/').findLast((part) => part !== '*') ?? '';
  return word !== undefined && place.toLowerCase().includes(word);
}

function likenessOf(keys: ReadonlyMap<string, ReadonlySet<string>>): (a: string, b: string) => boolean {
  const known = new Map<string, boolean>();
  return (a, b) => {
    if (a === b) return true;
    const pair = `${a}\n${b}`;
    const isAlike = known.get(pair) ?? areLike(keys.get(a) ?? new Set(), keys.get(b) ?? new Set());
    known.set(pair, isAlike);
    return isAlike;
  };
}

function areLike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((key) => b.has(key)).length;
  return shared >= 2 && shared * 2.5 >= Math.min(a.size, b.size);
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const set = map.get(key);
  if (set) set.add(value);
  else map.set(key, new Set([value]));
}
