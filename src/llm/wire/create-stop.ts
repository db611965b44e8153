import { clearTimeout, setTimeout } from 'node:timers';

export type StopLimits = {
  maxRequests?: number | undefined;
  idleTimeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
};

/** Knows when a server is to stop. */
export type Stop = {
  /** Resolves then. */
  asked: Promise<void>;
  now(): void;
  noteOpen(): void;
  noteAnswer(answer: { isServed: boolean }): void;
};

/** Counting begins at once. While a request is open, nobody is idle. */
export function createStop({ maxRequests = Number.POSITIVE_INFINITY, idleTimeoutMs, signal }: StopLimits): Stop {
  let answered = 0;
  let open = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resolveAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    resolveAsked = resolve;
  });
  const now = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', now);
    resolveAsked();
  };
  const wait = (): void => {
    if (idleTimeoutMs !== undefined) timer = setTimeout(now, idleTimeoutMs);
  };
  if (signal?.aborted === true) now();
  else {
    signal?.addEventListener('abort', now, { once: true });
    wait();
  }
  return {
    asked,
    now,
    noteOpen() {
      open += 1;
      clearTimeout(timer);
    },
    noteAnswer({ isServed }) {
      open -= 1;
      if (isServed) answered += 1;
      if (answered >= maxRequests) now();
      else if (open === 0) wait();
    },
  };
}
