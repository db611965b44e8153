import { visibleText } from '../../../domain/display/visible-text.ts';
import { truncate } from '../../../domain/values/text.ts';

const MAX_LINES = 20;
const MAX_LINE_LENGTH = 300;
/** More than the lines that are kept can ever need. */
const MAX_BYTES = 64 * 1024;

/** The last lines that a program wrote to standard error. */
export type ErrorTail = {
  push(chunk: Buffer): void;
  /** At most 20 lines of 300 characters, hidden characters written out; empty when nothing was written. */
  text(): string;
  /** The last of the lines since it was asked before; a line that has not ended yet is kept for the next time. */
  take(): readonly string[];
};

export function createErrorTail(): ErrorTail {
  let kept = Buffer.alloc(0);
  let untold = Buffer.alloc(0);
  return {
    push(chunk) {
      kept = lastOf(kept, chunk);
      untold = lastOf(untold, chunk);
    },
    text: () => shownLines(kept).join('\n'),
    take() {
      const end = untold.lastIndexOf('\n') + 1;
      const lines = shownLines(untold.subarray(0, end));
      untold = Buffer.from(untold.subarray(end));
      return lines;
    },
  };
}

function lastOf(kept: Buffer, chunk: Buffer): Buffer<ArrayBuffer> {
  const all = Buffer.concat([kept, chunk]);
  return all.length > MAX_BYTES ? Buffer.from(all.subarray(all.length - MAX_BYTES)) : all;
}

function shownLines(bytes: Buffer): string[] {
  return bytes
    .toString()
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(-MAX_LINES)
    .map((line) => truncate(visibleText(line, { newlines: 'escape' }), MAX_LINE_LENGTH));
}
