import { TextDecoder } from 'node:util';

/** What came of some bytes: whole lines, and at most one reason why there can be no more. */
export type SplitProblem = { kind: 'too_long'; bytes: number } | { kind: 'not_utf8'; line: Buffer };

export type LineSplitter = {
  /** Takes bytes as they come; lines and characters may be cut anywhere. */
  push(chunk: Buffer): void;
  /** What is left after the last line break, as text; undefined when there is nothing. */
  rest(): string | undefined;
};

const LINE_FEED = 0x0a;

/**
 * Cuts bytes into lines of UTF-8 text, without their ends (LF or CRLF) and without blank ones. After a problem nothing
 * more is told. At most `maxLineBytes` are ever kept.
 */
export function createLineSplitter({
  maxLineBytes,
  onLine,
  onProblem,
}: {
  maxLineBytes: number;
  onLine(line: string): void;
  onProblem(problem: SplitProblem): void;
}): LineSplitter {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let pieces: Buffer[] = [];
  let bytes = 0;
  let isBroken = false;
  const stop = (problem: SplitProblem): void => {
    isBroken = true;
    pieces = [];
    onProblem(problem);
  };
  const endLine = (): void => {
    const line = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
    const text = decode(decoder, line);
    if (text === undefined) stop({ kind: 'not_utf8', line });
    else if (text.trim() !== '') onLine(text);
  };
  const keep = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes > maxLineBytes) stop({ kind: 'too_long', bytes: maxLineBytes });
    else if (piece.length > 0) pieces.push(piece);
  };
  return {
    push(chunk) {
      let start = 0;
      while (!isBroken) {
        const end = chunk.indexOf(LINE_FEED, start);
        if (end < 0) break;
        keep(chunk.subarray(start, end));
        if (!isBroken) endLine();
        start = end + 1;
      }
      if (!isBroken) keep(chunk.subarray(start));
    },
    rest() {
      if (isBroken || bytes === 0) return undefined;
      const text = Buffer.concat(pieces).toString();
      return text.trim() === '' ? undefined : text;
    },
  };
}

function decode(decoder: TextDecoder, line: Buffer): string | undefined {
  try {
    return decoder.decode(line).replace(/\r$/, '');
  } catch {
    return undefined;
  }
}
