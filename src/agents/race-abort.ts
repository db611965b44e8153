import { isThenable } from '../domain/values/is-thenable.ts';
/** What a session awaits, raced with the signal of its turn. */
export type AbortRace = {
  /**
   * Settles like `work`, or rejects with the signal's reason as soon as it aborts; `work` is then left alone, for code
   * that does not stop when it is asked to; `onLate` is told when it comes to a value all the same.
   */
  race<T>(work: T | PromiseLike<T>, signal: AbortSignal, onLate?: () => void): Promise<T>;
  /** Listens no longer. */
  close(): void;
};

/** One race for all that a session awaits: listening to a signal once costs less than listening for every step. */
export function createAbortRace(): AbortRace {
  const waiting = new Set<(reason: unknown) => void>();
  let heard: AbortSignal | undefined;
  const onAbort = (): void => {
    for (const reject of waiting) reject(heard?.reason);
    waiting.clear();
  };
  const listen = (signal: AbortSignal | undefined): void => {
    if (signal === heard) return;
    heard?.removeEventListener('abort', onAbort);
    heard = signal;
    signal?.addEventListener('abort', onAbort);
  };
  return {
    race<T>(work: T | PromiseLike<T>, signal: AbortSignal, onLate?: () => void): Promise<T> {
      if (signal.aborted) {
        // Whatever becomes of it, nobody is there to hear.
        if (isThenable(work)) work.then(undefined, () => {});
        return Promise.reject(signal.reason);
      }
      if (!isThenable(work)) return Promise.resolve(work);
      listen(signal);
      return new Promise<T>((resolve, reject) => {
        waiting.add(reject);
        work.then(
          (value) => {
            waiting.delete(reject);
            if (signal.aborted) onLate?.();
            resolve(value);
          },
          (error: unknown) => {
            waiting.delete(reject);
            reject(error);
          },
        );
      });
    },
    close: () => listen(undefined),
  };
}

/** Asks an iterator to stop without waiting for it: one that hangs would never answer. */
export function abandon(iterator: AsyncIterator<unknown> | Iterator<unknown>): void {
  Promise.resolve()
    .then(() => iterator.return?.())
    .catch(() => {});
}
