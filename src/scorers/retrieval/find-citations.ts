import type { TextPattern } from '../../domain/values/pattern.ts';

/** Something that an answer gives as its source; `start` and `end` in UTF-16 code units. */
export type Citation = { id: string; start: number; end: number };

const BRACKETS = /\[([^[\]\n]{1,200})\]|【([^【】\n]{1,200})】/gu;
/** A word that could be an id: a digit in it, and no space. */
const LIKE_AN_ID = /^(?=.*\p{Nd})[\p{L}\p{N}][\p{L}\p{N}_.:/#-]*$/u;

/**
 * The ids in square brackets: `[d1]`, `[d1, d7]`, `【d1†source】`. What is in brackets and is no id ("[sic]", a box to tick,
 * the text of a link) is none; a word without a digit counts where `isKnown` knows it.
 */
export function citationsInBrackets(text: string, isKnown: (id: string) => boolean): Citation[] {
  const found: Citation[] = [];
  for (const match of text.matchAll(BRACKETS)) {
    const inside = match[1] ?? match[2] ?? '';
    const isLink = text[match.index + match[0].length] === '(' || text[match.index - 1] === '!';
    if (isLink) continue;
    let at = match.index + 1;
    for (const piece of inside.split(/([,;，；、])/)) {
      const id = (piece.split('†')[0] ?? '').trim();
      const start = at + piece.indexOf(id);
      if (id !== '' && (LIKE_AN_ID.test(id) || isKnown(id))) found.push({ id, start, end: start + id.length });
      at += piece.length;
    }
  }
  return found;
}

/** What a pattern finds; its first group is the id, or the whole match where it has none. */
export function citationsByPattern(text: string, pattern: TextPattern): Citation[] {
  const found: Citation[] = [];
  let at = 0;
  for (let match = pattern.exec(text); match !== undefined; match = pattern.exec(text.slice(at))) {
    const id = match.groups['1'] ?? match.text;
    const begin = at + match.index;
    const start = begin + Math.max(0, match.text.indexOf(id));
    if (id !== '') found.push({ id, start, end: start + id.length });
    at = begin + Math.max(1, match.text.length);
  }
  return found;
}
