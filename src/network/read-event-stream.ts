import { createLineSplitter, MAX_STREAM_ITEM, StreamLimitError } from './line-splitter.ts';

/** One message of an event stream. `event` is its type where the sender gave one. */
export type StreamEvent = { event: string | undefined; id: string | undefined; data: string };

/**
 * The messages of an event stream (`text/event-stream`, https://html.spec.whatwg.org/multipage/server-sent-events.html)
 * as they arrive. Comments and unknown fields are left out. What stands at the end of the stream without the empty line
 * behind it counts: a stream that was cut is an error of its connection. A line, or an event of several lines, of more
 * than `maxLength` UTF-16 units is a StreamLimitError (default: 16 Mi). Who stops early lets go of the stream.
 */
export async function* readEventStream(
  bytes: AsyncIterable<Uint8Array>,
  { maxLength = MAX_STREAM_ITEM }: { maxLength?: number | undefined } = {},
): AsyncGenerator<StreamEvent, void> {
  // Listened to at once: what breaks while the parser is loaded would take along what came before.
  const pieces = bytes[Symbol.asyncIterator]();
  const { createParser } = await import('eventsource-parser');
  const found: StreamEvent[] = [];
  const parser = createParser({ onEvent: ({ event, id, data }) => void found.push({ event, id, data }) });
  let length = 0;
  // The parser looks again at all of an unfinished line with every piece, so it is given whole lines.
  const feed = (line: string): void => {
    if (line.startsWith(':')) return;
    length = line === '' ? 0 : length + line.length;
    if (length > maxLength)
      throw new StreamLimitError(`an event of the stream is longer than the ${maxLength} characters that are read`);
    parser.feed(`${line}\n`);
  };
  const splitter = createLineSplitter({ maxLength, endsAtReturn: true });
  for await (const piece of { [Symbol.asyncIterator]: () => pieces }) {
    for (const line of splitter.push(piece)) {
      feed(line);
      if (found.length > 0) yield* found.splice(0);
    }
  }
  feed(splitter.end() ?? '');
  feed('');
  yield* found.splice(0);
}
