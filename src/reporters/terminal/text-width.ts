/** Code points that take two columns: East Asian Wide and Fullwidth. Source: Unicode Standard Annex #11. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const INVISIBLE = /^[\p{M}\p{Cf}\p{Cc}]+$/u;
/** Text of one column a character. */
export const PLAIN_TEXT = /^[\x20-\x7e]*$/;

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The characters as a reader counts them, each with its place in UTF-16 code units. */
export function graphemesOf(text: string): Iterable<{ segment: string; index: number }> {
  return segmenter.segment(text);
}

/** Columns that one character as a reader counts them takes on a terminal. */
export function graphemeWidth(grapheme: string): 0 | 1 | 2 {
  if (INVISIBLE.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

/** Columns that a text without control characters takes. */
export function displayWidth(text: string): number {
  if (PLAIN_TEXT.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemesOf(text)) width += graphemeWidth(segment);
  return width;
}

/** The text in at most `columns` columns; one that is longer ends with `…`. */
export function fitWidth(text: string, columns: number): string {
  if (columns <= 0) return '';
  // No character takes less than a column but marks do, so a long text is cut before it is measured.
  const near = text.length > columns * 8 ? text.slice(0, columns * 8) : text;
  if (near === text && displayWidth(text) <= columns) return text;
  let fitted = '';
  let width = 0;
  for (const { segment } of graphemesOf(near)) {
    const next = width + graphemeWidth(segment);
    if (next > columns - 1) break;
    fitted += segment;
    width = next;
  }
  return `${fitted}…`;
}

/** The text filled up with spaces on the right. */
export function padWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}
