import type { Clock } from '../domain/contracts/clock.ts';
import type { Interrupt, SessionEnd } from './interrupt.ts';

/** Stops the session with what `end` says unless the returned function is called within `ms`. */
export function armDeadline(
  clock: Clock,
  ms: number,
  { interrupt, end }: { interrupt: Interrupt; end: () => SessionEnd },
): () => void {
  return clock.setTimer(ms, () => interrupt.stop(end()));
}

/** A duration as people say it: `300 ms`, `60 s`, `10 min`. */
export function describeMs(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 120_000) return `${Number((ms / 1_000).toFixed(1))} s`;
  return `${Number((ms / 60_000).toFixed(1))} min`;
}
