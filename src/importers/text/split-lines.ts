export type TextLine =
  | { status: 'whole'; line: number; text: string }
  /** Longer than the limit: what came after it was not kept. */
  | { status: 'cut'; line: number; text: string };

/** Takes a text in pieces and gives its lines, none longer than `maxLength` UTF-16 units. Lines end with a line feed. */
export function lineSplitter(maxLength: number): { push(piece: string): TextLine[]; end(): TextLine[] } {
  let parts: string[] = [];
  let length = 0;
  let line = 1;
  const keep = (part: string): void => {
    const room = maxLength - length;
    if (room > 0 && part !== '') parts.push(part.length > room ? part.slice(0, room) : part);
    length += part.length;
  };
  const take = (): TextLine => {
    const text = parts.length === 1 ? (parts[0] ?? '') : parts.join('');
    const taken: TextLine = { status: length > maxLength ? 'cut' : 'whole', line, text };
    parts = [];
    length = 0;
    line += 1;
    return taken;
  };
  return {
    push(piece) {
      const lines: TextLine[] = [];
      let start = 0;
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
