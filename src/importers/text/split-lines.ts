import type { DecodedPiece } from './decode-bytes.ts';

export type TextLine = {
  /** `cut`: longer than the limit, and what came after it was not kept. */
  status: 'whole' | 'cut';
  line: number;
  text: string;
  /** Whether bytes of it were no UTF-8. */
  isDamaged: boolean;
};

/** Takes a text in pieces and gives its lines, none longer than `maxLength` UTF-16 units. Lines end with a line feed. */
export function lineSplitter(maxLength: number): { push(piece: DecodedPiece): TextLine[]; end(): TextLine[] } {
  let parts: string[] = [];
  let length = 0;
  let line = 1;
  let isDamaged = false;
  const keep = (part: string): void => {
    const room = maxLength - length;
    if (room > 0 && part !== '') parts.push(part.length > room ? part.slice(0, room) : part);
    length += part.length;
  };
  const take = (): TextLine => {
    const text = parts.length === 1 ? (parts[0] ?? '') : parts.join('');
    const taken: TextLine = { status: length > maxLength ? 'cut' : 'whole', line, text, isDamaged };
    parts = [];
    isDamaged = false;
    length = 0;
    line += 1;
    return taken;
  };
  return {
    push({ text: piece, isDamaged: isPieceDamaged }) {
      const lines: TextLine[] = [];
      let start = 0;
      isDamaged ||= isPieceDamaged;
      for (let feed = piece.indexOf('\n'); feed >= 0; feed = piece.indexOf('\n', start)) {
        keep(piece.slice(start, feed));
        lines.push(take());
        start = feed + 1;
      }
      keep(piece.slice(start));
      return lines;
    },
    end: () => (length === 0 ? [] : [take()]),
  };
}
