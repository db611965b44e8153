import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../evidence/ledger-entry.ts';
import { wordSet, wordsOf } from '../evidence/words.ts';
import type { OpenClaim } from './open-claims.ts';

/** A piece of live evidence in words, as a model reads it. `quotable` is what a quote of it has to be taken from. */
export type Premise = { entry: LedgerEntry; text: string; quotable: string };

/** A statement is read against so many pieces of evidence. */
export const MAX_PREMISES = 5;
/** Texts of so many words and more say equally much. */
const MANY_WORDS = 12;
/** Characters of a long text that are shown, around the words that it shares with the statement. */
const MAX_QUOTABLE = 600;

/** Finds the evidence that says most about a statement; what the agent had not seen, and what was replaced, is left out. */
export function premiseFinder(
  ledger: EvidenceLedger,
  seq: number,
): (claim: OpenClaim, limit?: number) => readonly Premise[] {
  const live = ledger.entries
    .filter((entry) => entry.source !== 'registry' && entry.leaf !== 'count' && stateAt(entry, seq) === 'live')
    .map((entry) => ({ entry, words: new Set([...entry.words, ...wordSet(`${entry.entity ?? ''} ${entry.text}`)]) }));
  const spread = new Map<string, number>();
  for (const { words } of live) for (const word of words) spread.set(word, (spread.get(word) ?? 0) + 1);
  const weightOf = (word: string): number => Math.log(1 + live.length / (spread.get(word) ?? live.length));
  return ({ sentence }, limit = MAX_PREMISES) =>
    live
      .map(({ entry, words }) => ({
        entry,
        size: words.size,
        weight: [...sentence.words].reduce((sum, word) => sum + (words.has(word) ? weightOf(word) : 0), 0),
      }))
      // Other words may say the same: what shares none is read too while there is room, that which says most first.
      .sort(
        (a, b) =>
          b.weight - a.weight || Math.min(b.size, MANY_WORDS) - Math.min(a.size, MANY_WORDS) || a.entry.id - b.entry.id,
      )
      .slice(0, limit)
      .map(({ entry }) => premiseOf(entry, sentence.words));
}

/** `price of W-12 is 49.90`; texts stand as they are, long ones where they share `words`. */
export function premiseOf(entry: LedgerEntry, words: ReadonlySet<string> = new Set()): Premise {
  const quotable = excerptOf(entry.text, words);
  if (entry.leaf === 'text' || entry.key === '') return { entry, text: quotable, quotable };
  return { entry, text: `${entry.key}${ownerOf(entry)} is ${quotable}`, quotable };
}

/** ` of W-12`: the record that a field belongs to, unless the field is its name. */
export function ownerOf({ entity, text }: LedgerEntry): string {
  return entity === undefined || entity === text ? '' : ` of ${entity}`;
}

/** The part of a long text that shares most words with a statement. */
function excerptOf(text: string, words: ReadonlySet<string>): string {
  if (text.length <= MAX_QUOTABLE) return text;
  const step = MAX_QUOTABLE / 2;
  let best = { at: 0, shared: -1 };
  for (let at = 0; at < text.length; at += step) {
    const shared = new Set(wordsOf(text.slice(at, at + MAX_QUOTABLE)).filter((word) => words.has(word))).size;
    if (shared > best.shared) best = { at, shared };
  }
  return text.slice(best.at, best.at + MAX_QUOTABLE);
}
