import type { CassetteStore } from '../../domain/contracts/cassette.ts';
import type { ChatModel, ChatModelContext, ChatModelSession, ChatReply } from '../../domain/contracts/chat-model.ts';
import { type Redactor, secretRedactor, secretsFromEnvironment } from '../../domain/redaction.ts';
import { type SessionKey, sessionPath } from '../../domain/transcript/session-key.ts';
import type { SessionRecording } from '../../domain/verdicts/session-use.ts';
import { createRequestReader } from './canonical-request.ts';
import type { CassetteMode } from './cassette-mode.ts';
import { checkRecordings, problemIn, readRecording } from './read-recording.ts';
import { settledRedactor } from './settled-redactor.ts';
import { tapeSession } from './tape-session.ts';
import { createTapeShelf } from './tape-shelf.ts';

export type { CassetteMode };

export type CassetteOptions = {
  store: CassetteStore;
  mode: CassetteMode;
  /**
   * Takes secrets out of requests and replies before they are compared, handed on or written. Default: one that knows the
   * secrets of the environment.
   */
  redactor?: Redactor | undefined;
  /** The command that records a session, for messages. */
  recordCommand?: ((key: SessionKey) => string) | undefined;
};

export type CassetteCounts = { replayed: number; recorded: number; missing: number };

/** Recorded models of a run: a layer before every model. */
export type Cassette = {
  mode: CassetteMode;
  /**
   * Reads the recordings of these sessions, so that mistakes in them are told before anything runs, by `UsageError`. A
   * refresh minds none: it replaces them.
   */
  check(keys: readonly SessionKey[]): Promise<void>;
  open(model: ChatModel, context: ChatModelContext): ChatModelSession;
  /** Whether this very reply came from the recording. */
  isReplayed(reply: ChatReply): boolean;
  /**
   * To be called once for each session when it was scored: writes what was recorded. `wasCutOff`: it did not come to an
   * end of its own, so a refresh leaves an older recording of it alone. Rejects with `StoreError`; a
   * recording that cannot be used is one of `problems`.
   */
  endSession(key: SessionKey, options?: { wasCutOff?: boolean }): Promise<SessionRecording>;
  /** Takes in what came of a session that ended before this process began, and how many of its answers were replayed. */
  recall(key: SessionKey, recording: SessionRecording, replayedAnswers: number): void;
  /**
   * Sentences about recorded requests that were not made, of the sessions that ended; of `sessions`, if given. Name those
   * that ran to their own end: one that was cut off could not make all its requests. They make a strict run invalid.
   */
  unused(sessions?: readonly SessionKey[]): readonly string[];
  /**
   * Sessions that have a recording and are not among `planned`, as `scenario/variant/trial`. In a run of the whole project
   * they are left of scenarios that it has no more, and make a strict run invalid. Rejects with `StoreError`.
   */
  unusedSessions(planned: readonly SessionKey[]): Promise<readonly string[]>;
  /** Recordings that could not be used, each with its place and of sessions that ended. They make the run invalid. */
  problems(): readonly string[];
  /** What a reader of the run should know, as sentences. */
  notes(): readonly string[];
  counts(): CassetteCounts;
  /** Writes the sessions that did not come to their end, as far as they got, and lets go of the store. */
  close(): Promise<void>;
};

/** Records and replays what all roles ask of models, session by session. */
export function createCassette(options: CassetteOptions): Cassette {
  const { store, mode, redactor = secretRedactor(secretsFromEnvironment(process.env)) } = options;
  const { recordCommand: command = (key) => `rehearsal record ${key.scenario} --to ${store.place}` } = options;
  const read = createRequestReader(settledRedactor(redactor));
  const recordingOf = (key: SessionKey) => readRecording(store, key, () => command(key));
  const counts: CassetteCounts = { replayed: 0, recorded: 0, missing: 0 };
  const shelf = createTapeShelf({ store, mode, command, recordingOf, counts });
  const replayed = new WeakSet<ChatReply>();
  return {
    mode,
    check: (keys) => checkRecordings(keys, mode === 'refresh' ? (key) => problemIn(recordingOf(key)) : recordingOf),
    open: (model, context) =>
      tapeSession({
        ...{ model, context, mode, redactor, read, place: store.place },
        tape: () => shelf.tapeOf(context.key),
        command: () => command(context.key),
        onReplayed: (reply) => {
          counts.replayed += 1;
          replayed.add(reply);
        },
        onMissing: () => {
          counts.missing += 1;
        },
      }),
    isReplayed: (reply) => replayed.has(reply),
    endSession: (key, { wasCutOff = false } = {}) => shelf.end(key, wasCutOff),
    recall(key, recording, replayedAnswers) {
      counts.replayed += replayedAnswers;
      shelf.recall(key, recording);
    },
    unused: (sessions) => shelf.unused(sessions?.map(sessionPath)),
    async unusedSessions(planned) {
      const known = new Set(planned.map(sessionPath));
      return (await store.list()).map(sessionPath).filter((path) => !known.has(path));
    },
    problems: shelf.problems,
    notes: shelf.notes,
    counts: () => ({ ...counts }),
    async close() {
      try {
        await shelf.close();
      } finally {
        await store.close();
      }
    },
  };
}
