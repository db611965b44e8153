import type { SessionKey } from '../transcript/session-key.ts';
import type { TranscriptEvent } from '../transcript/transcript-event.ts';
import type { RunResult } from '../verdicts/run-result.ts';
import type { SessionResult } from '../verdicts/session-result.ts';

/** What is going to run. */
export type RunPlan = {
  id: string;
  seed: number;
  sessions: readonly { key: SessionKey; title: string }[];
  /** Where results are written; absent when nothing is stored. */
  directory?: string | undefined;
  /** The command that runs one session again. */
  replay?: ((key: SessionKey) => string) | undefined;
};

/** Tells the result. Every hook is optional; one that throws fails the run and never ends it. */
export type Reporter = {
  name: string;
  /** Once, before the first session. */
  onRunStart?(plan: RunPlan): void | Promise<void>;
  /** When a session gets its turn. */
  onSessionStart?(key: SessionKey): void;
  /** For each event as it is recorded. */
  onEvent?(key: SessionKey, event: TranscriptEvent): void;
  /** When a session has its verdict; sessions end in any order. */
  onSessionEnd?(result: SessionResult): void | Promise<void>;
  /** Once, at the end, also after an interruption. */
  onRunEnd?(result: RunResult): void | Promise<void>;
};

/** A file format: pieces of text made of the run and its stored sessions. */
export type FileFormat = {
  name: string;
  write(run: RunResult, sessions: AsyncIterable<SessionResult>): AsyncIterable<string>;
};
