import type { Clock } from '../domain/contracts/clock.ts';
import type { TranscriptEvent, UnplacedEvent } from '../domain/transcript/transcript-event.ts';

/** Gives events their place and keeps them. */
export type Recorder = {
  events: readonly TranscriptEvent[];
  /** Milliseconds since the session began, by `seq`. */
  eventsMs: readonly number[];
  turn(): number;
  beginTurn(turn: number): void;
  record(event: UnplacedEvent): void;
};

export function createRecorder(clock: Clock, onEvent?: (event: TranscriptEvent) => void): Recorder {
  const events: TranscriptEvent[] = [];
  const eventsMs: number[] = [];
  const startedAt = clock.now();
  let turn = 0;
  return {
    events,
    eventsMs,
    turn: () => turn,
    beginTurn(next) {
      turn = next;
    },
    record(unplaced) {
      const event = Object.freeze({
        type: unplaced.type,
        seq: events.length,
        turn,
        ...(unplaced as object),
      }) as TranscriptEvent;
      events.push(event);
      eventsMs.push(Math.max(0, clock.now() - startedAt));
      onEvent?.(event);
    },
  };
}
