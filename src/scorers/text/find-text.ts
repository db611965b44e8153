import { type FoldedText, foldedText, foldText } from './fold-text.ts';

/** Where something stands in a text, `start` to `end` in UTF-16 code units. */
export type TextSpan = { start: number; end: number };

/** A text to look for, read once. */
export type Needle = { text: string; find(haystack: string): TextSpan | undefined };

/**
 * Looks for `text` as people read it: case, width, composition and kinds of space, dash and quote count for nothing
 * unless `caseSensitive`. What begins or ends with a digit is found only where the number begins or ends: `5` is not in
 * `15`, `5.5`, `-5`, `A5` or `1,005`. What begins with a letter of a script with spaces is found where a word begins, and
 * may go on: `refund` is in `refunded`, `act` is not in `fact`.
 */
export function needleOf(text: string, { caseSensitive = false }: { caseSensitive?: boolean } = {}): Needle {
  const wanted = caseSensitive ? text.normalize('NFC') : foldedText(text).trim();
  return {
    text,
    find(haystack) {
      if (caseSensitive) return findPlain(haystack, wanted);
      const quick = foldedText(haystack);
      const at = boundedIndex(quick, wanted, { openEnd: true });
      if (at < 0) return undefined;
      return quick === haystack
        ? { start: at, end: at + wanted.length }
        : spanOf(foldText(haystack), at, wanted.length);
    },
  };
}

function findPlain(haystack: string, wanted: string): TextSpan | undefined {
  const composed = haystack.normalize('NFC');
  const at = boundedIndex(composed, wanted, { openEnd: true });
  if (at < 0) return undefined;
  // Offsets are only the original's own when composing changed nothing before the end of the match.
  const isUnchanged = haystack.startsWith(composed.slice(0, at + wanted.length));
  return isUnchanged ? { start: at, end: at + wanted.length } : { start: 0, end: haystack.length };
}

function spanOf(folded: FoldedText, at: number, length: number): TextSpan {
  return { start: folded.starts[at] ?? 0, end: folded.ends[at + length - 1] ?? folded.text.length };
}

/**
 * First position at which `wanted` stands by itself in `text`; -1 when it does not. Both are folded. With `openEnd` a
 * word may go on after it, a number never.
 */
export function boundedIndex(text: string, wanted: string, { openEnd = false }: { openEnd?: boolean } = {}): number {
  if (wanted === '') return -1;
  const last = characterBefore(wanted, wanted.length);
  const needsEnd = !openEnd || digit.test(last);
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (isEdge(text, at) && (!needsEnd || isEdge(text, at + wanted.length))) return at;
  }
  return -1;
}

const letter = /[\p{L}\p{M}]/u;
const digit = /\p{Nd}/u;
/** Scripts written without spaces: a word may begin and end anywhere. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Hangul}]/u;

/** Whether a word or number may begin or end between the characters before and at `at`. */
export function isEdge(text: string, at: number): boolean {
  const before = characterBefore(text, at);
  const after = characterAt(text, at);
  if (before === '' || after === '') return true;
  if (digit.test(before)) return !digit.test(after) && !(isDecimalMark(after) && digit.test(characterAt(text, at + 1)));
  if (digit.test(after)) return !continuesNumber(text, at, before);
  if (letter.test(before) && letter.test(after)) return unspaced.test(before) || unspaced.test(after);
  return true;
}

/** Whether the digit at `at` goes on from what stands before it: `1.` or `1,`, the letter of an id, a minus. */
function continuesNumber(text: string, at: number, before: string): boolean {
  if (letter.test(before)) return !unspaced.test(before);
  const earlier = characterBefore(text, at - before.length);
  if (isDecimalMark(before)) return digit.test(earlier);
  return before === '-' && !letter.test(earlier) && !digit.test(earlier);
}

function isDecimalMark(character: string): boolean {
  return character === '.' || character === ',';
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function characterBefore(text: string, at: number): string {
  if (at <= 0) return '';
  const low = text.charCodeAt(at - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff && at >= 2;
  return characterAt(text, isPair ? at - 2 : at - 1);
}
