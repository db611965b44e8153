import type {
  ChatChunk,
  ChatModelSession,
  ChatReply,
  ChatRequest,
  ChatRequestOptions,
} from '../domain/contracts/chat-model.ts';
import { signalOf } from '../domain/contracts/signal-of.ts';
import type { TimeSpan } from '../domain/verdicts/session-result.ts';

/** Somebody who follows one request while it is under way. */
export type RequestFollower = {
  /** The options that the model is asked with, so that it tells what becomes of the request. */
  listen(options: ChatRequestOptions): ChatRequestOptions;
  /** Nobody waits for the next piece of a stream. */
  pause(): void;
  resume(): void;
  /** Whoever asked has its answer, or an error that tells of attempts. */
  settle(outcome: Pick<ChatReply, 'attempts' | 'usage' | 'cassetteKey'>): void;
  /** It is no longer under way, whatever came of it. */
  end(): void;
};

type Timing = {
  options: ChatRequestOptions;
  follower: RequestFollower | undefined;
  answer(reply: ChatReply | undefined): void;
  fail(error: unknown): void;
};

/**
 * The same use of a model, and `note` is told what each request took when it is over. A request that leaves no record of
 * its own, because it was cut off or refused by a budget, is not noted. `follow` is called as each request begins.
 */
export function timeRequests(
  session: ChatModelSession,
  {
    elapsedMs,
    note,
    follow,
  }: { elapsedMs(): number; note(took: TimeSpan): void; follow?: (() => RequestFollower) | undefined },
): ChatModelSession {
  const begin = (given: ChatRequestOptions): Timing => {
    signalOf(given);
    const startMs = elapsedMs();
    const follower = follow?.();
    const settle = (outcome: Partial<ChatReply> | undefined): void => {
      note({ startMs, endMs: elapsedMs() });
      const { attempts, usage, cassetteKey } = outcome ?? {};
      follower?.settle({ attempts: Array.isArray(attempts) ? attempts : [], usage, cassetteKey });
    };
    return {
      options: follower?.listen(given) ?? given,
      follower,
      answer: settle,
      fail: (error) => (isUnavailable(error) ? settle(error) : undefined),
    };
  };
  return {
    async complete(request, options) {
      const timing = begin(options);
      try {
        const reply = await session.complete(request, timing.options);
        timing.answer(reply);
        return reply;
      } catch (error) {
        timing.fail(error);
        throw error;
      } finally {
        timing.follower?.end();
      }
    },
    ...(session.stream === undefined
      ? {}
      : { stream: (request, options) => timeStream(session, request, begin(options)) }),
    ...(session.close === undefined ? {} : { close: () => session.close?.() }),
  };
}

async function* timeStream(
  session: ChatModelSession,
  request: ChatRequest,
  { options, follower, answer, fail }: Timing,
): AsyncGenerator<ChatChunk> {
  let reply: ChatReply | undefined;
  try {
    for await (const chunk of session.stream?.(request, options) ?? []) {
      if (chunk.type === 'reply') reply = chunk.reply;
      follower?.pause();
      yield chunk;
      follower?.resume();
    }
    answer(reply);
  } catch (error) {
    fail(error);
    throw error;
  } finally {
    follower?.end();
  }
}

/** By name, since a model's package may hold another copy of the class; a thrown value may refuse to be looked at. */
function isUnavailable(error: unknown): error is Error & Partial<ChatReply> {
  try {
    return error instanceof Error && error.name === 'ModelUnavailableError';
  } catch {
    return false;
  }
}
