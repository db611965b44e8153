import { Buffer } from 'node:buffer';
import { byteDecoder, type DecodedPiece } from './decode-bytes.ts';
import { ENCODING_BYTES, foreignEncoding } from './foreign-encoding.ts';
import { lineReader } from './line-reader.ts';
import { type ReadTranscript, type ReadTranscriptsOptions, unreadable } from './read-transcript.ts';
import { lineSplitter } from './split-lines.ts';

/** One JSON document, or one line, may be so long: 67,108,864 UTF-16 units. */
export const MAX_JSON_LENGTH = 64 * 1024 * 1024;

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Reads a text that holds one or many recorded conversations: JSON Lines with a conversation, a message or an event of a
 * stored session in each line, or one JSON document with a conversation or a list of them. Lines are read one at a time, so
 * that a log of any length takes little memory; a document is read whole. A line that cannot be read is `refused`, with its
 * place, and the others are still read. Messages that come one a line are gathered by their `conversation_id`,
 * `session_id`, `thread_id` or `trace_id`, and come at the end. Bytes are read as UTF-8, and it is told where they are none.
 */
export async function* readTranscripts(
  text: string | Uint8Array | Pieces,
  { maxLength = MAX_JSON_LENGTH, ...options }: ReadTranscriptsOptions = {},
): AsyncGenerator<ReadTranscript, void, undefined> {
  const splitter = lineSplitter(maxLength);
  const reader = lineReader({ ...options, maxLength });
  const pieces = typeof text === 'string' || text instanceof Uint8Array ? [text] : text;
  for await (const piece of decode(pieces)) {
    if ('foreign' in piece) {
      const { message, hint } = piece.foreign;
      yield unreadable('not-utf8', message, { line: 1, source: options.source, hint });
      return;
    }
    for (const line of splitter.push(piece)) yield* reader.take(line);
  }
  for (const line of splitter.end()) yield* reader.take(line);
  yield* reader.end();
}

/** Texts as they are, bytes as what they say. Nothing is read of bytes that are no text in UTF-8. */
async function* decode(
  pieces: Pieces,
): AsyncGenerator<DecodedPiece | { foreign: { message: string; hint: string } }, void, undefined> {
  const decoder = byteDecoder();
  let begin: Uint8Array | undefined = new Uint8Array(0);
  for await (const piece of pieces) {
    if (typeof piece === 'string') {
      yield { text: piece, isDamaged: false };
      continue;
    }
    if (begin === undefined) {
      yield* decoder.push(piece);
      continue;
    }
    begin = Buffer.concat([begin, piece]);
    if (begin.length < ENCODING_BYTES) continue;
    const foreign = foreignEncoding(begin);
    if (foreign !== undefined) {
      yield { foreign };
      return;
    }
    yield* decoder.push(begin);
    begin = undefined;
  }
  if (begin !== undefined && begin.length > 0) {
    const foreign = foreignEncoding(begin);
    if (foreign !== undefined) yield { foreign };
    else yield* decoder.push(begin);
  }
  yield* decoder.end();
}
