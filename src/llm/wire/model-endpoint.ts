import {
  BudgetExceededError,
  type ChatChunk,
  type ChatModelSession,
  type ChatRequest,
  ModelUnavailableError,
} from '../../domain/contracts/chat-model.ts';
import type { RecordedRequest } from '../recorded-request.ts';
import { ScriptedFault } from '../script/scripted-fault.ts';
import { chatApi } from './chat/chat-api.ts';
import type { Conversation, Exchange } from './conversation.ts';
import { type CutPlan, cutBody, cutFrames, wholeChunks } from './cut-frames.ts';
import type { Attempt, RequestHints } from './find-conversation.ts';
import { errorReply, ProviderError, providerErrorOf } from './provider-error.ts';
import { responsesApi } from './responses/responses-api.ts';
import { routeOf } from './route.ts';
import { untilAborted } from './until-aborted.ts';
import type { ApiName, ReadRequest } from './wire-api.ts';
import { invalid } from './wire-ask.ts';
import type { Frame, WireReply, WireRequest } from './wire-reply.ts';

/** A request that reached the model. */
export type ServedRequest = {
  /** The client's name of the conversation, or one that was made up. */
  readonly conversation: string;
  readonly api: ApiName;
  /** As it was read, deep frozen. */
  readonly request: RecordedRequest;
  /** HTTP status of the answer. */
  readonly status: number;
};

export type ModelEndpoint = {
  /** Rejects only for a budget that is spent, and with the reason of `signal`. */
  handle(request: WireRequest, options: { signal: AbortSignal }): Promise<WireReply>;
  /**
   * What the model threw and no provider says, oldest first: a script that does not fit, a mistake in a function, a
   * budget that is spent.
   */
  problems(): readonly unknown[];
};

export type EndpointOptions = {
  /** Name of the model, for the list of models. */
  name: string;
  /** The conversation that a request belongs to. */
  find(request: ChatRequest, hints: RequestHints): Conversation;
  onServed(served: ServedRequest): void;
};

/** The header by which a client may name its conversation. */
const SESSION_HEADER = 'x-rehearsal-session';
/** The header in which the clients of the package `openai`, in every language, count their retries. */
const RETRY_HEADER = 'x-stainless-retry-count';

/** The moment that all answers tell, in seconds since 1970: 2026-01-01, UTC. Bytes must not depend on the clock. */
const CREATED = 1_767_225_600;

/** A chat model as a provider's endpoint: Chat Completions, Responses, and the list of models. */
export function createModelEndpoint({ name, find, onServed }: EndpointOptions): ModelEndpoint {
  const problems: unknown[] = [];
  const apis = { chat: chatApi(CREATED), responses: responsesApi(CREATED) };
  return {
    problems: () => [...problems],
    async handle(wire, { signal }) {
      try {
        const route = routeOf(wire, { name, created: CREATED });
        if ('reply' in route) return route.reply;
        const read = apis[route.to].read(parseBody(wire.body));
        const conversation = find(read.request, {
          named: wire.header(SESSION_HEADER),
          known: read.conversation,
          attempt: attemptOf(wire.header(RETRY_HEADER)),
        });
        const exchange = conversation.begin(read.request);
        const asking: Asking = { read, conversation, exchange, signal, problems };
        const reply = await (read.isStream ? answerInPieces(asking) : answerWhole(asking));
        const headers = { 'x-request-id': `req_${exchange.id}`, ...reply.headers };
        onServed({ conversation: conversation.name, api: route.to, request: exchange.recorded, status: reply.status });
        return { ...reply, headers, isServed: true };
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        return errorReply(error);
      }
    },
  };
}

type Asking = {
  read: ReadRequest;
  conversation: Conversation;
  exchange: Exchange;
  signal: AbortSignal;
  problems: unknown[];
};

function attemptOf(retries: string | undefined): Attempt {
  if (retries === undefined || !/^\d+$/.test(retries)) return 'untold';
  return Number(retries) === 0 ? 'first' : 'again';
}

async function answerWhole(asking: Asking): Promise<WireReply> {
  const { read, conversation, exchange, signal } = asking;
  try {
    const reply = await untilAborted(conversation.session.complete(read.request, { signal }), signal);
    exchange.settle({ status: 'answered', reply });
    read.onAnswered(reply, exchange.id, conversation);
    return jsonReply(read.body(reply, exchange.id));
  } catch (error) {
    return answerFailure(error, asking);
  }
}

async function answerInPieces(asking: Asking): Promise<WireReply> {
  const { read, conversation, exchange, signal } = asking;
  const plan: CutPlan = {};
  const chunks = wholeChunks(chunksOf(conversation.session, read.request, signal), plan);
  try {
    // The status goes before the body: what fails at once is an error, not a stream.
    const first = await untilAborted(chunks.next(), signal);
    const frames = read.frames(noteReply(first, chunks, asking), exchange.id);
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
    return { status: 200, headers, body: cutFrames(tellFailure(frames, asking), plan, asking.exchange) };
  } catch (error) {
    return answerFailure(error, asking);
  }
}

/** A model that does not stream gives its whole reply at once. */
async function* chunksOf(
  session: ChatModelSession,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatChunk> {
  if (session.stream !== undefined) yield* session.stream(request, { signal });
  else yield { type: 'reply', reply: await session.complete(request, { signal }) };
}

async function* noteReply(
  first: IteratorResult<ChatChunk>,
  rest: AsyncGenerator<ChatChunk>,
  { read, exchange, conversation, signal }: Asking,
): AsyncGenerator<ChatChunk> {
  try {
    for (let next = first; next.done !== true; next = await untilAborted(rest.next(), signal)) {
      if (next.value.type === 'reply') {
        exchange.settle({ status: 'answered', reply: next.value.reply });
        read.onAnswered(next.value.reply, exchange.id, conversation);
      }
      yield next.value;
    }
  } finally {
    exchange.abandon();
    // A model that hangs would never answer this.
    rest.return(undefined).catch(() => undefined);
  }
}

async function* tellFailure(frames: AsyncIterable<Frame>, asking: Asking): AsyncGenerator<Frame> {
  try {
    yield* frames;
  } catch (error) {
    noteFailure(error, asking);
    yield asking.read.errorFrame(providerErrorOf(error));
  }
}

function answerFailure(error: unknown, asking: Asking): WireReply {
  noteFailure(error, asking);
  if (error instanceof BudgetExceededError) throw error;
  const fault = error instanceof ScriptedFault ? error.fault : undefined;
  if (fault?.kind === 'raw') {
    const { status, contentType, body } = fault.raw;
    return { status, headers: { 'content-type': contentType }, body };
  }
  if (fault?.kind === 'cut') {
    const { headers, body } = jsonReply(asking.read.body(fault.reply, asking.exchange.id));
    return { status: 200, headers, body: cutBody(String(body), fault.cut) };
  }
  return errorReply(providerErrorOf(error));
}

/** Throws the signal's reason when the client is gone: then nothing failed. */
function noteFailure(error: unknown, { exchange, signal, problems }: Asking): void {
  exchange.settle({ status: 'failed', error });
  signal.throwIfAborted();
  if (!(error instanceof ModelUnavailableError) && !problems.includes(error)) problems.push(error);
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(`the body is no JSON: ${(error as SyntaxError).message}`);
  }
}

function jsonReply(body: string): WireReply {
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}
