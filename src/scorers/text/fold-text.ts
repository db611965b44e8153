/** Text made comparable, with a way back to the original. */
export type FoldedText = {
  text: string;
  /** Original offset, in UTF-16 code units, at which the piece that gave this code unit begins. */
  starts: readonly number[];
  /** Original offset at which that piece ends. */
  ends: readonly number[];
};

/** A letter with its marks, or a run of the letters that Korean is composed of: what may change length when composed. */
const piece = /[\u1100-\u11ff]+|\P{M}\p{M}*|\p{M}+/gsu;
const plainAscii = /^[ -~]*$/;

/**
 * Case, width, Unicode composition, kinds of space, dash and quote made equal (Unicode NFKC, then lower case); marks
 * without width are dropped and runs of space become one.
 */
export function foldedText(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase().replaceAll(/ {2,}/g, ' ');
  return foldText(text).text;
}

/** As `foldedText`, with offsets into the original. */
export function foldText(text: string): FoldedText {
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = '';
  const add = (part: string, start: number, end: number): void => {
    if (part === ' ' && folded.endsWith(' ')) {
      ends[ends.length - 1] = end;
      return;
    }
    folded += part;
    for (let index = 0; index < part.length; index += 1) {
      starts.push(start);
      ends.push(end);
    }
  };
  for (const match of text.matchAll(piece)) add(foldPiece(match[0]), match.index, match.index + match[0].length);
  return { text: folded, starts, ends };
}

function foldPiece(original: string): string {
  const code = original.charCodeAt(0);
  if (original.length === 1 && code < 0x80) return code <= 0x20 ? ' ' : original.toLowerCase();
  const plain = original.normalize('NFKC').toLowerCase();
  return plain
    .replaceAll(/\ufe0f|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-')
    .replaceAll(/[\u2018\u2019\u201a\u201b\u2032`\u00b4]/g, "'")
    .replaceAll(/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"');
}
