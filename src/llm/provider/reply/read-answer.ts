import type { PooledResponse, ResponseBody } from '../../../network/pooled-response.ts';
import { readEventStream } from '../../../network/read-event-stream.ts';
import type { ProviderClock } from '../clock.ts';
import { faultOfConnection, faultOfError, faultOfStatus } from '../policy/classify-error.ts';
import type { SilenceWatch } from '../policy/silence-watch.ts';
import { ProviderFault } from '../provider-fault.ts';
import { errorOf } from './error-body.ts';
import { malformed, type ReplyParts, type StreamFold, type StreamNews } from './reply-parts.ts';

/** How one API is read. */
export type AnswerReader = {
  readWhole(answer: unknown, body: string): ReplyParts;
  openStream(): StreamFold;
};

/** How far an answer got: whether words of it were handed on. */
export type AnswerProgress = { hasSpoken: boolean };

type Reading = { watch: SilenceWatch; progress: AnswerProgress };

/** Bytes that are read of an answer which is an error. */
const MAX_ERROR_BYTES = 64 * 1024;
/** For the counts of tokens that may follow a whole answer. */
const MAX_EPILOGUE_MS = 2_000;
/** For the end of the connection's part, after which it can be used again. */
const MAX_FAREWELL_MS = 50;

/**
 * Reads what the provider sent, whole or as a stream, whichever it says it is. Yields words as they arrive; throws
 * ProviderFault for everything that is no whole reply.
 */
export async function* readAnswer(
  response: PooledResponse,
  { reader, clock, ...reading }: Reading & { reader: AnswerReader; clock: ProviderClock },
): AsyncGenerator<string, ReplyParts> {
  const { ok, contentType: type } = response;
  if (!ok) throw faultOfStatus(response, { body: await readHead(response.body), wallMs: clock.wallMs });
  if (/^text\/event-stream\b/i.test(type))
    return yield* readStream(response.body, { fold: reader.openStream(), ...reading });
  return readWhole(await response.text(), { type, reader });
}

function readWhole(body: string, { type, reader }: { type: string; reader: AnswerReader }): ReplyParts {
  if (body.trim() === '') throw malformed(`the answer is empty (${shownType(type)})`);
  const answer = parsed(body);
  // A page for people stands where the API should be, and will stand there the next time.
  if (answer === undefined && body.trimStart().startsWith('<')) throw webPage(type, body);
  if (answer === undefined) throw malformed(`the answer is no JSON (${shownType(type)})`, body);
  throwIfError(answer, body);
  return reader.readWhole(answer, body);
}

async function* readStream(
  body: ResponseBody,
  { fold, watch, progress }: Reading & { fold: StreamFold },
): AsyncGenerator<string, ReplyParts> {
  let told = '';
  let state: StreamNews['state'] = 'open';
  try {
    for await (const { data } of readEventStream(body)) {
      if (state === 'over') continue;
      const news = fold.add(eventIn(data));
      watch.beat(news.isContent);
      if (news.text !== '') {
        told += news.text;
        progress.hasSpoken = true;
        yield news.text;
      }
      state = news.state;
      if (state !== 'open') watch.hurry(state === 'over' ? MAX_FAREWELL_MS : MAX_EPILOGUE_MS);
    }
  } catch (error) {
    // All that can be missing of a whole answer is how many tokens it took.
    if (state === 'open') throw faultOfConnection(error, { inStream: true });
  }
  const parts = fold.finish();
  // A refusal, or words that came only with the last event.
  if (parts.text.length > told.length && parts.text.startsWith(told)) yield parts.text.slice(told.length);
  return parts;
}

function eventIn(data: string): unknown {
  if (data.trim() === '[DONE]') return '[DONE]';
  const event = parsed(data);
  if (event === undefined) throw malformed('an event of the stream is no JSON', data);
  throwIfError(event, data);
  return event;
}

/** Undefined for what is no JSON, which can hold anything else. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function throwIfError(answer: unknown, body: string): void {
  const error = errorOf(answer);
  if (error !== undefined) throw faultOfError(answer, { httpStatus: 200, body });
}

async function readHead(body: ResponseBody): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece);
    length += piece.length;
    if (length >= MAX_ERROR_BYTES) break;
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

function webPage(type: string, body: string): ProviderFault {
  return new ProviderFault(`the answer is no JSON (${shownType(type)})`, { kind: 'refused', httpStatus: 200, body });
}

function shownType(type: string): string {
  return type === '' ? 'without a content type' : type.slice(0, 100);
}
