import type { CassetteEntry, CassetteStore } from '../../domain/contracts/cassette.ts';
import { type SessionKey, sessionPath } from '../../domain/transcript/session-key.ts';
import type { SessionRecording } from '../../domain/verdicts/session-use.ts';
import type { CassetteMode } from './cassette-mode.ts';
import { describeUnused } from './describe-unused.ts';
import { problemIn } from './read-recording.ts';
import { createTape, type Tape } from './tape.ts';

/** The tapes of the sessions under way, and what is to be told of those that ended. */
export type TapeShelf = {
  tapeOf(key: SessionKey): Tape;
  /** Writes what a session recorded, and says what came of it. Rejects with `StoreError`. */
  end(key: SessionKey, wasCutOff: boolean): Promise<SessionRecording>;
  /** Takes in what came of a session that ended before this process began. */
  recall(key: SessionKey, recording: SessionRecording): void;
  /** Writes what the other sessions recorded, as far as they got. Rejects with the first `StoreError`. */
  close(): Promise<void>;
  /** Sentences about requests that were recorded and not made, of these sessions or of all. */
  unused(paths?: readonly string[]): readonly string[];
  /** Sentences about recordings that could not be used. */
  problems(): readonly string[];
  notes(): readonly string[];
};

export type TapeShelfOptions = {
  store: CassetteStore;
  mode: CassetteMode;
  /** The command that records a session. */
  command(key: SessionKey): string;
  recordingOf(key: SessionKey): Promise<readonly CassetteEntry[]>;
  /** Counts up what is written. */
  counts: { recorded: number };
};

export function createTapeShelf({ store, mode, command, recordingOf, counts }: TapeShelfOptions): TapeShelf {
  const tapes = new Map<string, { key: SessionKey; tape: Tape }>();
  const unused = new Map<string, string>();
  const problems = new Map<string, string>();
  const notes: string[] = [];
  const tapeOf = (key: SessionKey): Tape => {
    const path = sessionPath(key);
    const open = tapes.get(path) ?? { key, tape: createTape(() => recordingOf(key)) };
    tapes.set(path, open);
    return open.tape;
  };
  const save = (key: SessionKey, tape: Tape, wasCutOff: boolean): Promise<SessionRecording> =>
    saveTape(tape, { key, store, mode, counts, notes, wasCutOff });
  return {
    tapeOf,
    async end(key, wasCutOff) {
      const path = sessionPath(key);
      const tape = tapeOf(key);
      try {
        const saved = await save(key, tape, wasCutOff);
        if (mode === 'refresh') return saved;
        const problem = await problemIn(tape.loaded);
        if (problem !== undefined) problems.set(path, problem);
        const left = problem === undefined ? await tape.unused() : [];
        const told =
          left.length === 0 ? undefined : describeUnused(key, left, { place: store.place, command: command(key) });
        if (told !== undefined) unused.set(path, told);
        return {
          ...saved,
          ...(told === undefined ? {} : { unused: told }),
          ...(problem === undefined ? {} : { problem }),
        };
      } finally {
        tapes.delete(path);
      }
    },
    recall(key, recording) {
      const path = sessionPath(key);
      counts.recorded += recording.recorded;
      notes.push(...recording.notes);
      if (recording.unused !== undefined) unused.set(path, recording.unused);
      if (recording.problem !== undefined) problems.set(path, recording.problem);
    },
    async close() {
      const open = [...tapes.values()];
      tapes.clear();
      // One that cannot be written must not lose the others.
      const saved = await Promise.allSettled(open.map(({ key, tape }) => save(key, tape, true)));
      for (const outcome of saved) if (outcome.status === 'rejected') throw outcome.reason;
    },
    unused: (paths) => toldOf(unused, paths),
    problems: () => toldOf(problems),
    notes: () => [...notes],
  };
}

function toldOf(told: ReadonlyMap<string, string>, paths: readonly string[] = [...told.keys()].sort()): string[] {
  return paths.flatMap((path) => told.get(path) ?? []);
}

type Saving = Pick<TapeShelfOptions, 'store' | 'mode' | 'counts'> & {
  key: SessionKey;
  notes: string[];
  wasCutOff: boolean;
};

/** Writes what a session recorded. A refresh that is only a part of the session leaves the recording as it was. */
async function saveTape(tape: Tape, { key, store, mode, counts, notes, wasCutOff }: Saving): Promise<SessionRecording> {
  if (tape.added === 0) return { recorded: 0, notes: [] };
  const isPart = wasCutOff || tape.failed > 0;
  if (mode === 'refresh' && isPart && (await hadRecording(tape))) {
    const failed = tape.failed === 1 ? 'a request got no reply' : `${tape.failed} requests got no reply`;
    const why = tape.failed > 0 ? failed : 'the session was cut off';
    const note = `${sessionPath(key)}: ${why}, so \`${store.place}\` keeps the recording it had`;
    notes.push(note);
    return { recorded: 0, notes: [note] };
  }
  counts.recorded += tape.added;
  await store.write(key, await tape.entries({ fresh: mode === 'refresh' }));
  return { recorded: tape.added, notes: [] };
}

/** One that could not be used counts: whoever spoilt it may want to mend it. */
async function hadRecording({ loaded }: Tape): Promise<boolean> {
  return (await problemIn(loaded)) !== undefined || (await loaded).length > 0;
}
