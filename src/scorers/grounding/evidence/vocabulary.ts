import type { LedgerEntry } from './ledger-entry.ts';
import { wordsOf } from './words.ts';

/** The words that an agent had been told, and since when. */
export type Vocabulary = {
  /** A stem, or a pair of Chinese characters, stands in evidence that was known before event `seq`. */
  knows(stem: string, seq: number): boolean;
  /** The same, or a word of the same family does: `renewal` and `renew`, `physio` and `physiotherapy`. */
  knowsFamily(stem: string, seq: number): boolean;
};

/** Shorter beginnings join words that have nothing in common. */
const SHORTEST = 4;
const BEGINNINGS = [5, 6, 7];

/** Reads every entry once, when first asked. Superseded and failed ones count: naming them invents nothing. */
export function vocabularyOf(entries: readonly LedgerEntry[], tools: readonly string[]): () => Vocabulary {
  let known: Vocabulary | undefined;
  return () => {
    known ??= readVocabulary(entries, tools);
    return known;
  };
}

function readVocabulary(entries: readonly LedgerEntry[], tools: readonly string[]): Vocabulary {
  const since = new Map<string, number>();
  const beginnings = new Map<string, number>();
  const seen = new Map<string, number>();
  const note = (text: string, from: number): void => {
    if (text === '' || (seen.get(text) ?? Number.POSITIVE_INFINITY) <= from) return;
    seen.set(text, from);
    for (const word of wordsOf(text)) {
      if ((since.get(word) ?? Number.POSITIVE_INFINITY) <= from) continue;
      since.set(word, from);
      for (const length of BEGINNINGS) {
        if (word.length < length) continue;
        const begin = word.slice(0, length);
        beginnings.set(begin, Math.min(beginnings.get(begin) ?? Number.POSITIVE_INFINITY, from));
      }
    }
  };
  for (const tool of tools) note(tool, -1);
  for (const { leaf, text, path, visibleFrom } of entries) {
    if (leaf !== 'number' && leaf !== 'boolean' && leaf !== 'null' && leaf !== 'count') note(text, visibleFrom);
    for (const part of path) note(part, visibleFrom);
  }
  const isBefore = (from: number | undefined, seq: number): boolean => from !== undefined && from < seq;
  const knows = (stem: string, seq: number): boolean => isBefore(since.get(stem), seq);
  return {
    knows,
    knowsFamily: (stem, seq) => {
      if (knows(stem, seq)) return true;
      if (
        stem.length >= 5 &&
        isBefore(beginnings.get(stem.slice(0, Math.min(stem.length, 7, Math.max(5, stem.length - 2)))), seq)
      )
        return true;
      for (let length = SHORTEST; length < stem.length; length += 1)
        if (stem.length - length <= 4 && knows(stem.slice(0, length), seq)) return true;
      return false;
    },
  };
}
