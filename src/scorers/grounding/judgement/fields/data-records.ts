import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import { identityRank } from '../../evidence/result-leaves.ts';
import { splitKey } from './key-words.ts';

/** A thing that data tells of, with its fields. Parts of one thing under keys such as `homeTeam` and `homeScore` are joined. */
export type DataRecord = { id: string; kind: string; fields: ReadonlyMap<string, LedgerEntry> };

export type DataRecords = {
  records: readonly DataRecord[];
  /** Records by the names that only they bear, in lower case; also by the last word of such a name. */
  byName: ReadonlyMap<string, readonly DataRecord[]>;
  /** Records that bear a name of their own. */
  named: readonly DataRecord[];
  /** Words that all keys of a kind share. */
  commonWords: ReadonlyMap<string, ReadonlySet<string>>;
};

const NAMING = /name|city|team|title|club|player|label|model/i;
const MAX_NAME = 40;
/** Beyond, data is no table of named things. */
const MAX_ENTRIES = 5000;

const known = new WeakMap<EvidenceLedger, DataRecords>();

/** The records of a ledger, sorted once. */
export function dataRecords(ledger: EvidenceLedger): DataRecords {
  const records = known.get(ledger) ?? readRecords(ledger);
  known.set(ledger, records);
  return records;
}

function readRecords(ledger: EvidenceLedger): DataRecords {
  const entries = ledger.entries.filter(
    ({ source, leaf, state }) => source === 'tool' && leaf !== 'count' && leaf !== 'key' && state !== 'error',
  );
  const roots = entries.length > MAX_ENTRIES ? new Set<string>() : likeParts(entries);
  const grouped = new Map<string, { kind: string; fields: Map<string, LedgerEntry> }>();
  for (const entry of entries.slice(0, MAX_ENTRIES)) {
    const { id, kind } = placeOf(entry, roots);
    const record = grouped.get(id) ?? { kind, fields: new Map<string, LedgerEntry>() };
    if (!record.fields.has(entry.key)) record.fields.set(entry.key, entry);
    grouped.set(id, record);
  }
  const records = [...grouped].map(([id, record]) => ({ id, ...record }));
  const byName = namesOf(records);
  return { records, byName, named: [...new Set([...byName.values()].flat())], commonWords: commonOf(records) };
}

/** The innermost member of a list, else one of several alike parts of the whole, else the whole. */
function placeOf({ path, call }: LedgerEntry, roots: ReadonlySet<string>): { id: string; kind: string } {
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    if (!/^\d+$/.test(path[depth - 1] ?? '')) continue;
    const place = path.slice(0, depth);
    return { id: `${call}:${place.join('/')}`, kind: place.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('/') };
  }
  const [first = ''] = path;
  return roots.has(first) ? { id: `${call}:${firstWord(first)}`, kind: 'part' } : { id: `${call}:`, kind: '' };
}

function firstWord(key: string): string {
  return splitKey(key)[0] ?? key;
}

/** Top-level keys whose objects have most keys in common with another one's: `home` and `visitor`. */
function likeParts(entries: readonly LedgerEntry[]): ReadonlySet<string> {
  const keys = new Map<string, Set<string>>();
  for (const { path } of entries) {
    const [first, second] = path;
    if (first === undefined || second === undefined || /^\d+$/.test(second) || /^\d+$/.test(first)) continue;
    keys.set(first, (keys.get(first) ?? new Set()).add(second));
  }
  const alike = new Set<string>();
  for (const [a, own] of keys)
    for (const [b, other] of keys)
      if (
        a !== b &&
        own.size > 1 &&
        [...own].filter((key) => other.has(key)).length * 2 > Math.max(own.size, other.size)
      )
        alike.add(a);
  return alike;
}

function namesOf(records: readonly DataRecord[]): ReadonlyMap<string, readonly DataRecord[]> {
  const bearers = new Map<string, Set<DataRecord>>();
  for (const record of records)
    for (const [key, { text, leaf }] of record.fields)
      if (
        leaf === 'string' &&
        text.length > 1 &&
        text.length <= MAX_NAME &&
        (identityRank(key) > 0 || NAMING.test(key))
      )
        add(bearers, `${record.kind}\n${key}\n${text.toLowerCase()}`, record);
  const byName = new Map<string, Set<DataRecord>>();
  for (const [place, owners] of bearers) {
    const [, , name = ''] = place.split('\n');
    const [owner] = owners;
    if (owners.size > 1 || owner === undefined || !/\p{L}{2}/u.test(name)) continue;
    const words = name.split(' ');
    for (const alias of [
      name,
      words.length > 1 ? words.at(-1) : undefined,
      words.length > 2 ? words.slice(1).join(' ') : undefined,
    ])
      if (alias !== undefined && alias.length > 2) add(byName, alias, owner);
  }
  for (const record of records) {
    const role = record.kind === 'part' ? record.id.split(':')[1] : undefined;
    if (role && role.length > 3) add(byName, `${role} team`, record);
  }
  return new Map([...byName].map(([name, owners]) => [name, [...owners]]));
}

function add<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const set = map.get(key);
  if (set) set.add(value);
  else map.set(key, new Set([value]));
}

function commonOf(records: readonly DataRecord[]): ReadonlyMap<string, ReadonlySet<string>> {
  const common = new Map<string, ReadonlySet<string>>();
  for (const { kind, fields } of records) {
    if (common.has(kind) || fields.size < 3) continue;
    const counts = new Map<string, number>();
    for (const key of fields.keys())
      for (const word of new Set(splitKey(key))) counts.set(word, (counts.get(word) ?? 0) + 1);
    common.set(kind, new Set([...counts].flatMap(([word, count]) => (count * 1.5 > fields.size ? [word] : []))));
  }
  return common;
}
