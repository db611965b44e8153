import type { CassetteStore } from '../../domain/contracts/cassette.ts';
import type { ChatModel, ChatModelContext, ChatModelSession, ChatReply } from '../../domain/contracts/chat-model.ts';
import { UsageError } from '../../domain/errors.ts';
import { type Redactor, secretRedactor, secretsFromEnvironment } from '../../domain/redaction.ts';
import { type SessionKey, sessionPath } from '../../domain/transcript/session-key.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import { createRequestReader } from './canonical-request.ts';
import type { CassetteMode } from './cassette-mode.ts';
import { describeUnused } from './describe-unused.ts';
import { checkRecordings, readRecording } from './read-recording.ts';
import { settledRedactor } from './settled-redactor.ts';
import { createTape, type Tape } from './tape.ts';
import { tapeSession } from './tape-session.ts';

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
  endSession(key: SessionKey, options?: { wasCutOff?: boolean }): Promise<void>;
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
  const tapes = new Map<string, { key: SessionKey; tape: Tape }>();
  const replayed = new WeakSet<ChatReply>();
  const unused = new Map<string, string>();
  const problems = new Map<string, string>();
  const notes: string[] = [];
  const counts: CassetteCounts = { replayed: 0, recorded: 0, missing: 0 };
  const tapeOf = (key: SessionKey): Tape => {
    const path = sessionPath(key);
    const open = tapes.get(path) ?? { key, tape: createTape(() => recordingOf(key)) };
    tapes.set(path, open);
    return open.tape;
  };
  const save = (key: SessionKey, tape: Tape, wasCutOff: boolean): Promise<void> =>
    saveTape(tape, { key, store, mode, counts, notes, wasCutOff });
  return {
    mode,
    check: (keys) => checkRecordings(keys, mode === 'refresh' ? (key) => problemIn(recordingOf(key)) : recordingOf),
    open: (model, context) =>
      tapeSession({
        ...{ model, context, mode, redactor, read, place: store.place },
        tape: () => tapeOf(context.key),
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
    async endSession(key, { wasCutOff = false } = {}) {
      const path = sessionPath(key);
      const tape = tapeOf(key);
      try {
        await save(key, tape, wasCutOff);
        if (mode === 'refresh') return;
        const problem = await problemIn(tape.loaded);
        if (problem !== undefined) problems.set(path, problem);
        const left = problem === undefined ? await tape.unused() : [];
        if (left.length > 0) unused.set(path, describeUnused(key, left, { place: store.place, command: command(key) }));
      } finally {
        tapes.delete(path);
      }
    },
    unused: (sessions) => toldOf(unused, sessions?.map(sessionPath)),
    async unusedSessions(planned) {
      const known = new Set(planned.map(sessionPath));
      return (await store.list()).map(sessionPath).filter((path) => !known.has(path));
    },
    problems: () => toldOf(problems),
    notes: () => [...notes],
    counts: () => ({ ...counts }),
    async close() {
      const open = [...tapes.values()];
      tapes.clear();
      try {
        // One that cannot be written must not lose the others.
        const saved = await Promise.allSettled(open.map(({ key, tape }) => save(key, tape, true)));
        for (const outcome of saved) if (outcome.status === 'rejected') throw outcome.reason;
      } finally {
        await store.close();
      }
    },
  };
}

/** What is wrong with a recording, and nothing when it can be used. Rejects with what is not its own fault. */
async function problemIn(recording: Promise<unknown>): Promise<string | undefined> {
  try {
    await recording;
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return safeErrorText(error).message;
    throw error;
  }
}

function toldOf(told: ReadonlyMap<string, string>, paths: readonly string[] = [...told.keys()].sort()): string[] {
  return paths.flatMap((path) => told.get(path) ?? []);
}

type Saving = Pick<CassetteOptions, 'store' | 'mode'> & {
  key: SessionKey;
  counts: CassetteCounts;
  notes: string[];
  wasCutOff: boolean;
};

/** Writes what a session recorded. A refresh that is only a part of the session leaves the recording as it was. */
async function saveTape(tape: Tape, { key, store, mode, counts, notes, wasCutOff }: Saving): Promise<void> {
  if (tape.added === 0) return;
  const isPart = wasCutOff || tape.failed > 0;
  if (mode === 'refresh' && isPart && (await hadRecording(tape))) {
    const failed = tape.failed === 1 ? 'a request got no reply' : `${tape.failed} requests got no reply`;
    const why = tape.failed > 0 ? failed : 'the session was cut off';
    notes.push(`${sessionPath(key)}: ${why}, so \`${store.place}\` keeps the recording it had`);
    return;
  }
  counts.recorded += tape.added;
  await store.write(key, await tape.entries({ fresh: mode === 'refresh' }));
}

/** One that could not be used counts: whoever spoilt it may want to mend it. */
async function hadRecording({ loaded }: Tape): Promise<boolean> {
  return (await problemIn(loaded)) !== undefined || (await loaded).length > 0;
}
