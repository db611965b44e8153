import type { ChatModelSession } from '../domain/contracts/chat-model.ts';
import type { TimeSpan } from '../domain/verdicts/session-result.ts';

/**
 * The same use of a model, and `note` is told what each request took when it is over. A request that leaves no record,
 * because it was cut off or refused by a budget, is not noted.
 */
export function timeRequests(
  session: ChatModelSession,
  { elapsedMs, note }: { elapsedMs(): number; note(took: TimeSpan): void },
): ChatModelSession {
  const begin = (): { end(): void; fail(error: unknown): void } => {
    const startMs = elapsedMs();
    const end = (): void => note({ startMs, endMs: elapsedMs() });
    return { end, fail: (error) => (isUnavailable(error) ? end() : undefined) };
  };
  return {
    async complete(request, options) {
      const timing = begin();
      try {
        const reply = await session.complete(request, options);
        timing.end();
        return reply;
      } catch (error) {
        timing.fail(error);
        throw error;
      }
    },
    ...(session.stream === undefined
      ? {}
      : {
          async *stream(request, options) {
            const timing = begin();
            try {
              yield* session.stream?.(request, options) ?? [];
              timing.end();
            } catch (error) {
              timing.fail(error);
              throw error;
            }
          },
        }),
    ...(session.close === undefined ? {} : { close: () => session.close?.() }),
  };
}

/** By name, since a model's package may hold another copy of the class; a thrown value may refuse to be looked at. */
function isUnavailable(error: unknown): boolean {
  try {
    return error instanceof Error && error.name === 'ModelUnavailableError';
  } catch {
    return false;
  }
}
