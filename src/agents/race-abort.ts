/**
 * Settles like `work`, or rejects with the signal's reason as soon as it aborts; `work` is then left alone, for code that
 * does not stop when it is asked to.
 */
export function raceAbort<T>(work: T | PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
    const stop = () => signal.removeEventListener('abort', onAbort);
    Promise.resolve(work).then(
      (value) => {
        stop();
        resolve(value);
      },
      (error: unknown) => {
        stop();
        reject(error);
      },
    );
  });
}

/** Asks an iterator to stop without waiting for it: one that hangs would never answer. */
export function abandon(iterator: AsyncIterator<unknown> | Iterator<unknown>): void {
  Promise.resolve()
    .then(() => iterator.return?.())
    .catch(() => {});
}
