import { EXIT } from '../domain/verdicts/exit-code.ts';

/**
 * Turns the first Ctrl-C (or a request to end) into an abort, so that results are still written, and the second into an
 * immediate exit. `release` gives the signals back.
 */
export function watchInterruption(tell: (text: string) => void): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    tell('\nInterrupted: what has been done is being written. Press Ctrl-C again to leave at once.\n');
    controller.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return {
    signal: controller.signal,
    release() {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
