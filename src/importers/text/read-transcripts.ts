import { lineReader } from './line-reader.ts';
import type { ReadTranscript, ReadTranscriptsOptions } from './read-transcript.ts';
import { lineSplitter } from './split-lines.ts';

/** One JSON document, or one line, may be so long: 64 million characters. */
export const MAX_JSON_LENGTH = 64 * 1024 * 1024;

/**
 * Reads a text that holds one or many recorded conversations: JSON Lines with a conversation, a message or an event of a
 * stored session in each line, or one JSON document with a conversation or a list of them. Lines are read one at a time, so
 * that a log of any length takes little memory; a document is read whole. A line that cannot be read is `refused`, with its
 * place, and the others are still read. Messages that come one a line are gathered by their `conversation_id`,
 * `session_id`, `thread_id` or `trace_id`, and come at the end.
 */
export async function* readTranscripts(
  text: string | Iterable<string> | AsyncIterable<string>,
  { maxLength = MAX_JSON_LENGTH, ...options }: ReadTranscriptsOptions = {},
): AsyncGenerator<ReadTranscript, void, undefined> {
  const splitter = lineSplitter(maxLength);
  const reader = lineReader({ ...options, maxLength });
  for await (const piece of typeof text === 'string' ? [text] : text) {
    for (const line of splitter.push(piece)) yield* reader.take(line);
  }
  for (const line of splitter.end()) yield* reader.take(line);
  yield* reader.end();
}
