/** A line or an event of a stream is longer than is read; what came so far is let go. */
export class StreamLimitError extends Error {
  override readonly name = 'StreamLimitError';
}

/** Longest line or event that is read, in UTF-16 units. */
export const MAX_STREAM_ITEM = 16 * 1024 * 1024;

/** Cuts bytes that arrive in any pieces into lines. */
export type LineSplitter = {
  /** The lines that these bytes complete, without their ends. Throws StreamLimitError for a line above the limit. */
  push(bytes: Uint8Array): string[];
  /** What came after the last line's end; undefined when nothing did. */
  end(): string | undefined;
};

/**
 * Bytes are UTF-8, in which a character may be split between pieces; a byte order mark at the start is left out. A line
 * ends with `\n` or `\r\n` and, with `endsAtReturn`, with `\r` alone. Each piece is looked at once, so that a long line in
 * many small pieces takes no longer than in one.
 */
export function createLineSplitter({
  maxLength = MAX_STREAM_ITEM,
  endsAtReturn = false,
}: {
  maxLength?: number | undefined;
  endsAtReturn?: boolean;
} = {}): LineSplitter {
  const decoder = new TextDecoder();
  const ends = endsAtReturn ? /\r\n|[\r\n]/g : /\n/g;
  let pieces: string[] = [];
  let length = 0;
  let endedAtReturn = false;
  const keep = (text: string): void => {
    if (text === '') return;
    length += text.length;
    if (length > maxLength)
      throw new StreamLimitError(`a line of the stream is longer than the ${maxLength} characters that are read`);
    pieces.push(text);
  };
  const take = (): string => {
    const line = pieces.join('');
    pieces = [];
    length = 0;
    return !endsAtReturn && line.endsWith('\r') ? line.slice(0, -1) : line;
  };
  const split = (text: string): string[] => {
    const lines: string[] = [];
    // The other half of an end that was split between two pieces.
    let from = endedAtReturn && text.startsWith('\n') ? 1 : 0;
    if (text !== '') endedAtReturn = endsAtReturn && text.endsWith('\r');
    ends.lastIndex = from;
    for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
      keep(text.slice(from, end.index));
      lines.push(take());
      from = ends.lastIndex;
    }
    keep(text.slice(from));
    return lines;
  };
  return {
    push: (bytes) => split(decoder.decode(bytes, { stream: true })),
    end() {
      keep(decoder.decode());
      return pieces.length === 0 ? undefined : take();
    },
  };
}
