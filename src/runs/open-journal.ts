import type { SessionWriter } from '../domain/contracts/run-store.ts';
import type { TranscriptEvent } from '../domain/transcript/transcript-event.ts';

/** The file of a session as the session sees it. */
export type Journal = {
  /** Aborts with the run, and when the disk refuses. */
  signal: AbortSignal;
  append(event: TranscriptEvent): void;
  /** Throws what the disk refused with. */
  check(): void;
  release(): void;
};

/**
 * Events are recorded deep inside what agent and tools do, where an error of the disk would be taken for one of theirs or
 * be lost: it ends the session, and is thrown when that is over.
 */
export function openJournal(file: SessionWriter | undefined, run: AbortSignal): Journal {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(run.reason);
  if (run.aborted) onAbort();
  run.addEventListener('abort', onAbort, { once: true });
  let refusal: { error: unknown } | undefined;
  return {
    signal: controller.signal,
    append(event) {
      if (refusal !== undefined) return;
      try {
        file?.append(event);
      } catch (error) {
        refusal = { error };
        controller.abort(error);
      }
    },
    check() {
      if (refusal !== undefined) throw refusal.error;
    },
    release: () => run.removeEventListener('abort', onAbort),
  };
}
