import { createLineSplitter } from './line-splitter.ts';

export type ReadLinesOptions = {
  /** Longest line, in UTF-16 units; a longer one is a StreamLimitError. Default: 16 Mi. */
  maxLength?: number | undefined;
};

/**
 * The lines of a stream of UTF-8, such as JSON values one a line, as they arrive; lines of white space are left out, and
 * the last needs no end. Who stops early lets go of the stream.
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  { maxLength }: ReadLinesOptions = {},
): AsyncGenerator<string, void> {
  const splitter = createLineSplitter({ maxLength });
  for await (const piece of bytes) {
    for (const line of splitter.push(piece)) if (line.trim() !== '') yield line;
  }
  const rest = splitter.end();
  if (rest !== undefined && rest.trim() !== '') yield rest;
}
