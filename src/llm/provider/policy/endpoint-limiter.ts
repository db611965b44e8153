import pLimit from 'p-limit';
import type { Random } from '../../../domain/values/random.ts';
import type { ProviderClock } from '../clock.ts';
import { onAbort } from './on-abort.ts';
import { spread } from './retry-policy.ts';

/** What all requests to one endpoint share, whichever session and model they belong to. */
export type EndpointLimiter = {
  /** Requests under way at the same time; where several models ask for a number, the lowest counts. */
  limitTo(concurrency: number): void;
  /** Waits for a place; give it back by calling what comes. Rejects at once with the signal's reason when it aborts. */
  enter(signal: AbortSignal): Promise<() => void>;
  /** How long nobody may ask yet, in milliseconds, spread a little; 0 when the way is free. */
  heldMs(random: Random): number;
  /** From now on nobody asks for so many milliseconds. */
  hold(ms: number): void;
};

export function createEndpointLimiter(clock: Pick<ProviderClock, 'now'>, concurrency: number): EndpointLimiter {
  const limit = pLimit(concurrency);
  let hasLimit = false;
  let notBefore = Number.NEGATIVE_INFINITY;
  return {
    limitTo(wanted) {
      limit.concurrency = hasLimit ? Math.min(limit.concurrency, wanted) : wanted;
      hasLimit = true;
    },
    enter: (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const forget = onAbort(signal, () => reject(signal.reason));
        void limit(() => {
          forget();
          // Whoever left the queue meanwhile takes no place.
          return signal.aborted ? undefined : new Promise<void>((giveBack) => resolve(giveBack));
        });
      }),
    heldMs(random) {
      const left = notBefore - clock.now();
      return left > 0 ? Math.ceil(spread(left, random)) : 0;
    },
    hold(ms) {
      if (ms > 0) notBefore = Math.max(notBefore, clock.now() + ms);
    },
  };
}
