import type { CassetteEntry, CassetteStore } from '../../domain/contracts/cassette.ts';
import { compareKeys, type SessionKey, sessionPath } from '../../domain/transcript/session-key.ts';
import type { FileSystem } from '../file-system.ts';
import { entriesOf, type ReadCassette } from './read-cassette.ts';
import { sessionText, writeCassette } from './write-cassette.ts';

/** A write takes at most one twentieth of the time, and there is at most one a second. */
const SHARE = 20;
const MIN_PAUSE_MS = 1_000;

export type OpenedPlace = {
  /** As its user named it. */
  place: string;
  /** Whether anything may be written. */
  isWriter: boolean;
  /** Lets go of the lock. */
  release(): void;
  fs: FileSystem;
  /** Milliseconds that never go back. */
  now: () => number;
};

/**
 * A cassette that is kept in memory. It is written when a session ends and the last write is long enough ago, so that a
 * run of many sessions does not write the whole of it for each of them; the rest when it is closed.
 */
export function cassetteInOneFile(
  file: string,
  { place, read, isWriter, release, fs, now }: OpenedPlace & { read: ReadCassette | undefined },
): CassetteStore {
  const recordings = new Map<string, Recording>();
  for (const [session, stored] of read ?? [])
    recordings.set(
      session,
      recordingOf(session, () => entriesOf(stored)),
    );
  const sorted = (): [SessionKey, Recording][] =>
    [...recordings]
      .map(([session, recording]): [SessionKey, Recording] => [keyOfPath(session), recording])
      .sort(([a], [b]) => compareKeys(a, b));
  const writer = spacedWriter(now, () => {
    const texts = sorted().map(([, recording]) => recording.text());
    return writeCassette(file, texts, { fs, now });
  });
  // A run that asks no model leaves an empty cassette, so that its replay finds one.
  if (read === undefined) writer.owe();
  return {
    place,
    read: async (key) => recordings.get(sessionPath(key))?.entries() ?? [],
    list: async () => sorted().map(([key]) => key),
    async write(key, entries) {
      const session = sessionPath(key);
      if (entries.length === 0) recordings.delete(session);
      else
        recordings.set(
          session,
          recordingOf(session, () => entries),
        );
      writer.owe();
      await writer.writeIfDue();
    },
    async close() {
      try {
        if (isWriter) await writer.finish();
      } finally {
        release();
      }
    },
  };
}

type SpacedWriter = {
  /** There is something to write. */
  owe(): void;
  /** Writes unless a write is under way or too short a time ago. */
  writeIfDue(): Promise<void>;
  /** Writes what is owed. */
  finish(): Promise<void>;
};

function spacedWriter(now: () => number, work: () => Promise<void>): SpacedWriter {
  let isOwed = false;
  let nextAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | undefined;
  const write = async (): Promise<void> => {
    isOwed = false;
    const begin = now();
    try {
      writing = work();
      await writing;
    } catch (error) {
      isOwed = true;
      throw error;
    } finally {
      writing = undefined;
    }
    nextAt = now() + Math.max(MIN_PAUSE_MS, SHARE * (now() - begin));
  };
  return {
    owe() {
      isOwed = true;
    },
    async writeIfDue() {
      if (isOwed && writing === undefined && now() >= nextAt) await write();
    },
    async finish() {
      await writing?.catch(() => {});
      if (isOwed) await write();
    },
  };
}

/** A session's entries and its text, which is made when it is first written. */
type Recording = { entries(): readonly CassetteEntry[]; text(): string };

function recordingOf(session: string, entries: () => readonly CassetteEntry[]): Recording {
  let text: string | undefined;
  return {
    entries,
    text() {
      text ??= sessionText(session, entries());
      return text;
    },
  };
}

function keyOfPath(path: string): SessionKey {
  const [scenario = '', variant = '', trial] = path.split('/');
  return { scenario, variant, trial: Number(trial) };
}
