import type { TextPattern } from '../../domain/values/pattern.ts';
import type { KnownIds } from './id-shape.ts';

/** Something that an answer gives as its source; `start` and `end` in UTF-16 code units. */
export type Citation = { id: string; start: number; end: number };

const BRACKETS = /\[([^[\]\n]{1,200})\]|【([^【】\n]{1,200})】/gu;
/** A word of letters alone, of which two at least, so that a ticked box is none. */
const PLAIN_WORD = /^[\p{L}\p{M}]{2,}$/u;
/** A word that could be an id: a digit in it, and no space. */
const LIKE_AN_ID = /^(?=.*\p{Nd})[\p{L}\p{N}][\p{L}\p{N}_.:/#-]*$/u;

/**
 * The ids in square brackets: `[d1]`, `[d1, d7]`, `【d1†source】`. What is in brackets and is no id ("[sic]", a box to tick,
 * the text of a link) is none. A word without a digit counts when it is a known id or is put together like one; a plain
 * word beside a known id in the same brackets counts, too.
 */
export function citationsInBrackets(text: string, ids: KnownIds): Citation[] {
  const isId = ({ id }: Citation): boolean => LIKE_AN_ID.test(id) || ids.has(id) || ids.resembles(id);
  return piecesInBrackets(text).flatMap((pieces) => {
    const isList = pieces.some(({ id }) => ids.has(id) && PLAIN_WORD.test(id));
    return pieces.filter((piece) => isId(piece) || (isList && PLAIN_WORD.test(piece.id)));
  });
}

/** Words in brackets of which nothing tells that they are ids. */
export function wordsInBrackets(text: string): string[] {
  return piecesInBrackets(text).flatMap((pieces) => pieces.flatMap(({ id }) => (PLAIN_WORD.test(id) ? [id] : [])));
}

/** What stands in each pair of brackets, piece by piece. */
function piecesInBrackets(text: string): Citation[][] {
  const found: Citation[][] = [];
  for (const match of text.matchAll(BRACKETS)) {
    const inside = match[1] ?? match[2] ?? '';
    const isLink = text[match.index + match[0].length] === '(' || text[match.index - 1] === '!';
    if (isLink) continue;
    const pieces: Citation[] = [];
    let at = match.index + 1;
    for (const piece of inside.split(/([,;，；、])/)) {
      const id = (piece.split('†')[0] ?? '').trim();
      const start = at + piece.indexOf(id);
      if (id !== '') pieces.push({ id, start, end: start + id.length });
      at += piece.length;
    }
    found.push(pieces);
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
