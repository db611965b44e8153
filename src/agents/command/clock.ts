import type { Clock } from '../../domain/contracts/clock.ts';

/** The one part of a clock that stopping a program needs. */
export type Timer = Pick<Clock, 'setTimer'>;

/**
 * Waits until everything was read that stands in the pipes by now: what a program wrote to standard error before its
 * answer, for one.
 */
export async function readPipes(): Promise<void> {
  // One round may be under way already, with one of the pipes behind it.
  for (let round = 0; round < 2; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The platform's timers. A timer that waits keeps nothing alive by itself. */
export const platformTimer: Timer = {
  setTimer(ms, fire) {
    const timer = setTimeout(fire, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
