import type { AgentStep } from '../../../domain/contracts/agent.ts';
import { isObject } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { plainJson } from '../../../domain/values/plain-json.ts';
import type { PooledResponse } from '../../../network/pooled-response.ts';
import { readEventStream } from '../../../network/read-event-stream.ts';
import { readLines } from '../../../network/read-lines.ts';
import { AgentReplyError } from '../../agent-answer.ts';
import { describeResponse, excerpt, explain, explained, type Redact } from '../send-request.ts';
import { parseAnswer } from './parse-answer.ts';
import { handOverIn, textsIn, throwIfError } from './read-reply.ts';
import { isThere, valuesAt } from './reply-path.ts';
import type { ReplyPaths } from './reply-paths.ts';
import { createCallTeller } from './reported-calls.ts';
import { saysSomething } from './says-something.ts';

type Reading = { stream: 'sse' | 'lines'; paths: ReplyPaths; turn: number; redact: Redact };

/**
 * The steps of an answer that comes in events or lines, each as soon as it is whole. Words that came before a stream
 * broke off are told before the error.
 */
export async function* readStreamedReply(response: PooledResponse, reading: Reading): AsyncGenerator<AgentStep, void> {
  const { paths, turn, redact } = reading;
  await refuseOtherTypes(response, reading);
  const teller = createCallTeller(paths, turn);
  const words = createWords(paths.texts);
  let hasAny = false;
  let handOver: AgentStep | undefined;
  yield { type: 'step_started' };
  try {
    for await (const part of partsOf(response, reading)) {
      throwIfError(part, { paths, redact });
      throwIfOnlyError(part, { paths, redact });
      handOver = handOverIn(part, paths) ?? handOver;
      const calls = teller.tell(part);
      if (calls.length > 0) yield* [...words.take({ isFinal: false }), ...calls];
      const texts = textsIn(part, paths.text, redact);
      hasAny ||= texts !== undefined;
      if (texts !== undefined && texts.length > 0) yield* [...teller.beforeText(), ...words.add(texts)];
    }
  } catch (error) {
    yield* words.take({ isFinal: false });
    throw explain(error, redact);
  }
  if (!hasAny && handOver === undefined) {
    const where = paths.text.written === '' ? 'in it' : `at \`${paths.text.written}\` in any of its parts`;
    throw new AgentReplyError(`the agent's stream has nothing ${where}, where \`reply.text\` looks`);
  }
  yield* words.take({ isFinal: true });
  if (handOver !== undefined) yield handOver;
}

/** Puts words together that arrive in pieces. */
function createWords(texts: ReplyPaths['texts']): {
  /** Takes words in; gives the messages that are whole by now. */
  add(texts: readonly string[]): AgentStep[];
  /** What is left, as one message. */
  take(options: { isFinal: boolean }): AgentStep[];
} {
  let held: string | undefined;
  let hasSpoken = false;
  const take = ({ isFinal }: { isFinal: boolean }): AgentStep[] => {
    // A turn without a word is on record as that.
    const text = held ?? (isFinal && !hasSpoken ? '' : undefined);
    held = undefined;
    if (text === undefined || (text === '' && !isFinal)) return [];
    hasSpoken = true;
    return [{ type: 'text', text, final: isFinal }];
  };
  return {
    add(added) {
      if (texts === 'pieces') {
        held = (held ?? '') + added.join('');
        return [];
      }
      return added.flatMap((text) => {
        const before = take({ isFinal: false });
        held = text;
        return before;
      });
    },
    take,
  };
}

/** The parts of the stream up to its end, which is checked where it has to be told. */
async function* partsOf(response: PooledResponse, { stream, paths, redact }: Reading): AsyncGenerator<JsonValue, void> {
  const { done } = paths;
  for await (const text of stream === 'sse' ? dataOf(response, redact) : readLines(response.body)) {
    if (done !== undefined && 'data' in done && text.trim() === done.data) return;
    const part = paths.text.written === '' ? text : parseAnswer(text, { what: "a part of the agent's stream", redact });
    yield part;
    if (done !== undefined && 'path' in done && isDone(part, done)) return;
  }
  if (done === undefined || ('data' in done && !done.isNeeded)) return;
  const mark = 'data' in done ? `\`${done.data}\`` : `something at \`${done.path.written}\``;
  throw new AgentReplyError(`the agent's stream ended before it said that it was whole: expected ${mark}`);
}

/** An event that is called `error` is one, whatever its data: nothing else in the stream has to say so. */
async function* dataOf({ body }: PooledResponse, redact: Redact): AsyncGenerator<string, void> {
  for await (const { event, data } of readEventStream(body)) {
    if (event === 'error') throw failed(data, redact);
    yield data;
  }
}

/** What a part that tells of an error holds besides it. */
const BESIDE_ERROR = new Set(['type', 'object', 'event', 'event_id', 'id', 'status', 'code', 'message', 'param']);

/** A part that holds an error and nothing else is no part to pass over, although no path leads into it. */
function throwIfOnlyError(part: JsonValue, { paths, redact }: Pick<Reading, 'paths' | 'redact'>): void {
  if (!isObject(part) || !saysSomething(part.error)) return;
  const { text, calls, results, handedOff } = paths;
  const wanted = [text, calls?.path, results?.path, handedOff];
  if (wanted.some((path) => path !== undefined && isThere(part, path))) return;
  if (Object.keys(part).every((key) => key === 'error' || BESIDE_ERROR.has(key))) throw failed(plainJson(part), redact);
}

function failed(data: string, redact: Redact): AgentReplyError {
  return new AgentReplyError(`the agent's stream tells of an error${excerpt(data, redact)}`);
}

function isDone(part: JsonValue, { path, is }: Extract<ReplyPaths['done'], { path: unknown }>): boolean {
  return valuesAt(part, path).some((value) =>
    is === undefined ? value !== null && value !== false : plainJson(value) === plainJson(is),
  );
}

/** An answer that says it is a page or one JSON value is no stream, whatever could be read from it. */
async function refuseOtherTypes(response: PooledResponse, { stream, redact }: Reading): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  const isOther = stream === 'sse' ? /^(?:text\/html|application\/json)\b/i : /^text\/html\b/i;
  if (!isOther.test(type)) return;
  const body = await explained(response.text(), redact);
  const what = stream === 'sse' ? 'event stream' : 'lines of JSON';
  throw new AgentReplyError(`the agent answered ${describeResponse(response)}, and no ${what}${excerpt(body, redact)}`);
}
