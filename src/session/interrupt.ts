import type { EndReason } from '../domain/transcript/end-reason.ts';
import type { CaughtError } from '../domain/verdicts/session-result.ts';

/** One for all sessions: an error's stack costs more than a turn. */
const OVER = new Error('the session is over');

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

/** `onStop` is called before anybody hears that it is over. */
export function createInterrupt(onStop: () => void = () => {}): Interrupt {
  const controller = new AbortController();
  const waiting = new Set<(outcome: { end: SessionEnd }) => void>();
  let end: SessionEnd | undefined;
  return {
    signal: controller.signal,
    ended: () => end,
    stop(reason) {
      if (end !== undefined) return;
      end = reason;
      onStop();
      for (const resolve of waiting) resolve({ end });
      waiting.clear();
      controller.abort(OVER);
    },
    race<T>(work: Promise<T>) {
      return new Promise<{ value: T } | { end: SessionEnd }>((resolve, reject) => {
        waiting.add(resolve);
        work.then(
          (value) => {
            waiting.delete(resolve);
            resolve(end === undefined ? { value } : { end });
          },
          (error: unknown) => {
            waiting.delete(resolve);
            reject(error);
          },
        );
        if (end !== undefined) resolve({ end });
      });
    },
    abort() {
      if (!controller.signal.aborted) controller.abort(OVER);
    },
  };
}
