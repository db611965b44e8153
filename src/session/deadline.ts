import type { Clock } from '../domain/contracts/clock.ts';
import type { Interrupt, SessionEnd } from './interrupt.ts';
import { findModelFault, type PassedLimit } from './model-fault.ts';
import type { RequestLog } from './request-log.ts';

export type Deadline = {
  interrupt: Interrupt;
  requests: RequestLog;
  who: PassedLimit['who'];
  /** When the time began, in milliseconds since the session did; now where absent. */
  sinceMs?: number | undefined;
  /** What did not happen in time, in words that blame nobody. */
  missed: string;
  /** The end when no model is to blame. */
  end: SessionEnd;
};

/**
 * Stops the session unless the returned function is called within `ms`: with `infrastructure_error` when a model is to
 * blame, else with `end`.
 */
export function armDeadline(
  clock: Clock,
  ms: number,
  { interrupt, requests, who, sinceMs = requests.elapsedMs(), missed, end }: Deadline,
): () => void {
  const lift = requests.limit(ms, sinceMs);
  const cancel = clock.setTimer(ms, () => {
    const fault = findModelFault(requests, { who, ms, sinceMs });
    interrupt.stop(fault === undefined ? end : { reason: 'infrastructure_error', detail: `${missed}: ${fault}` });
  });
  return () => {
    cancel();
    lift();
  };
}

/** Whether a session that was stopped from outside was stopped by a deadline. */
export function ranOutOfTime({ reason }: SessionEnd): boolean {
  return reason === 'timeout' || reason === 'infrastructure_error';
}

/** A duration as people say it: `300 ms`, `60 s`, `10 min`. */
export function describeMs(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 120_000) return `${Number((ms / 1_000).toFixed(1))} s`;
  return `${Number((ms / 60_000).toFixed(1))} min`;
}
