import type { Clock } from '../../domain/contracts/clock.ts';

/** The one part of a clock that stopping a program needs. */
export type Timer = Pick<Clock, 'setTimer'>;

/** The platform's timers. A timer that waits keeps nothing alive by itself. */
export const platformTimer: Timer = {
  setTimer(ms, fire) {
    const timer = setTimeout(fire, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
