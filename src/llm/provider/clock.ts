import { clearTimeout, setTimeout } from 'node:timers';
import { onAbort } from './policy/on-abort.ts';

/** Time as requests to a provider know it. */
export type ProviderClock = {
  /** Milliseconds since an arbitrary moment; never goes back. */
  now(): number;
  /** The date, in milliseconds since 1970. */
  wallMs(): number;
  /** Calls `fire` once after `ms` milliseconds; the returned function cancels. */
  setTimer(ms: number, fire: () => void): () => void;
  /** Rejects with the signal's reason when it aborts. */
  wait(ms: number, options: { signal: AbortSignal }): Promise<void>;
};

/** Longer timers fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's clock. */
export const providerClock: ProviderClock = {
  now: performance.now.bind(performance),
  wallMs: Date.now,
  setTimer,
  wait: (ms, { signal }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const cancel = setTimer(ms, () => {
        forget();
        resolve();
      });
      const forget = onAbort(signal, () => {
        cancel();
        reject(signal.reason);
      });
    }),
};

function setTimer(ms: number, fire: () => void): () => void {
  const timer = setTimeout(fire, Math.min(ms, MAX_TIMER_MS));
  return () => clearTimeout(timer);
}
