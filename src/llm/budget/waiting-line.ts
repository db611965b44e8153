import { setMaxListeners } from 'node:events';

/** Callers that wait until something was settled. */
export type WaitingLine = {
  /** Resolves at the next `wake`; rejects with the signal's reason. */
  wait(signal: AbortSignal): Promise<void>;
  /** Lets all go on, in the order in which they came. */
  wake(): void;
};

export function createWaitingLine(): WaitingLine {
  let waiting: (() => void)[] = [];
  return {
    wait: (signal) =>
      new Promise((resolve, reject) => {
        const onAbort = (): void => reject(signal.reason);
        // Many requests of one turn may wait for the same signal.
        setMaxListeners(0, signal);
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.push(() => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        });
      }),
    wake() {
      const ready = waiting;
      waiting = [];
      for (const go of ready) go();
    },
  };
}
