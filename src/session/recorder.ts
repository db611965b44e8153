import type { ChatRole } from '../domain/contracts/chat-model.ts';
import type { Clock } from '../domain/contracts/clock.ts';
import type { TranscriptEvent, UnplacedEvent } from '../domain/transcript/transcript-event.ts';
import type { EventSpan, TimeSpan } from '../domain/verdicts/session-result.ts';

/** Gives events their place and keeps them. */
export type Recorder = {
  events: readonly TranscriptEvent[];
  /** Milliseconds since the session began, by `seq`. */
  eventsMs: readonly number[];
  /** What tool calls and requests to models took. They are recorded later than they happened, once their step is over. */
  spans: readonly EventSpan[];
  /** Milliseconds since the session began; never less than before. */
  elapsedMs(): number;
  turn(): number;
  beginTurn(turn: number): void;
  record(event: UnplacedEvent, took?: TimeSpan): void;
  /** Keeps what a request took until its event is recorded. */
  noteRequest(role: ChatRole, took: TimeSpan): void;
};

export function createRecorder(clock: Clock, onEvent?: (event: TranscriptEvent) => void): Recorder {
  const events: TranscriptEvent[] = [];
  const eventsMs: number[] = [];
  const spans: EventSpan[] = [];
  const requests: { role: ChatRole; took: TimeSpan }[] = [];
  const startedAt = clock.now();
  let turn = 0;
  let latestMs = 0;
  // A clock that leaves a stop out of its time may say less than it said before; what is recorded later is not earlier.
  const elapsedMs = (): number => {
    latestMs = Math.max(latestMs, clock.now() - startedAt);
    return latestMs;
  };
  const takeRequest = (role: ChatRole): TimeSpan | undefined => {
    const index = requests.findIndex((request) => request.role === role);
    return index < 0 ? undefined : requests.splice(index, 1)[0]?.took;
  };
  return {
    events,
    eventsMs,
    spans,
    elapsedMs,
    turn: () => turn,
    beginTurn(next) {
      turn = next;
    },
    record(unplaced, took = unplaced.type === 'model_call' ? takeRequest(unplaced.role) : undefined) {
      const seq = events.length;
      const event = Object.freeze({ type: unplaced.type, seq, turn, ...(unplaced as object) }) as TranscriptEvent;
      events.push(event);
      eventsMs.push(elapsedMs());
      if (took !== undefined) spans.push({ seq, startMs: took.startMs, endMs: took.endMs });
      // What an agent asked of a model and did not tell belongs to no later turn.
      if (event.type === 'user_message') requests.length = 0;
      onEvent?.(event);
    },
    noteRequest(role, took) {
      requests.push({ role, took });
    },
  };
}
