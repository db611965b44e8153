import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import type { Clock } from '../domain/contracts/clock.ts';

// Agents run in this process, and some replace the timers and clocks of the platform: ours are the first ones.
const WallClock = Date;
const readMs = performance.now.bind(performance);

const BEAT_MS = 50;
/** A beat that is this much late is time in which nobody could act; it counts against no deadline. */
const LATE_MS = 200;
/** A stop of this length is somebody's doing, and is told. A busy machine alone can make shorter ones. */
const BLOCK_MS = 1_000;

/**
 * The machine's clock, fair to sessions that share a process: time in which one of them held up the event loop does not
 * count against the deadlines of the others. `stop` ends the watch.
 */
export function systemClock(): Clock & { stop(): void } {
  let stolen = 0;
  let unclaimed = 0;
  let lastBeat = readMs();
  /** The latest time that was told: what somebody has seen already cannot be left out any more. */
  let told = lastBeat;
  const notice = (at: number): void => {
    const late = at - lastBeat - BEAT_MS;
    if (late > LATE_MS) stolen += Math.min(late, at - stolen - told);
    if (late > BLOCK_MS) unclaimed += late;
    lastBeat = at;
  };
  const heart = setInterval(() => notice(readMs()), BEAT_MS);
  heart.unref();
  const now = (): number => {
    const at = readMs();
    if (at - lastBeat > BEAT_MS + LATE_MS) notice(at);
    told = at - stolen;
    return told;
  };
  return {
    now,
    timestamp: () => new WallClock().toISOString(),
    takeBlockedMs() {
      now();
      const blocked = unclaimed;
      unclaimed = 0;
      return blocked;
    },
    setTimer(ms, fire) {
      const start = now();
      let timer: ReturnType<typeof setTimeout>;
      const check = (): void => {
        const left = ms - (now() - start);
        if (left > 1) timer = setTimeout(check, left);
        else fire();
      };
      timer = setTimeout(check, ms);
      return () => clearTimeout(timer);
    },
    stop: () => clearInterval(heart),
  };
}
