import type { Place } from '../index/evidence-index.ts';
import { tokensOf } from '../index/tokens.ts';
import { isKeyOfRecord, isNameOfPersonOrPlace } from './argument-names.ts';
import type { LeafContext } from './leaf-context.ts';

/** Words that are left out between two of a name: `ordered_by_mistake` of "ordered it by mistake". */
const mostSkipped = 2;

/** Where the words of `ordered_by_mistake` stand in this order in what the user said. Never for ids. */
export function placesOfRewording(leaf: string, { evidence, seen, key }: LeafContext): readonly Place[] {
  if (!/^\p{L}+(?:[_-]\p{L}+)+$/u.test(leaf) || isKeyOfRecord(key)) return [];
  const wanted = tokensOf(leaf).words;
  return evidence.entries.flatMap(({ source, spot, tokens }): Place[] => {
    if (source.kind !== 'user' || !seen(source)) return [];
    const at = spanOf(wanted, tokens.words);
    if (at === undefined) return [];
    return [{ source, spot, start: tokens.starts[at.first] as number, end: tokens.ends[at.last] as number }];
  });
}

function spanOf(wanted: readonly string[], words: readonly string[]): { first: number; last: number } | undefined {
  for (const [first, word] of words.entries()) {
    if (word !== wanted[0]) continue;
    let last: number | undefined = first;
    for (const next of wanted.slice(1)) {
      const from: number = last + 1;
      const found = words.slice(from, from + mostSkipped + 1).indexOf(next);
      last = found < 0 ? undefined : from + found;
      if (last === undefined) break;
    }
    if (last !== undefined) return { first, last };
  }
  return undefined;
}

/** Scripts that names are carried over into letters from, and the other way round. */
const scripts: readonly RegExp[] = [
  /^\p{sc=Latin}+$/u,
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+$/u,
  /^\p{sc=Hangul}+$/u,
  /^\p{sc=Cyrillic}+$/u,
  /^\p{sc=Greek}+$/u,
  /^\p{sc=Arabic}+$/u,
  /^\p{sc=Hebrew}+$/u,
  /^\p{sc=Devanagari}+$/u,
  /^\p{sc=Thai}+$/u,
];

/**
 * Messages of a user who writes in another script than the name of a person or a place, such as `Beijing` after 北京. No
 * table says which name it is.
 */
export function placesInOtherScript(leaf: string, { evidence, seen, key }: LeafContext): readonly Place[] {
  const letters = leaf.replaceAll(/[\s.'’·-]/gu, '');
  const script = scripts.find((one) => one.test(letters));
  if (script === undefined || !isNameOfPersonOrPlace(key)) return [];
  return evidence.entries.flatMap(({ source, spot, tokens }): Place[] => {
    if (source.kind !== 'user' || !seen(source) || spot.reads !== undefined) return [];
    const words = tokens.words.filter((word) => /^\p{L}+$/u.test(word));
    const other = words.filter((word) => !script.test(word) && scripts.some((one) => one.test(word)));
    return other.join('').length < 2 ? [] : [{ source, spot, start: 0, end: spot.text.length }];
  });
}
