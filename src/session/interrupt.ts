import type { EndReason } from '../domain/transcript/end-reason.ts';
import type { CaughtError } from '../domain/verdicts/session-result.ts';

/** Why a session is over. */
export type SessionEnd = { reason: EndReason; detail: string; error?: CaughtError | undefined };

/** The one way to stop a session from outside the agent's code; the first reason given stays. */
export type Interrupt = {
  /** Aborts when the session is over, for whatever reason. */
  signal: AbortSignal;
  ended(): SessionEnd | undefined;
  stop(end: SessionEnd): void;
  /** Settles like `work`, or with the end as soon as there is one; `work` is then left alone. */
  race<T>(work: Promise<T>): Promise<{ value: T } | { end: SessionEnd }>;
  /** Tells the agent and the tools that it is over. */
  abort(): void;
};

export function createInterrupt(): Interrupt {
  const controller = new AbortController();
  let end: SessionEnd | undefined;
  let settle: (end: { end: SessionEnd }) => void = () => {};
  const stopped = new Promise<{ end: SessionEnd }>((resolve) => {
    settle = resolve;
  });
  return {
    signal: controller.signal,
    ended: () => end,
    stop(reason) {
      if (end !== undefined) return;
      end = reason;
      settle({ end: reason });
      controller.abort(new Error(`the session is over: ${reason.detail}`));
    },
    race: async (work) => {
      if (end !== undefined) {
        work.catch(() => {});
        return { end };
      }
      const outcome = await Promise.race([work.then((value) => ({ value })), stopped]);
      return 'value' in outcome && end !== undefined ? { end } : outcome;
    },
    abort() {
      if (!controller.signal.aborted) controller.abort(new Error('the session is over'));
    },
  };
}
