import type { SessionKey } from '../transcript/session-key.ts';
import type { Transcript, TranscriptEvent } from '../transcript/transcript-event.ts';
import type { RunResult } from '../verdicts/run-result.ts';
import type { SessionOutcome, SessionResult } from '../verdicts/session-result.ts';
import type { StoredPlan } from '../verdicts/stored-plan.ts';

/** Writes one session, event by event. */
export type SessionWriter = {
  append(event: TranscriptEvent): void;
  /** Writes the outcome and makes sure that all of it is on disk. Returns the file, relative to the run's folder. */
  finish(outcome: SessionOutcome): Promise<string>;
  /** Gives up without an outcome; what was appended stays readable. */
  abandon(): Promise<void>;
};

/** Writes one run, alone. All methods but `release` throw `StoreError` when the disk refuses. */
export type RunWriter = {
  directory: string;
  /** What is stored of this session already is set aside: it starts anew. */
  openSession(key: SessionKey): SessionWriter;
  /** Writes what the run sets out to do, in the place of what was planned before. */
  plan(plan: StoredPlan): Promise<void>;
  /** Writes the result, in the place of an earlier one, and lets go of the run. */
  finish(result: RunResult): Promise<void>;
  /** Lets others write the run; to be called where `finish` was not reached. */
  release(): void;
};

/** A session as it was found on disk. */
export type StoredSession =
  | { status: 'finished'; result: SessionResult }
  /** The process ended before the session did. `reason` says how the file ends. */
  | { status: 'unfinished'; transcript: Transcript; reason: string };

/** A session of a run with its file, relative to the run's folder. */
export type FoundSession = { key: SessionKey; file: string } & StoredSession;

export type RunStore = {
  /** Makes the run's folder and writes the plan; throws `UsageError` when it already holds a run or is being written. */
  createRun(id: string, plan?: StoredPlan): Promise<RunWriter>;
  /** Opens a run to go on with it. Throws `UsageError` when another process is at it. */
  reopenRun(id: string): Promise<RunWriter>;
  /** What the run set out to do; throws `UsageError` when it has no plan. */
  readPlan(id: string): Promise<StoredPlan>;
  /** The finished sessions of a run, ordered by key. */
  readSessions(id: string): AsyncIterable<SessionResult>;
  /** The stored sessions of a run, also those that were stopped on their way, ordered by key. */
  findSessions(id: string): AsyncIterable<FoundSession>;
};
