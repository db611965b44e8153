/** What takes no column: marks on the character before, and characters that are not shown. */
const ZERO_WIDTH =
  /^[\p{Mark}\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Surrogate}\u1160-\u11ff\ud7b0-\ud7ff]*$/u;

/**
 * East Asian Wide and Fullwidth by script and block, as Unicode's EastAsianWidth.txt has them: the scripts grow with
 * Node's Unicode data, where a table or a package would age.
 */
const WIDE =
  /^(?:\p{Emoji_Presentation}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Yi}\p{Script=Tangut}\p{Script=Nushu}\p{Script=Khitan_Small_Script}\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\u3247\u3250-\u33ff\u4dc0-\u4dff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1d300}-\u{1d376}\u{1f202}\u{1f210}-\u{1f265}](?<![\u02ea\u02eb\uff61-\uffdc]))/u;

/** Letters, signs, dashes and arrows of one column each, none of which is an emoji by itself. */
const ONE_BY_ONE = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u2030-\u205e\u2190-\u21ff]*$/;

/** Whether each UTF-16 code unit of a text takes one column, as in most texts. */
export function isOneByOne(text: string): boolean {
  return ONE_BY_ONE.test(text);
}

/** How many columns of a terminal a text takes: East Asian wide characters and emoji two, marks none. One line. */
export function displayWidth(text: string): number {
  if (isOneByOne(text)) return text.length;
  let width = 0;
  // Made here: the first one reads tables for ten milliseconds and more, which most texts never need.
  for (const { segment } of new Intl.Segmenter().segment(text)) width += widthOf(segment);
  return width;
}

function widthOf(character: string): number {
  if (ZERO_WIDTH.test(character)) return 0;
  return WIDE.test(character) || /\ufe0f/.test(character) ? 2 : 1;
}
