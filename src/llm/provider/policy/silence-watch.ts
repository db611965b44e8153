import type { ProviderClock } from '../clock.ts';
import { ProviderFault } from '../provider-fault.ts';
import { onAbort } from './on-abort.ts';

export type Timeouts = {
  /** Until the answer is there; for one that is streamed, until its first words or calls. */
  requestMs: number;
  /** The longest pause between two events of a stream that has begun. */
  idleMs: number;
};

/** Aborts a request that takes too long. Its signal also aborts with the session's. */
export type SilenceWatch = {
  readonly signal: AbortSignal;
  /** An event came; `isContent` when it brings words or calls. Comments that keep a connection open are no events. */
  beat(isContent: boolean): void;
  /** What is still to come is nice to have: the pause may be no longer than `ms`. */
  hurry(ms: number): void;
  stop(): void;
};

/** A timer that fires so late fires because the process stood still, and what arrived meanwhile was not read yet. */
const LATE_MS = 250;

export function watchSilence(
  session: AbortSignal,
  { clock, timeouts: { requestMs, idleMs } }: { clock: ProviderClock; timeouts: Timeouts },
): SilenceWatch {
  const controller = new AbortController();
  const leave = (): void => controller.abort(session.reason);
  const forget = onAbort(session, leave);
  if (session.aborted) leave();
  let allowedMs = requestMs;
  let since = clock.now();
  let hasBegun = false;
  const fault = (): ProviderFault => {
    const what = hasBegun ? 'the stream paused for longer than' : 'no answer came within';
    return new ProviderFault(`${what} ${allowedMs} ms`, { kind: 'unavailable' });
  };
  const check = (dueAt: number): void => {
    const at = clock.now();
    const left = since + allowedMs - at;
    if (left > 1) arm(left);
    else if (at - dueAt > LATE_MS) arm(LATE_MS);
    else controller.abort(fault());
  };
  let cancel = (): void => {};
  const arm = (ms: number): void => {
    const dueAt = clock.now() + ms;
    cancel = clock.setTimer(ms, () => check(dueAt));
  };
  const allow = (ms: number): void => {
    if (ms === allowedMs) return;
    // A timer that is due later than the new limit has to be set anew; one that is due earlier looks again by itself.
    const isShorter = ms < allowedMs;
    allowedMs = ms;
    if (!isShorter) return;
    cancel();
    arm(ms);
  };
  arm(requestMs);
  return {
    signal: controller.signal,
    beat(isContent) {
      hasBegun ||= isContent;
      if (!hasBegun) return;
      since = clock.now();
      allow(idleMs);
    },
    hurry(ms) {
      since = clock.now();
      allow(Math.min(ms, idleMs));
    },
    stop() {
      cancel();
      forget();
    },
  };
}
