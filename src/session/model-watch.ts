import type {
  ChatChunk,
  ChatModelSession,
  ChatReply,
  ChatRequest,
  ChatRequestOptions,
  ModelCallRecord,
} from '../domain/contracts/chat-model.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import { endOfError } from './end-of-error.ts';
import type { SessionEnd } from './interrupt.ts';
import { modelCallRecord } from './model-call-record.ts';

/**
 * Watches what the agent asks of models. An agent may catch the error of a model that is down, of a missing recording or
 * of a spent budget and answer all the same; what it says then is no answer of the agent that is tested.
 */
export type ModelWatch = {
  /** The same model session, watched, and closed with the agent's when the agent does not close it. */
  watch(session: ChatModelSession, model: string): ChatModelSession;
  /**
   * What kept the agent from a model. A later answer of any model makes up for one that was down, for an agent may have
   * another to fall back on; nothing makes up for a spent budget, or for a script that does not fit.
   */
  fault(): SessionEnd | undefined;
  /** Whether the agent left nothing open. */
  isIdle(): boolean;
  /** Closes what the agent left open; returns what that brought up. */
  close(): Promise<SessionEnd | undefined>;
};

/** `record` is told of each request that was answered or given up, for agents that do not tell of their requests. */
export function createModelWatch(record: ((call: ModelCallRecord) => void) | undefined): ModelWatch {
  const open = new Set<ChatModelSession>();
  let fault: SessionEnd | undefined;
  const answered = (model: string, reply: ChatReply | undefined): void => {
    if (fault?.reason === 'infrastructure_error') fault = undefined;
    if (isReply(reply)) record?.(modelCallRecord(model, reply));
  };
  const failed = (model: string, error: unknown): void => {
    const found = faultOf(error);
    if (found === undefined) return;
    if (fault === undefined || fault.reason === 'infrastructure_error') fault = found;
    const { attempts } = error as { attempts?: unknown };
    if (Array.isArray(attempts)) record?.({ model, attempts });
  };
  return {
    watch(session, model) {
      open.add(session);
      return {
        async complete(request, options) {
          try {
            const reply = await session.complete(request, options);
            answered(model, reply);
            return reply;
          } catch (error) {
            failed(model, error);
            throw error;
          }
        },
        ...(session.stream === undefined
          ? {}
          : { stream: (request, options) => watchStream(session, { request, options, model, answered, failed }) }),
        async close() {
          open.delete(session);
          await session.close?.();
        },
      };
    },
    fault: () => fault,
    isIdle: () => open.size === 0,
    async close() {
      const left = [...open];
      open.clear();
      const closed = await Promise.allSettled(left.map(async (session) => session.close?.()));
      const [first] = closed.flatMap((one) => (one.status === 'rejected' ? [endOfError(one.reason)] : []));
      return first;
    },
  };
}

type Watched = {
  request: ChatRequest;
  options: ChatRequestOptions;
  model: string;
  answered(model: string, reply: ChatReply | undefined): void;
  failed(model: string, error: unknown): void;
};

async function* watchStream(
  session: ChatModelSession,
  { request, options, model, answered, failed }: Watched,
): AsyncGenerator<ChatChunk> {
  try {
    for await (const chunk of session.stream?.(request, options) ?? []) {
      if (chunk.type === 'reply') answered(model, chunk.reply);
      yield chunk;
    }
  } catch (error) {
    failed(model, error);
    throw error;
  }
}

/** Undefined for what says nothing of the test: a signal that aborted, an exception of the model's own code. */
function faultOf(error: unknown): SessionEnd | undefined {
  const end = endOfError(error);
  if (end.reason === 'budget' || end.reason === 'infrastructure_error') return end;
  const isScript = error instanceof Error && error.name === 'ScriptError';
  return isScript ? { reason: 'agent_error', detail: safeErrorText(error).message } : undefined;
}

function isReply(reply: ChatReply | undefined): reply is ChatReply {
  return typeof reply?.text === 'string' && Array.isArray(reply.attempts);
}
