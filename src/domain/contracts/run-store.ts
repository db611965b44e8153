import type { SessionKey } from '../transcript/session-key.ts';
import type { TranscriptEvent } from '../transcript/transcript-event.ts';
import type { RunResult } from '../verdicts/run-result.ts';
import type { SessionOutcome, SessionResult } from '../verdicts/session-result.ts';

/** Writes one session, event by event. */
export type SessionWriter = {
  append(event: TranscriptEvent): void;
  /** Writes the outcome and makes sure that all of it is on disk. Returns the file, relative to the run's folder. */
  finish(outcome: SessionOutcome): Promise<string>;
  /** Gives up without an outcome; what was appended stays readable. */
  abandon(): Promise<void>;
};

/** Writes one run. All methods throw `StoreError` when the disk refuses. */
export type RunWriter = {
  directory: string;
  openSession(key: SessionKey): SessionWriter;
  finish(result: RunResult): Promise<void>;
};

export type RunStore = {
  /** Makes the run's folder; throws `UsageError` when it already holds a run. */
  createRun(id: string): Promise<RunWriter>;
  /** The finished sessions of a run, ordered by key. */
  readSessions(id: string): AsyncIterable<SessionResult>;
};
