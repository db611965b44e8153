/** The words of a text, made comparable, each with its place in the text as it was written (UTF-16 code units). */
export type Tokens = { words: readonly string[]; starts: readonly number[]; ends: readonly number[] };

/** Marks without width that hide inside words. */
const hidden = '\\u00ad\\u200b-\\u200f\\u2060\\ufeff';
/** Scripts written without spaces: each character is a token, so that a word is found wherever it stands. */
const unspaced =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{sc=Hangul}';
const tokenPattern = new RegExp(`[${unspaced}]\\p{M}*|(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}${hidden}])+`, 'gu');
const hiddenPattern = new RegExp(`[${hidden}]`, 'gu');
const plainAscii = /^[\t\n\r\x20-\x7e]*$/;

/** Runs of letters and digits. Case, width and Unicode composition (NFKC) count for nothing. */
export function tokensOf(text: string): Tokens {
  const words: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const isAscii = plainAscii.test(text);
  for (const match of text.matchAll(isAscii ? /[a-z0-9]+/gi : tokenPattern)) {
    const word = isAscii ? match[0].toLowerCase() : foldWord(match[0]);
    if (word === '') continue;
    words.push(word);
    starts.push(match.index);
    ends.push(match.index + match[0].length);
  }
  return { words, starts, ends };
}

function foldWord(word: string): string {
  if (plainAscii.test(word)) return word.toLowerCase();
  return word.replaceAll(hiddenPattern, '').normalize('NFKC').toLowerCase();
}

/**
 * What stands between two tokens, made comparable. Spaces, dashes, underscores, quotes, `#` and brackets all count as one
 * space, or as nothing: a gap of only these is empty here.
 */
export function foldGap(gap: string): string {
  if (gap.length > longestGap) return gap;
  return gap
    .normalize('NFKC')
    .replaceAll(/[\s_#()[\]"'`\-\u2010-\u2015\u2212\u2018-\u201f\u2032\u2033\u00ab\u00bb]+/g, ' ')
    .trim();
}

/** Words further apart are not one value. */
const longestGap = 4;

/** A word without its accents. */
export function withoutMarks(word: string): string {
  if (/^[a-z0-9]*$/.test(word)) return word;
  return word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l');
}
