import { normaliseText } from '../values/normalised-text.ts';
import { keysOf } from '../values/value-keys.ts';
import type { Holding, LedgerEntry } from './ledger-entry.ts';
import { identityRank } from './result-leaves.ts';
import { wordsOf } from './words.ts';

/** Ways to find entries. */
export type LedgerIndexes = {
  /** Entries by the keys of their values, in the order in which they came. */
  byKey: ReadonlyMap<string, readonly Holding[]>;
  /** Entries of a call's result, by its position in the trajectory. */
  byCall: ReadonlyMap<number, readonly LedgerEntry[]>;
  /** Entries that name a record, by `identityKey` of their text. */
  byIdentity: ReadonlyMap<string, readonly LedgerEntry[]>;
  /** Keys of `byIdentity` by how they begin, see `beginningAt`; longest first. */
  namesByStart: ReadonlyMap<string, readonly string[]>;
  /** Short texts that are a whole leaf of a result or of what a call was given, by `identityKey`. */
  byText: ReadonlyMap<string, readonly LedgerEntry[]>;
  /** Keys of `byText`, as `namesByStart` has those of `byIdentity`. */
  textsByStart: ReadonlyMap<string, readonly string[]>;
  /** Years of dates that any evidence names. */
  years: ReadonlySet<string>;
  /** Currencies that any evidence names. */
  currencies: ReadonlySet<string>;
};

/** How names of records are compared: without case and outer blanks. */
export function identityKey(text: string): string {
  return normaliseText(text).text.trim().toLowerCase().replace(/^#/, '');
}

/** An id without its digits: `K-9` of `K-41`. Ids of one kind have one shape. */
export function shapeOfId(id: string): string {
  return id.replace(/\d+/g, '9');
}

const BEGINNING = /[a-z0-9]+|[\s\S]{1,2}/y;

/** The first Latin word at a place of a lower-case text, else its first two characters: the drawer a name is kept in. */
export function beginningAt(text: string, at: number): string {
  BEGINNING.lastIndex = at;
  return BEGINNING.exec(text)?.[0] ?? '';
}

/** Finds entries by what they hold. */
export function indexesOf(entries: readonly LedgerEntry[]): LedgerIndexes {
  const byKey = new Map<string, Holding[]>();
  const byCall = new Map<number, LedgerEntry[]>();
  const byIdentity = new Map<string, LedgerEntry[]>();
  const byText = new Map<string, LedgerEntry[]>();
  const currencies = new Set<string>();
  for (const entry of entries) {
    for (const found of entry.values) {
      for (const key of keysOf(found.value)) push(byKey, key, { entry, found });
      if (found.value.kind === 'money') currencies.add(found.value.currency);
    }
    if (entry.currency !== undefined) currencies.add(entry.currency);
    if (/currency|币种|货币/i.test(entry.key) && /^[A-Z]{3}$/.test(entry.text)) currencies.add(entry.text);
    if (entry.source === 'tool' && entry.call !== undefined) push(byCall, entry.call, entry);
    if (entry.isIdentity) push(byIdentity, identityKey(entry.text), entry);
    if (isShortText(entry)) push(byText, identityKey(entry.text), entry);
  }
  const namesByStart = byBeginning(byIdentity);
  const years = new Set([...byKey.keys()].flatMap((key) => /^m:(\d{4})-/.exec(key)?.[1] ?? []));
  return { years, byKey, byCall, byIdentity, byText, currencies, namesByStart, textsByStart: byBeginning(byText) };
}

/** Words that describe a record: names, cities, colours, states. Dates and sums have readers of their own. */
function isShortText({ source, leaf, text, values }: LedgerEntry): boolean {
  if ((source !== 'tool' && source !== 'argument') || leaf !== 'string') return false;
  if (text.length < 2 || text.length > 60 || !/\p{L}{2}|\d{5}/u.test(text)) return false;
  return !values.some(
    ({ value, start, end }) =>
      end - start >= text.trim().length && /^(?:date|time|money|percent|phone)$/.test(value.kind),
  );
}

/** Fields that hold one value, by the words of their keys. */
export function fieldsByWord(entries: readonly LedgerEntry[]): ReadonlyMap<string, readonly LedgerEntry[]> {
  const fields = new Map<string, LedgerEntry[]>();
  const wordsByKey = new Map<string, readonly string[]>();
  for (const entry of entries) {
    const { source, leaf, key, values, text } = entry;
    const [only] = values;
    if ((source !== 'tool' && source !== 'argument') || leaf === 'count' || leaf === 'key' || identityRank(key) > 0)
      continue;
    if (values.length !== 1 || only === undefined || key === '' || only.end - only.start < text.trim().length) continue;
    const words = wordsByKey.get(key) ?? wordsOf(key);
    wordsByKey.set(key, words);
    for (const word of new Set(words)) push(fields, word, entry);
  }
  return fields;
}

function byBeginning(index: ReadonlyMap<string, unknown>): ReadonlyMap<string, readonly string[]> {
  const drawers = new Map<string, string[]>();
  for (const key of [...index.keys()].sort((a, b) => b.length - a.length)) push(drawers, beginningAt(key, 0), key);
  return drawers;
}

/** Adds to the list that a map keeps under a key. */
export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
