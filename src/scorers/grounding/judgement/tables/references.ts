import type { AnswerSentence } from '../../claims/answer.ts';
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
  const found: Reference[] = [];
  for (const { word, start, end } of placedWords(text)) {
    const record = owners.get(word);
    if (record === undefined) continue;
    const last = found.at(-1);
    if (last !== undefined && last.record === record && start - last.end <= 3) last.end = end;
    else found.push({ record, start, end });
  }
  return found;
}

/** Stems with the one record that has them; undefined where several do. */
function ownersOf(table: EvidenceTable): ReadonlyMap<string, TableRecord | undefined> {
  const ready = known.get(table);
  if (ready !== undefined) return ready;
  const owners = new Map<string, TableRecord | undefined>();
  const fieldWords = new Set(table.fields.flatMap((field) => wordsOf(field)));
  for (const record of table.records) {
    for (const word of record.words) {
      if (word.length < 2 || fieldWords.has(word)) continue;
      owners.set(word, owners.has(word) ? undefined : record);
    }
  }
  known.set(table, owners);
  return owners;
}

const WORD = /[\p{L}\p{M}]+|\d+/gu;

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
