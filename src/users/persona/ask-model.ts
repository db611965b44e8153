import type {
  ChatMessage,
  ChatModel,
  ChatModelSession,
  ChatReply,
  ModelCallRecord,
} from '../../domain/contracts/chat-model.ts';
import type { UserContext } from '../../domain/contracts/simulated-user.ts';
import type { ModelAttempt } from '../../domain/transcript/transcript-event.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';

/** The answer to one request, or why there is none. `call` is absent when no request left a trace. */
export type Asked =
  | { status: 'answered'; reply: ChatReply; call: ModelCallRecord }
  | {
      status: 'failed';
      reason: 'user_error' | 'infrastructure_error' | 'budget';
      problem: string;
      call?: ModelCallRecord | undefined;
    };

export type ModelLine = {
  /** Rejects only when the session was aborted. */
  ask(messages: readonly ChatMessage[], turn: number): Promise<Asked>;
  /** Says what was wrong at the end, such as steps of a script that were not used. */
  close(): Promise<string | undefined>;
};

/** The line from one session's user to its model: opened with the first request, closed at the latest with the session. */
export function openModelLine(
  model: ChatModel,
  { context, promptHash }: { context: UserContext; promptHash: string },
): ModelLine {
  const { key, seed, signal, openModel } = context;
  let session: ChatModelSession | undefined;
  let isClosed = false;
  const close = async (): Promise<string | undefined> => {
    if (session === undefined || isClosed) return undefined;
    isClosed = true;
    try {
      await session.close?.();
      return undefined;
    } catch (error) {
      return safeErrorText(error).message;
    }
  };
  const open = (): ChatModelSession => {
    const opened = openModel?.(model) ?? model.open({ role: 'user', key, seed });
    signal.addEventListener('abort', () => void close(), { once: true });
    return opened;
  };
  const head = { model: model.name, promptHash };
  return {
    close,
    async ask(messages, turn) {
      try {
        session ??= open();
        const reply = await session.complete({ messages, turn }, { signal });
        return { status: 'answered', reply, call: { ...head, ...callOf(reply) } };
      } catch (error) {
        signal.throwIfAborted();
        return failure(error, head);
      }
    },
  };
}

function callOf({
  attempts,
  usage,
  cassetteKey,
}: ChatReply): Pick<ModelCallRecord, 'attempts' | 'usage' | 'cassetteKey'> {
  return {
    attempts: [...attempts],
    ...(usage === undefined ? {} : { usage }),
    ...(cassetteKey === undefined ? {} : { cassetteKey }),
  };
}

/** Told apart by name, since a package of the author's may carry a copy of the class. */
function failure(error: unknown, head: { model: string; promptHash: string }): Asked {
  const { message } = safeErrorText(error);
  const name = error instanceof Error ? error.name : '';
  if (name === 'BudgetExceededError') return { status: 'failed', reason: 'budget', problem: message };
  const problem = `the model \`${head.model}\` could not speak for the simulated user: ${message}`;
  if (name !== 'ModelUnavailableError') return { status: 'failed', reason: 'user_error', problem };
  const { attempts } = error as { attempts?: readonly ModelAttempt[] };
  return {
    status: 'failed',
    reason: 'infrastructure_error',
    problem,
    call: { ...head, attempts: [...(attempts ?? [])] },
  };
}
