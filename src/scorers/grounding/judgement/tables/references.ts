import type { AnswerSentence } from '../../claims/answer.ts';
import { identityRank } from '../../evidence/result-leaves.ts';
import { wordsOf } from '../../evidence/words.ts';
import type { EvidenceTable, TableRecord } from './evidence-tables.ts';

/** A record that words of a sentence point at. Positions are those of the sentence's text. */
export type Reference = { record: TableRecord; start: number; end: number };

const known = new WeakMap<EvidenceTable, ReadonlyMap<string, TableRecord | undefined>>();

/**
 * The records of a table that a sentence names, in order: by words that no other record has. `the Gdańsk parcel` is the one
 * whose origin is Gdańsk; a word that two records share names none of them.
 */
export function referencesIn({ text }: Pick<AnswerSentence, 'text'>, table: EvidenceTable): readonly Reference[] {
  if (table.records.length < 2) return [];
  const owners = ownersOf(table);
  const found: Reference[] = idsIn(text, table);
  for (const { word, start, end } of placedWords(text)) {
    const record = owners.get(word);
    if (record === undefined) continue;
    if (found.some((other) => other.start < end && start < other.end)) continue;
    const last = found.at(-1);
    if (last !== undefined && last.record === record && start >= last.end && start - last.end <= 3) last.end = end;
    else found.push({ record, start, end });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Ids of records, and short texts that one record alone has, as they stand: `N2`, `#1482`. */
function idsIn(text: string, table: EvidenceTable): Reference[] {
  const lower = text.toLowerCase();
  const found: Reference[] = [];
  for (const [name, record] of codesOf(table)) {
    for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + name.length)) {
      const isWhole = !/[a-z\d]/.test(lower[at - 1] ?? ' ') && !/[a-z\d]/.test(lower[at + name.length] ?? ' ');
      if (isWhole) found.push({ record, start: at, end: at + name.length });
    }
  }
  return found;
}

const codes = new WeakMap<EvidenceTable, ReadonlyMap<string, TableRecord>>();

/** Short texts with a digit, in lower case, that only one record has. */
function codesOf(table: EvidenceTable): ReadonlyMap<string, TableRecord> {
  const ready = codes.get(table);
  if (ready !== undefined) return ready;
  const owners = new Map<string, TableRecord | undefined>();
  for (const record of table.records) {
    const own = new Set<string>();
    for (const { leaf, text, isIdentity } of record.cells.values()) {
      const isCode =
        /^#?[A-Za-z\d]{1,12}(?:[-_/][A-Za-z\d]{1,12}){0,3}$/.test(text) && /\d/.test(text) && /[A-Za-z#]/.test(text);
      const isNumber = leaf === 'number' && isIdentity && /^\d{3,}$/.test(text);
      if (isNumber || (leaf === 'string' && text.length >= 2 && (isIdentity ? /\d/.test(text) : isCode)))
        own.add(text.toLowerCase().replace(/^#/, ''));
    }
    for (const code of own) {
      const other = owners.get(code);
      owners.set(code, owners.has(code) && (other === undefined || !isSame(other, record)) ? undefined : record);
    }
  }
  const unique = new Map(
    [...owners].flatMap(([code, record]) => (record === undefined ? [] : [[code, record] as const])),
  );
  codes.set(table, unique);
  return unique;
}

/** Stems with the one record that has them; undefined where several do. A record that came twice is one: the later. */
function ownersOf(table: EvidenceTable): ReadonlyMap<string, TableRecord | undefined> {
  const ready = known.get(table);
  if (ready !== undefined) return ready;
  const owners = new Map<string, TableRecord | undefined>();
  const fieldWords = new Set(table.fields.flatMap((field) => wordsOf(field)));
  for (const record of table.records) {
    for (const word of record.words) {
      if (word.length < 2 || fieldWords.has(word) || /^\d{1,2}$/.test(word)) continue;
      const other = owners.get(word);
      const isTaken = owners.has(word) && (other === undefined || !isSame(other, record));
      owners.set(word, isTaken ? undefined : record);
    }
  }
  known.set(table, owners);
  return owners;
}

/** The same id or name. */
function isSame(a: TableRecord, b: TableRecord): boolean {
  const nameOf = ({ cells }: TableRecord): string | undefined =>
    [...cells.values()].find(({ isIdentity, leaf, key }) => isIdentity && (leaf === 'string' || identityRank(key) > 1))
      ?.text;
  const name = nameOf(a);
  return name !== undefined && name === nameOf(b);
}

const WORD = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{M}])+|\d+/gu;

/** Words of a text as evidence files them, each with its place; Chinese as pairs of characters. */
export function placedWords(text: string): readonly { word: string; start: number; end: number }[] {
  const words: { word: string; start: number; end: number }[] = [];
  for (const match of text.matchAll(WORD)) {
    const [part] = match;
    if (/\p{Script=Han}/u.test(part) && part.length > 2) {
      for (let at = 0; at + 2 <= part.length; at += 1)
        words.push({ word: part.slice(at, at + 2), start: match.index + at, end: match.index + at + 2 });
      continue;
    }
    for (const word of wordsOf(part)) words.push({ word, start: match.index, end: match.index + part.length });
  }
  return words;
}
