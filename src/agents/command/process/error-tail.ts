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
};

export function createErrorTail(): ErrorTail {
  let kept = Buffer.alloc(0);
  return {
    push(chunk) {
      kept = Buffer.concat([kept, chunk]);
      if (kept.length > MAX_BYTES) kept = Buffer.from(kept.subarray(kept.length - MAX_BYTES));
    },
    text() {
      const lines = kept
        .toString()
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '');
      return lines
        .slice(-MAX_LINES)
        .map((line) => truncate(visibleText(line, { newlines: 'escape' }), MAX_LINE_LENGTH))
        .join('\n');
    },
  };
}
